import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { discountOf, spreadDiscount } from './coupons.ts'

describe('the discount of a coupon', () => {
  test.each([
    ['ten percent', { type: 'PERCENTAGE', value: 10_00 }, 123_45, 12_35],
    ['half a cent is rounded up', { type: 'PERCENTAGE', value: 10_00 }, 5, 1],
    ['less than half a cent is rounded down', { type: 'PERCENTAGE', value: 10_00 }, 4, 0],
    ['a part of a percent', { type: 'PERCENTAGE', value: 12_50 }, 100_00, 12_50],
    ['the smallest part of a percent', { type: 'PERCENTAGE', value: 1 }, 9_999_99, 1_00],
    ['all of it', { type: 'PERCENTAGE', value: 100_00 }, 99_99, 99_99],
    ['a fixed amount', { type: 'FIXED_AMOUNT', value: 50_00 }, 500_00, 50_00],
    ['never more than the goods', { type: 'FIXED_AMOUNT', value: 50_00 }, 20_00, 20_00],
    ['nothing of nothing', { type: 'FIXED_AMOUNT', value: 50_00 }, 0, 0],
    ['the largest order', { type: 'PERCENTAGE', value: 33_33 }, 99_999_999, 33_330_000],
  ] as const)('%s', (_title, discount, goodsCents, expected) => {
    expect(discountOf(discount, goodsCents)).toBe(expected)
  })
})

describe('the shares of the lines', () => {
  test.each([
    ['evenly', 30, [100, 100, 100], [10, 10, 10]],
    ['the cent left over goes to the first of equal lines', 10, [100, 100, 100], [4, 3, 3]],
    ['the remainder goes to the lines that lost most by rounding', 10, [50, 25, 25], [5, 3, 2]],
    ['a line that costs nothing takes nothing', 5, [0, 10], [0, 5]],
    ['nothing of nothing', 0, [0, 0], [0, 0]],
    ['no lines', 0, [], []],
    ['all of it', 60, [10, 20, 30], [10, 20, 30]],
    ['amounts whose product no number holds', 99_999_998, [99_999_997, 2], [99_999_996, 2]],
  ])('%s', (_title, discountCents, lineCents, expected) => {
    expect(spreadDiscount(discountCents, lineCents)).toEqual(expected)
  })

  // Bounded by its runs, not by a clock that a busy machine reaches.
  test('add up to the discount, and no line is negative', { timeout: 0 }, () => {
    const lines = fc.array(fc.nat(5_000_000), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(lines, fc.integer({ min: 0, max: 10_000 }), (lineCents, percent) => {
        const goods = lineCents.reduce((sum, cents) => sum + cents, 0)
        const discount = discountOf({ type: 'PERCENTAGE', value: Math.max(1, percent) }, goods)
        const shares = spreadDiscount(discount, lineCents)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(goods === 0 ? 0 : discount)
        shares.forEach((share, line) => {
          const cents = lineCents[line] ?? 0
          expect(share).toBeGreaterThanOrEqual(0)
          expect(share).toBeLessThanOrEqual(cents)
          // Within a cent of its exact part.
          if (goods > 0) expect(Math.abs(share - (discount * cents) / goods)).toBeLessThan(1)
        })
      }),
    )
  })
})
