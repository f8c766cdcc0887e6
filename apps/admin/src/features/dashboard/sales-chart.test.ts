import fc from 'fast-check'
import { expect, it } from 'vitest'
import { axisTicks } from './sales-chart.tsx'

it.each([
  [0, [0, 1]],
  [1_360, [0, 500, 1_000, 1_500]],
  [1_368_832.6, [0, 500_000, 1_000_000, 1_500_000]],
  [100, [0, 20, 40, 60, 80, 100]],
])('an axis up to %d has round values', (max, ticks) => {
  expect(axisTicks(max)).toEqual(ticks)
})

it('the values of an axis are even steps that reach the largest amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), (max) => {
      const ticks = axisTicks(max)
      const [, step = 0] = ticks
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max)
      expect(ticks.length).toBeLessThanOrEqual(6)
      expect(ticks).toEqual(ticks.map((_, index) => index * step))
    }),
  )
})
