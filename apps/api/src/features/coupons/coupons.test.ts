import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../test/buyers.ts'
import { addCoupon, type CouponRule } from '../../../test/coupons.ts'
import { expectBalancedBooks } from '../../../test/ledger-assertions.ts'
import { stockVariants, type TestVariant } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let buyer: Buyer
let variant: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  buyer = await makeBuyer(shop)
  ;[variant] = await stockVariants(shop, 1, 1_000)
  await shop.ctx.db.pool.query('update variant set price_cents = 200_00 where id = $1', [
    variant.id,
  ])
})
afterAll(() => shop.close())
afterEach(() => expectBalancedBooks(shop))

const rejected = {
  status: 400,
  code: 'COUPON_REFUSED',
  message: 'The coupon code is invalid or does not apply.',
}
const preview = async (couponCode: string, { headers }: Pick<Buyer, 'headers'> = buyer) => {
  const items = [{ variantId: variant.id, quantity: 1 }]
  const { data } = await shop.call('previewOrder', { headers, body: { items, couponCode } })
  return data
}
const listed = async ({ headers }: Pick<Buyer, 'headers'> = buyer) => {
  const { data } = await shop.call('listMyCoupons', { headers })
  expect(data.total).toBe(data.data.length)
  return data.data
}
const codes = async (who?: Buyer) => (await listed(who)).map(({ code }) => code)
const cancel = (who: Buyer, orderId: string) =>
  shop.call('cancelMyOrder', { headers: who.headers, params: { orderId }, body: {} })

describe('the demo store', () => {
  test('shows each customer the usable coupons, those that end first on top', async () => {
    expect(await listed()).toMatchObject([
      { code: 'ODYSSEY15', discountType: 'PERCENTAGE', discountValue: 15, minimumAmount: 0 },
      {
        code: 'MAISON50',
        discountType: 'FIXED_AMOUNT',
        discountValue: 50,
        minimumAmount: 500,
        validUntil: null,
      },
      { code: 'WELCOME10', discountType: 'PERCENTAGE', discountValue: 10 },
    ])
  })

  test.each([
    'MAISON50',
    'WINTER20',
    'HOLIDAY25',
    'FIRST100',
    'NOTHING',
    'x'.repeat(101),
    'A\u0000B',
    '%',
    '\\',
  ])('the code %.10s is rejected like an unknown one', async (couponCode) => {
    expect(await preview(couponCode)).not.toHaveProperty('appliedCouponInfo')
    expect((await preview(couponCode)).couponDiscountAmount).toBe(0)
    expect(await rejectionOf(order(shop, buyer, [variant], { couponCode }))).toEqual(rejected)
  })
})

test('a code is case-insensitive, and stored with the order', async () => {
  expect(await preview(' atelier20 ')).toMatchObject({
    appliedCouponInfo: { code: 'ATELIER20', discountType: 'PERCENTAGE', discountValue: 20 },
    couponDiscountAmount: 40,
    finalAmount: 200 - 40 + 15.99,
  })
  const placed = await order(shop, buyer, [variant], { couponCode: 'Atelier20' })
  expect(placed).toMatchObject({
    couponDiscountAmount: 40,
    totalAmount: 175.99,
    couponCode: 'ATELIER20',
  })
  await shop.ctx.db.pool.query(
    `update coupon set name = 'Other', discount_value = 1 where code = 'ATELIER20'`,
  )
  const params = { orderId: placed.id }
  const { data } = await shop.call('getMyOrder', { headers: buyer.headers, params })
  expect(data).toEqual(placed)
})

test.each<[string, CouponRule, boolean]>([
  ['the goods come to exactly its minimum', { minimum_cents: 200_00 }, true],
  ['the goods are a cent short of its minimum', { minimum_cents: 200_01 }, false],
  ['it begins at this instant', { starts_at: '2031-01-01T00:00:00Z' }, true],
  ['it begins a moment later', { starts_at: '2031-01-01T00:00:00.001Z' }, false],
  ['it ends at this instant', { valid_until: '2031-01-01T00:00:00Z' }, true],
  ['it ended a moment ago', { valid_until: '2030-12-31T23:59:59.999Z' }, false],
  ['it is switched off', { is_enabled: false }, false],
  ['it is not listed', { is_listed: false }, true],
])('whether a coupon applies when %s', async (_title, rule, applies) => {
  shop.setTime(new Date('2031-01-01T00:00:00Z'))
  const who = await makeBuyer(shop)
  const { code } = await addCoupon(shop, rule)
  const shown = await preview(code, who)
  expect('appliedCouponInfo' in shown).toBe(applies)
  if (applies)
    expect((await order(shop, who, [variant], { couponCode: code })).couponCode).toBe(code)
  else
    expect(await rejectionOf(order(shop, who, [variant], { couponCode: code }))).toEqual(rejected)
  const isListed = rule.is_listed !== false && (applies || 'minimum_cents' in rule)
  expect((await codes(who)).includes(code)).toBe(isListed)
  shop.setTime(null)
})

describe('limits', () => {
  test('a coupon with one use is applied to one of twenty concurrent orders', async () => {
    const { code } = await addCoupon(shop, { total_limit: 1 })
    const buyers = await Promise.all(Array.from({ length: 20 }, () => makeBuyer(shop)))
    const outcomes = await Promise.all(
      buyers.map((who) =>
        order(shop, who, [variant], { couponCode: code }).then(
          () => 'placed',
          (rejection) => rejection.code,
        ),
      ),
    )
    expect(outcomes.toSorted()).toEqual([...Array(19).fill('COUPON_REFUSED'), 'placed'])
  })

  test('a coupon with one use per customer is applied to one of several concurrent orders', async () => {
    const { code } = await addCoupon(shop, { customer_limit: 1 })
    const who = await makeBuyer(shop)
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () =>
        order(shop, who, [variant], { couponCode: code }).then(
          () => 'placed',
          (rejection) => rejection.code,
        ),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'placed')).toHaveLength(1)
    expect(await codes(who)).not.toContain(code)
  })

  test('a cancelled order releases its coupon', async () => {
    const { code } = await addCoupon(shop, { total_limit: 1, customer_limit: 1 })
    const placed = await order(shop, buyer, [variant], { couponCode: code })
    expect(await rejectionOf(order(shop, buyer, [variant], { couponCode: code }))).toEqual(rejected)
    await cancel(buyer, placed.id)
    expect(await codes()).toContain(code)
    await order(shop, buyer, [variant], { couponCode: code })
  })

  test('a customer is recognized by the e-mail address after closing the account', async () => {
    const { code } = await addCoupon(shop, { customer_limit: 1 })
    const email = `once-${crypto.randomUUID()}@example.com`
    const first = await makeBuyer(shop, { email })
    const placed = await order(shop, first, [variant], { couponCode: code })
    const { headers } = await makeBuyer(shop, { role: 'ADMIN' })
    const params = { orderId: placed.id }
    await shop.call('markOrderPaid', { headers, params, body: { reference: 'Wire 4711' } })
    await shop.call('shipOrder', { headers, params, body: { carrier: 'DHL', trackingNumber: '1' } })
    await shop.call('deliverOrder', { headers, params })
    await shop.call('completeOrder', { headers, params })
    await shop.call('deleteAccount', { headers: first.headers, body: { password: first.password } })
    const second = await makeBuyer(shop, { email: email.toUpperCase() })
    expect(await preview(code, second)).not.toHaveProperty('appliedCouponInfo')
    expect(await rejectionOf(order(shop, second, [variant], { couponCode: code }))).toEqual(
      rejected,
    )
    expect(await codes(second)).not.toContain(code)
    const { rows } = await shop.ctx.db.pool.query('select * from coupon_redemption')
    expect(JSON.stringify(rows).toLowerCase()).not.toContain(email)
  })
})
