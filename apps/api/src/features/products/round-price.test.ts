import { expect, test } from 'vitest'
import { changedByCents, changedByPercent, type Rounding } from './bulk-edit.ts'

test.each<[number, number, Rounding, number]>([
  [100_00, 10, 1, 110_00],
  [100_00, -10, 1, 90_00],
  [33_33, 10, 1, 36_66],
  // Half up: 50.5.
  [50, 1, 1, 51],
  [99_99, 0.01, 1, 100_00],
  [1_234_56, 7.25, 100, 1_324_00],
  [1_000_00, 2.5, 1_000, 1_030_00],
  [1_000_00, 2.25, 500, 1_025_00],
  [1_000_00, 2.24, 500, 1_020_00],
  [9_999_999_99, 0.01, 1, 10_000_999_99],
  [5_00, -99, 1_000, 0],
])('%i cents and %d percent, to the nearest %i, are %i', (cents, percent, rounding, result) => {
  expect(changedByPercent(cents, percent, rounding)).toBe(result)
})

test.each<[number, number, Rounding, number]>([
  [100_00, 5_50, 1, 105_50],
  [100_00, 5_50, 100, 106_00],
  [100_00, -5_50, 100, 95_00],
  [100_00, -150_00, 1, -50_00],
  [100_00, -102_49, 500, 0],
  [100_00, -102_50, 500, 0],
  [100_00, -102_51, 500, -5_00],
])('%i cents and %i more, to the nearest %i, are %i', (cents, more, rounding, result) => {
  expect(changedByCents(cents, more, rounding)).toBe(result)
})
