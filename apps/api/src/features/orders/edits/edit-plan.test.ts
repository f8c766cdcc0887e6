import { describe, expect, test } from 'vitest'
import type { TaxRule } from '../../taxes/order-tax.ts'
import type { EditBasis, Supplement } from './edit-basis.ts'
import { planEdit } from './edit-plan.ts'

const lineOf = (id: string, unitCents: number, quantity = 1, discountCents = 0) => ({
  order_id: 'order',
  position: 0,
  variant_id: id,
  product_id: id,
  identifier: id,
  name: id,
  attributes: {},
  picture: null,
  unit_cents: unitCents,
  quantity,
  discount_cents: discountCents,
  tax_bp: null,
  tax_cents: null,
  stock: 10,
})
const variantOf = (id: string, cents: number, stock = 9) => ({
  variant_id: id,
  product_id: id,
  identifier: id,
  name: id,
  attributes: {},
  picture: null,
  tax_class: 'STANDARD' as const,
  weight_grams: 0,
  price_cents: cents,
  current_cents: cents,
  is_for_sale: true,
  stock,
  offered: 0,
})
const supplementOf = (status: Supplement['status'], totalCents: number): Supplement => ({
  id: status,
  number: 1,
  status,
  totalCents,
  shippingCents: 0,
  shippingTaxBp: null,
  lines: [lineOf('coat', totalCents)],
  isOwed: status !== 'COMPLETED',
  paidParts: status === 'COMPLETED' ? [{ key: 'coat', taxBp: null, cents: totalCents }] : [],
  refundableCents: status === 'COMPLETED' ? totalCents : 0,
})

/** An order of a bag for $400, delivered for $16. */
const basis: EditBasis = {
  order: {
    id: 'order',
    shipping_cents: 16_00,
    wrap_cents: 0,
    total_cents: 416_00,
    supplement_cents: 0,
    coupon: null,
    delivery_method: 'Standard',
    tax_rule_id: null,
    prices_include_tax: null,
    shipping_tax_bp: null,
    shipping_tax_cents: 0,
    wrap_tax_bp: null,
    wrap_tax_cents: 0,
  },
  lines: [lineOf('bag', 400_00)],
  items: [{ variantId: 'bag', quantity: 1 }],
  variants: [variantOf('bag', 999_00), variantOf('coat', 550_00), variantOf('belt', 90_00, 1)],
  payment: 'PAID',
  paidParts: [
    { key: 'bag', taxBp: null, cents: 400_00 },
    { key: 'delivery', taxBp: null, cents: 16_00 },
  ],
  former: new Map(),
  supplements: [],
  newDelivery: null,
  taxRule: null,
}
const planOf = (items: [string, number][], other: Partial<EditBasis> = {}) =>
  planEdit({
    ...basis,
    items: items.map(([variantId, quantity]) => ({ variantId, quantity })),
    ...other,
  })
const billedOf = (plan: ReturnType<typeof planOf>) =>
  plan.billed && [
    plan.billed.lines.map(({ line, cents }) => [line.variant_id, cents]),
    plan.billed.shippingCents,
  ]
const delivery = (shippingCents: number) => ({
  shippingCents,
  method: 'Express',
  arrivesFrom: '2030-01-01',
  arrivesUntil: '2030-01-02',
})

test.each<[string, [string, number][], Partial<EditBasis>, object]>([
  ['nothing', [['bag', 1]], {}, { isSame: true, effect: 'NONE', differenceCents: 0, totalCents: 416_00, moves: [] }],
  ['another unit, at the agreed price', [['bag', 2]], {}, { effect: 'SUPPLEMENT', differenceCents: 400_00, totalCents: 416_00, supplementCents: 400_00 }],
  ['a dearer variant', [['coat', 1]], {}, { effect: 'SUPPLEMENT', differenceCents: 150_00, totalCents: 416_00, supplementCents: 150_00 }],
  ['a cheaper variant', [['belt', 1]], {}, { effect: 'REFUND', differenceCents: -310_00, totalCents: 106_00, supplementCents: 0, refunds: [{ orderId: 'order', cents: 310_00, parts: { bag: 310_00 } }] }],
  ['an order that is not paid', [['coat', 1]], { payment: 'UNPAID' }, { effect: 'TOTAL', differenceCents: 150_00, totalCents: 566_00, supplementCents: 0 }],
  ['an order to be paid in cash', [['belt', 1]], { payment: 'CASH' }, { effect: 'CASH', differenceCents: -310_00, totalCents: 106_00 }],
  ['a dearer delivery', [['bag', 1]], { newDelivery: delivery(40_00) }, { isSame: false, effect: 'SUPPLEMENT', differenceCents: 24_00, shippingCents: 40_00 }],
  ['a free delivery', [['bag', 1]], { newDelivery: delivery(0) }, { effect: 'REFUND', differenceCents: -16_00 }],
  ['another way of delivery at the same fee', [['bag', 1]], { newDelivery: delivery(16_00) }, { isSame: false, effect: 'NONE' }],
  ['more than there is', [['bag', 1], ['belt', 2]], {}, { unavailable: ['belt'] }],
])('a change to %s', (_title, items, other, wanted) => {
  const plan = planOf(items, other)
  expect(plan).toMatchObject(wanted)
  expect(plan.totalCents + plan.supplementCents).toBe(plan.itemsCents + plan.shippingCents - plan.discountCents)
}) // biome-ignore format: one case a line

describe('with supplementary orders', () => {
  const order = { ...basis.order, supplement_cents: 150_00 }
  const lines = [lineOf('coat', 550_00)]

  test.each<[string, Supplement[], [string, number][], object]>([
    ['put back while unpaid, nothing is owed', [supplementOf('PENDING', 150_00)], [['bag', 1]], { effect: 'NONE', differenceCents: 0, supplementCents: 0, moves: [{ variantId: 'coat' }, { variantId: 'bag', units: 1, unitCents: null }] }],
    ['an unpaid one is replaced by one for all that is owed', [supplementOf('UNPAID', 150_00)], [['coat', 1], ['belt', 1]], { differenceCents: 240_00, supplementCents: 240_00 }],
    ['a paid one stays', [supplementOf('COMPLETED', 150_00)], [['coat', 1], ['belt', 1]], { differenceCents: 90_00, supplementCents: 240_00, replaced: [] }],
    ['a paid one is refunded first', [supplementOf('COMPLETED', 150_00)], [['belt', 1]], { differenceCents: -460_00, refunds: [{ orderId: 'COMPLETED', cents: 150_00 }, { orderId: 'order', cents: 310_00 }], totalCents: 106_00, supplementCents: 0 }],
    ['what a cancelled one billed is still owed', [supplementOf('CANCELLED', 150_00)], [['coat', 1], ['belt', 1]], { differenceCents: 240_00 }],
  ])('%s', (_title, supplements, items, wanted) => {
    const plan = planOf(items, { order, lines, supplements, former: new Map([['bag', 400_00]]) })
    expect(plan).toMatchObject(wanted)
    expect(plan.totalCents + plan.supplementCents).toBe(plan.itemsCents + plan.shippingCents)
  }) // biome-ignore format: one case a line

  test('an unpaid one is replaced by one that bills its rise of the fee, too', () => {
    const unpaid = { ...supplementOf('UNPAID', 156_50), shippingCents: 6_50 }
    const plan = planOf(
      [
        ['coat', 1],
        ['belt', 1],
      ],
      {
        order: { ...basis.order, shipping_cents: 22_50, supplement_cents: 156_50 },
        lines,
        supplements: [{ ...unpaid, lines: [lineOf('coat', 150_00)] }],
      },
    )
    expect(plan).toMatchObject({
      differenceCents: 246_50,
      billed: { shippingCents: 6_50, lines: [{ cents: 150_00 }, { cents: 90_00 }] },
    })
  })
})

test.each<[string, [string, number][], Partial<EditBasis>, unknown]>([
  ['what became dearer', [['bag', 1], ['belt', 1]], {}, [[['belt', 90_00]], 0]],
  ['what became dearer, less what became cheaper', [['coat', 1], ['belt', 1]], {}, [[['coat', 206_25], ['belt', 33_75]], 0]],
  ['the rise of the fee', [['bag', 1]], { newDelivery: delivery(40_00) }, [[['bag', 0]], 24_00]],
  ['goods and fee', [['bag', 1], ['belt', 1]], { newDelivery: delivery(40_00) }, [[['belt', 90_00]], 24_00]],
  ['goods alone where the fee falls', [['coat', 1]], { newDelivery: delivery(0) }, [[['coat', 134_00]], 0]],
])('a supplementary order bills %s', (_title, items, other, wanted) => {
  expect(billedOf(planOf(items, other))).toEqual(wanted)
}) // biome-ignore format: one case a line

test('a coupon is spread over the new lines, whatever its minimum', () => {
  const coupon = {
    code: 'TEN',
    name: 'Ten',
    discountType: 'PERCENTAGE' as const,
    discountValue: 10,
  }
  const order = { ...basis.order, coupon, total_cents: 376_00 }
  const plan = planOf(
    [
      ['bag', 1],
      ['belt', 1],
    ],
    { order, lines: [lineOf('bag', 400_00, 1, 40_00)] },
  )
  expect(plan.lines.map((line) => line.discount_cents)).toEqual([40_00, 9_00])
  expect(plan).toMatchObject({ discountCents: 49_00, differenceCents: 81_00 })
})

describe('with tax', () => {
  const rule: TaxRule = {
    id: 'fr',
    mode: 'INCLUDED',
    standard_bp: 2_000,
    reduced_bp: 550,
    delivery_class: 'STANDARD',
    duties: null,
  }
  const added: TaxRule = { ...rule, id: 'ca', mode: 'ADDED', standard_bp: 500 }
  /** The bag for $400 and delivery for $16, by the rule. */
  const of = ({ id, mode }: TaxRule) => ({
    ...basis.order,
    tax_rule_id: id,
    prices_include_tax: mode === 'INCLUDED',
    total_cents: mode === 'ADDED' ? 436_80 : 416_00,
    shipping_tax_cents: mode === 'ADDED' ? 80 : 2_67,
  })
  const lines = [{ ...lineOf('bag', 400_00), tax_bp: 500, tax_cents: 20_00 }]
  const taxed = (taxRule: TaxRule) => ({ order: of(taxRule), lines, taxRule })

  test.each<[string, [string, number][], Partial<EditBasis>, object]>([
    ['nothing by the same rule', [['bag', 1]], taxed(added), { isSame: true, effect: 'NONE', differenceCents: 0 }],
    ['a dearer variant, tax in the prices', [['coat', 1]], taxed(rule), { differenceCents: 150_00, tax: { cents: 94_34, addedCents: 0 }, billed: { tax: { isIncluded: true, cents: 25_00 } } }],
    ['a dearer variant, tax on top', [['coat', 1]], taxed(added), { differenceCents: 157_50, supplementCents: 157_50, tax: { addedCents: 28_30 }, billed: { tax: { isIncluded: true, cents: 7_50 } } }],
    ['a cheaper variant, tax on top', [['belt', 1]], taxed(added), { differenceCents: -325_50, refunds: [{ cents: 325_50 }], totalCents: 111_30 }],
    ['another country with another rate', [['bag', 1]], { ...taxed(rule), taxRule: { ...rule, id: 'de', standard_bp: 1_900 } }, { isSame: false, effect: 'NONE', differenceCents: 0, tax: { cents: 66_42 } }],
    ['a country whose tax is on top', [['bag', 1]], { ...taxed(rule), taxRule: added }, { isSame: false, effect: 'SUPPLEMENT', differenceCents: 20_80, billed: { shippingCents: 80, lines: [{ cents: 20_00 }] } }],
    ['a country without a rule', [['bag', 1]], { ...taxed(added), taxRule: null }, { isSame: false, effect: 'REFUND', differenceCents: -20_80, tax: null, lines: [{ tax_bp: null, tax_cents: null }] }],
    ['an order that is not paid', [['bag', 2]], { ...taxed(added), payment: 'UNPAID' }, { effect: 'TOTAL', totalCents: 856_80, tax: { cents: 40_80 } }],
  ])('a change to %s', (_title, items, other, wanted) => {
    const plan = planOf(items, other)
    expect(plan).toMatchObject(wanted)
    expect(plan.totalCents + plan.supplementCents).toBe(plan.itemsCents + plan.shippingCents + (plan.tax?.addedCents ?? 0))
  }) // biome-ignore format: one case a line

  test('gift wrapping is taxed at the standard rate', () => {
    const order = { ...of(rule), wrap_cents: 24_00, total_cents: 440_00, wrap_tax_cents: 4_00 }
    expect(planOf([['bag', 1]], { order, lines, taxRule: rule }).tax).toMatchObject({
      wrapping: { bp: 2_000, cents: 4_00 },
      cents: 73_34,
    })
  })
})

test('an unknown variant is rejected', () => {
  expect(() => planOf([['hat', 1]])).toThrowError(
    expect.objectContaining({ code: 'VARIANT_NOT_FOUND' }),
  )
})
