import { expect, it } from 'vitest'
import { snippetOf } from './seo.tsx'

it('leaves a short description as it is', () => {
  expect(snippetOf('Woven in Normandy.')).toBe('Woven in Normandy.')
})

it.each([
  ['a word', `${'sail '.repeat(31)}canvas and calf`, `${'sail '.repeat(31).trim()}…`],
  ['a sentence', `${'sail '.repeat(30)}cloth. Canvas and calf`, `${'sail '.repeat(30)}cloth…`],
])('never breaks off inside %s', (_, text, shown) => {
  expect(snippetOf(text)).toBe(shown)
  expect(snippetOf(text).length).toBeLessThanOrEqual(160)
})
