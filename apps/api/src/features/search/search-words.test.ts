import { expect, test } from 'vitest'
import { searchWords } from './search.ts'

test.each([
  ['Quilted  Bag', ['quilted', 'bag']],
  ['Tôte à main', ['tote', 'a', 'main']],
  ["women's bags", ['women', 's', 'bags']],
  ['top-handle', ['top', 'handle']],
  ['  \u0000 %_\\ \' " & | ! ( ) :* <-> ', []],
  ['39½', ['391', '2']],
  ['手袋', ['手袋']],
  ['가방', ['가방']],
  ['バッグ', ['バッグ']],
  ['Чайка', ['чайка']],
  ['बैग', ['बैग']],
  ['Τσάντα', ['τσαντα']],
  ['Ti\u0302u \u0301', ['tiu']],
])('%j becomes %j', (text, words) => {
  expect(searchWords(text)).toEqual(words)
})

test('is limited to ten words of forty characters', () => {
  const words = searchWords(`${'a'.repeat(100)} `.repeat(30))
  expect(words).toHaveLength(10)
  expect(words[0]).toHaveLength(40)
})
