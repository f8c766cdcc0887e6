import { expect, it } from 'vitest'
import { withoutRepeats } from './without-repeats.ts'

it('shows the pieces of several pages once each, in their first place', () => {
  const pages = [[{ id: 'a' }, { id: 'b' }], [{ id: 'b' }, { id: 'c' }], []]
  expect(withoutRepeats(pages).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})
