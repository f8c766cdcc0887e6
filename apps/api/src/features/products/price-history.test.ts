import { describe, expect, test } from 'vitest'
import { lowestPrice, type PriceTerms, priorPrice } from './price-history.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, 1 + number))
const rule = { days: 30, validFrom: day(-1000) }

/** The price of a variant from a day on; a sale from and until a day, open where it is left out. */
function terms(
  from: number,
  priceCents: number,
  sale?: { cents: number; from?: number; until?: number },
): PriceTerms {
  return {
    at: day(from),
    priceCents,
    salePriceCents: sale?.cents ?? null,
    saleStartsAt: sale?.from === undefined ? null : day(sale.from),
    saleEndsAt: sale?.until === undefined ? null : day(sale.until),
  }
}

describe('a sale price is shown beside', () => {
  test.each<[string, PriceTerms[], number | null]>([
    ['the price, where it was that for 30 days', [terms(0, 100), terms(40, 100, { cents: 90 })], 100],
    ['the lowest of the 30 days: raised from 80 to 100, then reduced to 90, that is 80', [terms(0, 80), terms(10, 100), terms(20, 100, { cents: 90 })], 80],
    ['the raised price, once the lower one is 30 days old', [terms(0, 80), terms(10, 100), terms(40, 100, { cents: 90 })], 100],
    ['the lower price, an instant before it is 30 days old', [terms(0, 80), terms(10, 100), terms(39.999, 100, { cents: 90 })], 80],
    ['a higher price than the normal one, lowered with the sale', [terms(0, 120), terms(40, 100, { cents: 90 })], 120],
    ['the price of an earlier sale within the 30 days', [terms(0, 100), terms(40, 100, { cents: 70, until: 45 }), terms(50, 100, { cents: 80 })], 70],
    ['the price, once an earlier sale is 30 days over', [terms(0, 100), terms(40, 100, { cents: 70, until: 45 }), terms(80, 100, { cents: 80 })], 100],
    ['the price before the first step of a reduction that grows', [terms(0, 100), terms(40, 100, { cents: 90 }), terms(50, 100, { cents: 80 })], 100],
    ['the lower sale price, where the sale price was raised', [terms(0, 100), terms(40, 100, { cents: 80 }), terms(50, 100, { cents: 90 })], 80],
    ['the same as before, when the end of the sale is moved', [terms(0, 100), terms(40, 100, { cents: 90, until: 60 }), terms(50, 100, { cents: 90, until: 70 })], 100],
    ['the days before its window, not before it was entered', [terms(0, 80), terms(10, 100, { cents: 90, from: 45 })], 100],
    ['the days before its window, with a lower price in them', [terms(0, 100), terms(30, 70), terms(40, 100, { cents: 90, from: 45 })], 70],
    ['nothing, where no earlier price is known', [terms(0, 100, { cents: 90 })], 90],
    ['what is known of the 30 days, of a product that is newer', [terms(0, 100), terms(5, 100, { cents: 90 })], 100],
    ['the normal price, where there is no sale', [terms(0, 80), terms(10, 100)], null],
    ['the normal price, where the sale price is not lower', [terms(0, 100), terms(10, 100, { cents: 100 })], null],
    ['the normal price, where the window was over when it was entered', [terms(0, 100), terms(10, 100, { cents: 90, until: 5 })], null],
  ])('%s', (_title, history, prior) => expect(priorPrice(history, [rule])).toBe(prior)) // biome-ignore format: a table

  test('the normal price without a rule, and before a rule is valid', () => {
    const history = [terms(0, 80), terms(10, 100), terms(20, 100, { cents: 90 })]
    expect(priorPrice(history, [])).toBeNull()
    expect(priorPrice(history, [{ days: 30, validFrom: day(21) }])).toBeNull()
    expect(priorPrice(history, [{ days: 30, validFrom: day(20) }])).toBe(8_0)
  })

  test('the lowest price of the longest rule, where several count', () => {
    const history = [terms(0, 70), terms(10, 100), terms(50, 100, { cents: 90 })]
    expect(priorPrice(history, [rule, { ...rule, days: 60 }])).toBe(70)
  })
})

test('the lowest price of some days counts sales with both of their bounds', () => {
  const history = [terms(0, 100, { cents: 60, from: 5, until: 10 })]
  expect(lowestPrice(history, 30, day(4))).toBe(100)
  expect(lowestPrice(history, 30, day(20))).toBe(60)
  expect(lowestPrice(history, 30, new Date(day(40).getTime()))).toBe(60)
  expect(lowestPrice(history, 30, new Date(day(40).getTime() + 1))).toBe(100)
  expect(lowestPrice([], 30, day(4))).toBeNull()
})
