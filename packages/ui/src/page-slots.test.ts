import { expect, test } from 'vitest'
import { pageSlots } from './page-slots.ts'

test('few pages are all shown', () => {
  expect(pageSlots(2, 3)).toEqual([1, 2, 3])
  expect(pageSlots(9, 9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('the current page has four on each side, and shortcuts to the first and the last', () => {
  expect(pageSlots(20, 40)).toEqual([
    1,
    'gap-before',
    ...[16, 17, 18, 19, 20, 21, 22, 23, 24],
    'gap-after',
    40,
  ])
})

test('the row keeps nine slots at both ends', () => {
  expect(pageSlots(1, 40)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 'gap-after', 40])
  expect(pageSlots(40, 40)).toEqual([1, 'gap-before', 32, 33, 34, 35, 36, 37, 38, 39, 40])
})

test('a shortcut beside the row needs no gap', () => {
  expect(pageSlots(6, 11)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
})

test('no pages give no slots', () => {
  expect(pageSlots(1, 0)).toEqual([])
})
