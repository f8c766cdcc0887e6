import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type TaxRule, taxOrder, toOrderTax } from './order-tax.ts'

const rule: TaxRule = {
  id: 'one',
  mode: 'INCLUDED',
  standard_bp: 2_000,
  reduced_bp: 550,
  delivery_class: 'STANDARD',
  duties: null,
}
const fees = (shippingCents: number, wrapCents = 0) => ({ shippingCents, wrapCents })
const line = (paidCents: number, taxClass: 'STANDARD' | 'REDUCED' | 'ZERO' = 'STANDARD') => ({
  paidCents,
  taxClass,
})

describe('prices that contain the tax', () => {
  test.each([
    ['20% of $120.00', 2_000, 12_000, 2_000],
    ['19% of $100.00, rounded half up', 1_900, 10_000, 1_597],
    ['8.1% of $1,234.56', 810, 123_456, 9_251],
    ['25.5% of $99.99', 2_550, 9_999, 2_032],
    ['20% of three cents is half a cent', 2_000, 3, 1],
    ['20% of two cents is less', 2_000, 2, 0],
    ['nothing of nothing', 2_000, 0, 0],
    ['nothing at 0%', 0, 12_000, 0],
    ['half of it at 100%', 10_000, 12_001, 6_001],
    ['a large order to the cent', 2_000, 99_999_999, 16_666_667],
  ])('%s', (_name, standard_bp, paid, tax) => {
    const taxed = taxOrder({ ...rule, standard_bp }, [line(paid)], fees(0))
    expect(taxed).toMatchObject({ isIncluded: true, cents: tax, addedCents: 0 })
    expect(taxed?.lines).toEqual([{ bp: standard_bp, cents: tax }])
  })
})

describe('tax that is added to the prices', () => {
  test.each([
    ['20% of $100.00', 2_000, 10_000, 2_000],
    ['8.25% of $19.99, rounded half up', 825, 1_999, 165],
    ['5% of ten cents is half a cent', 500, 10, 1],
    ['5% of nine cents is less', 500, 9, 0],
    ['a large order to the cent', 2_000, 83_333_333, 16_666_667],
  ])('%s', (_name, standard_bp, paid, tax) => {
    const taxed = taxOrder({ ...rule, mode: 'ADDED', standard_bp }, [line(paid)], fees(0))
    expect(taxed).toMatchObject({ isIncluded: false, cents: tax, addedCents: tax })
  })
})

test('each line has the rate of its class, the delivery fee that of the rule, and wrapping the standard rate', () => {
  const lines = [line(12_000), line(10_550, 'REDUCED'), line(5_000, 'ZERO')]
  const taxed = taxOrder({ ...rule, delivery_class: 'REDUCED' }, lines, fees(1_599, 2_500))
  expect(taxed).toEqual({
    isIncluded: true,
    lines: [
      { bp: 2_000, cents: 2_000 },
      { bp: 550, cents: 550 },
      { bp: 0, cents: 0 },
    ],
    shipping: { bp: 550, cents: 83 },
    wrapping: { bp: 2_000, cents: 417 },
    cents: 3_050,
    addedCents: 0,
  })
})

test('lines are rounded by themselves, and the tax of the order is their sum', () => {
  const taxed = taxOrder(
    { ...rule, mode: 'ADDED', standard_bp: 500 },
    [line(10), line(10)],
    fees(10),
  )
  expect(taxed?.cents).toBe(3)
})

test('without a rule, or with one that has ended, nothing is taxed', () => {
  expect(taxOrder(null, [line(12_000)], fees(1_599))).toBeNull()
  expect(taxOrder({ ...rule, mode: 'NONE' }, [line(12_000)], fees(1_599))).toBeNull()
})

test('rates are shown from the highest on, without those that come to nothing', () => {
  const taxes = [
    { bp: 550, cents: 10 },
    { bp: 0, cents: 0 },
    { bp: 2_000, cents: 100 },
    { bp: 550, cents: 5 },
  ]
  expect(toOrderTax(true, taxes)).toEqual({
    isIncluded: true,
    amount: 1.15,
    rates: [
      { rate: 20, amount: 1 },
      { rate: 5.5, amount: 0.15 },
    ],
  })
})

test('the tax in a price is less than half a cent from the exact one', () => {
  fc.assert(
    fc.property(fc.nat(99_999_999), fc.nat(10_000), fc.boolean(), (paid, bp, isIncluded) => {
      const mode = isIncluded ? 'INCLUDED' : 'ADDED'
      const taxed = taxOrder({ ...rule, mode, standard_bp: bp }, [line(paid)], fees(0))
      const exact = (paid * bp) / (isIncluded ? 10_000 + bp : 10_000)
      expect(Math.abs((taxed?.cents ?? Number.NaN) - exact)).toBeLessThanOrEqual(0.5)
    }),
  )
})
