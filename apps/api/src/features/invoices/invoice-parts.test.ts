import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  creditedParts,
  type InvoicePart,
  remainingParts,
  sumsByRate,
  totalsOf,
} from './invoice-parts.ts'

function part(
  key: string,
  grossCents: number,
  taxCents: number,
  taxBp: number | null = 2_000,
): InvoicePart {
  return {
    key,
    name: key,
    options: '',
    quantity: 1,
    unitCents: grossCents,
    discountCents: 0,
    grossCents,
    taxBp,
    taxCents,
  }
}
const sums = (parts: InvoicePart[]) =>
  parts.map(({ key, grossCents, taxCents }) => [key, grossCents, taxCents])

const invoice = [
  part('bag', 12_000, 2_000),
  part('scarf', 10_550, 550, 550),
  part('delivery', 1_599, 267),
]

test.each([
  ['a whole line bears its tax', 12_000, { bag: 12_000 }, [['bag', 12_000, 2_000]]],
  ['a part of a line bears its share, rounded half up', 4_001, { bag: 4_001 }, [['bag', 4_001, 667]]],
  ['two lines bear a fee in proportion', 11_275, { bag: 12_000, scarf: 10_550 }, [['bag', 6_000, 1_000], ['scarf', 5_275, 275]]],
  ['delivery bears its own', 13_599, { bag: 12_000, delivery: 1_599 }, [['bag', 12_000, 2_000], ['delivery', 1_599, 267]]],
  ['without a return all parts bear it', 241, {}, [['bag', 120, 20], ['scarf', 105, 5], ['delivery', 16, 3]]],
  ['what exceeds the return falls to the others', 12_121, { bag: 12_000 }, [['bag', 12_000, 2_000], ['scarf', 105, 5], ['delivery', 16, 3]]],
  ['everything is everything', 24_149, {}, [['bag', 12_000, 2_000], ['scarf', 10_550, 550], ['delivery', 1_599, 267]]],
  ['what the invoice does not name is borne by all', 241, { boots: 241 }, [['bag', 120, 20], ['scarf', 105, 5], ['delivery', 16, 3]]],
  ['nothing is nothing', 0, {}, []],
] as const)('%s', (_name, amount, wanted, expected) => {
  const credited = creditedParts(invoice, amount, new Map(Object.entries(wanted)))
  expect(sums(credited)).toEqual(expected)
}) // biome-ignore format: one case a line

test('credit notes of any amounts, one after the other, add up to the invoice and its tax to the cent', () => {
  const anyPart = fc.record({
    gross: fc.nat(50_000),
    bp: fc.constantFrom(0, 550, 810, 2_000, 2_700),
  })
  fc.assert(
    fc.property(
      fc.array(anyPart, { minLength: 1, maxLength: 6 }),
      fc.array(fc.nat(40_000), { maxLength: 8 }),
      (made, amounts) => {
        const whole = made.map(({ gross, bp }, at) =>
          part(String(at), gross, Math.round((gross * bp) / (10_000 + bp)), bp),
        )
        const notes: InvoicePart[][] = []
        const credit = (cents: number, wanted: Map<string, number>) => {
          const left = remainingParts(whole, notes)
          const amount = Math.min(cents, totalsOf(left).grossCents)
          const note = creditedParts(left, amount, wanted)
          expect(totalsOf(note).grossCents).toBe(amount)
          notes.push(note)
          for (const { grossCents, taxCents } of remainingParts(whole, notes)) {
            expect(grossCents).toBeGreaterThanOrEqual(0)
            expect(taxCents).toBeGreaterThanOrEqual(0)
            expect(taxCents).toBeLessThanOrEqual(grossCents)
          }
        }
        for (const [at, amount] of amounts.entries())
          credit(amount, new Map([[String(at % made.length), amount]]))
        credit(Number.MAX_SAFE_INTEGER, new Map())
        expect(totalsOf(notes.flat())).toEqual(totalsOf(whole))
        for (const { grossCents, taxCents } of remainingParts(whole, notes))
          expect([grossCents, taxCents]).toEqual([0, 0])
      },
    ),
  )
})

test('sums are by rate, the highest first, and what is not taxed last', () => {
  expect(
    sumsByRate([
      part('a', 100, 0, null),
      part('b', 210, 10, 550),
      part('c', 120, 20),
      part('d', 120, 20),
    ]),
  ).toEqual([
    { taxBp: 2_000, netCents: 200, taxCents: 40, grossCents: 240 },
    { taxBp: 550, netCents: 200, taxCents: 10, grossCents: 210 },
    { taxBp: null, netCents: 100, taxCents: 0, grossCents: 100 },
  ])
})
