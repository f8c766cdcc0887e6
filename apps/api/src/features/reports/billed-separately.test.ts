import { expect, test } from 'vitest'
import { type BilledLine, billedSeparately } from './export-sources.admin.ts'

const line = (parts: Partial<BilledLine>): BilledLine => ({
  id: 'order',
  unit_cents: 10_000,
  quantity: 1,
  discount_cents: 0,
  tax_cents: null,
  prices_include_tax: null,
  billed_cents: 0,
  supplement_cents: 0,
  fee_cents: 0,
  billed_fee_cents: 0,
  ...parts,
})

const bag = { supplement_cents: 4_000 }
const taxed = { prices_include_tax: false, tax_cents: 2_000 }

test.each([
  ['an order that was not changed', [{}, { billed_cents: 4_000 }], []],
  [
    'the line that was added',
    [bag, { ...bag, unit_cents: 4_000, billed_cents: 4_000 }],
    [0, 4_000],
  ],
  ['a dearer line, only by the difference', [{ ...bag, billed_cents: 10_000 }], [4_000]],
  [
    'what exceeds the billed lines, over all',
    [bag, { ...bag, unit_cents: 2_000, billed_cents: 2_000 }],
    [2_000, 2_000],
  ],
  [
    'lines in proportion',
    [
      { ...bag, billed_cents: 3_000 },
      { ...bag, billed_cents: 9_000 },
    ],
    [1_000, 3_000],
  ],
  [
    'the delivery fee, which no line bears',
    [{ ...bag, unit_cents: 3_000, billed_cents: 3_000, fee_cents: 1_000, billed_fee_cents: 1_000 }],
    [3_000],
  ],
  [
    'tax that is added, with its line',
    [{ ...taxed, supplement_cents: 12_000, billed_cents: 12_000 }],
    [12_000],
  ],
  [
    'each order by itself',
    [
      { ...bag, billed_cents: 4_000 },
      { id: 'other', supplement_cents: 500, billed_cents: 500 },
    ],
    [4_000, 500],
  ],
])('bills separately of %s', (_, parts, expected) => {
  const lines = parts.map(line)
  expect([...billedSeparately(lines).values()]).toEqual(expected)
})
