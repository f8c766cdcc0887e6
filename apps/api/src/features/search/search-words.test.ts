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
])('reads %j as %j', (text, words) => {
  expect(searchWords(text)).toEqual(words)
})

test('keeps ten words of forty letters at most', () => {
  const words = searchWords(`${'a'.repeat(100)} `.repeat(30))
  expect(words).toHaveLength(10)
  expect(words[0]).toHaveLength(40)
})
