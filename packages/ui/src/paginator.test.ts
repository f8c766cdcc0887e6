import { expect, test } from 'vitest'
import { pageSlots } from './paginator.tsx'

test('all of a few pages are shown', () => {
  expect(pageSlots(2, 3)).toEqual([1, 2, 3])
  expect(pageSlots(9, 9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('the current page has four on each side, and links to the first and the last', () => {
  expect(pageSlots(20, 40)).toEqual([
    1,
    'gap-before',
    ...[16, 17, 18, 19, 20, 21, 22, 23, 24],
    'gap-after',
    40,
  ])
})

test('there are nine slots at both ends, too', () => {
  expect(pageSlots(1, 40)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 'gap-after', 40])
  expect(pageSlots(40, 40)).toEqual([1, 'gap-before', 32, 33, 34, 35, 36, 37, 38, 39, 40])
})

test('there is no gap before an adjacent page', () => {
  expect(pageSlots(6, 11)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

test('there are no slots without pages', () => {
  expect(pageSlots(1, 0)).toEqual([])
})
