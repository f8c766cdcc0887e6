import { expect, it } from 'vitest'
import { uniqueItems } from './use-load-more.ts'

it('shows the items of several pages without duplicates, in their first position', () => {
  const pages = [[{ id: 'a' }, { id: 'b' }], [{ id: 'b' }, { id: 'c' }], []]
  expect(uniqueItems(pages).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})
