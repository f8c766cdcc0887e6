import { expect, test } from 'vitest'
import { loadingOrder, nearestLoaded } from './use-turn.ts'

test('every frame is loaded once: the first, then around in finer steps', () => {
  const order = loadingOrder(36)
  expect(order.slice(0, 9)).toEqual([0, 8, 16, 24, 32, 4, 12, 20, 28])
  expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 36 }, (_, at) => at))
  expect(loadingOrder(0)).toEqual([0])
})

test.each([
  [8, 8],
  [9, 8],
  [13, 16],
  [12, 16],
  [35, 0],
  [29, 24],
])('turned to %i, the nearest of the loaded frames is shown', (wanted, shown) => {
  expect(nearestLoaded(wanted, new Set([0, 8, 16, 24]), 36)).toBe(shown)
})

test('before any frame is loaded the first is shown', () => {
  expect(nearestLoaded(5, new Set(), 36)).toBe(0)
  expect(nearestLoaded(0, new Set(), 0)).toBe(0)
})
