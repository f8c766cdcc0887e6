import { expect, it } from 'vitest'
import { remainingTime } from './countdown.tsx'

it.each([
  [0, '0:00'],
  [-5_000, '0:00'],
  [1, '0:01'],
  [59_000, '0:59'],
  [249_000, '4:09'],
  [3_849_000, '1:04:09'],
])('%i ms are %s', (milliseconds, shown) => {
  expect(remainingTime(milliseconds)).toBe(shown)
})
