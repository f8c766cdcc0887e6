import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../../test/buyers.ts'
import { addCoupon } from '../../../../test/coupons.ts'
import { setStandardMethod } from '../../../../test/delivery.ts'
import { emailsTo, emailTo } from '../../../../test/emails.ts'
import { expireReservation } from '../../../../test/expire-reservations.ts'
import { expectBalancedBooks, stockOf } from '../../../../test/ledger-assertions.ts'
import { attemptsOf, begin, press, statusOf, untilStatus } from '../../../../test/payments.ts'
import {
  setPrice,
  setStock,
  stockVariants,
  type TestVariant,
} from '../../../../test/product-factory.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'
import { untilBlocked } from '../../../../test/wait-for-lock.ts'

let shop: TestShop
let buyer: Buyer
let variant: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  ;[variant] = await stockVariants(shop, 1, 1_000)
})
beforeEach(async () => {
  buyer = await makeBuyer(shop)
  await setStock(shop, variant, 1_000)
})
afterAll(() => shop.close())
afterEach(() => expectBalancedBooks(shop))

const minute = 60_000
const query = (text: string, values: unknown[]) => shop.ctx.db.pool.query(text, values)
const get = async (orderId: string) =>
  (await shop.call('getMyOrder', { headers: buyer.headers, params: { orderId } })).data
const holdOf = async (orderId: string) => {
  const { holdEndsAt } = await get(orderId)
  return new Date(holdEndsAt ?? Number.NaN).getTime()
}

test('cash on delivery accepts the order at once', async () => {
  const placed = await order(shop, buyer, [variant])
  const attempt = await begin(shop, buyer, placed.id, 'COD')
  expect(attempt).toMatchObject({ orderId: placed.id, approvalUrl: null })
  expect(await statusOf(shop, buyer, attempt)).toEqual({
    orderId: placed.id,
    paymentId: attempt.paymentId,
    paymentMethod: 'COD',
    status: 'PENDING',
    orderStatus: 'PROCESSING',
  })
  expect(await get(placed.id)).toMatchObject({
    status: 'PROCESSING',
    paymentMethod: 'COD',
    paymentStatus: 'PENDING',
    paymentUrl: null,
    holdEndsAt: null,
    canPay: false,
    canCancel: true,
  })
})

test.each([
  ['a reserved order', async () => {}],
  ['an expired order', (orderId: string) => expireReservation(shop, orderId)],
])('concurrent starts of cash on delivery are idempotent for %s', async (_title, prepare) => {
  const placed = await order(shop, buyer, [variant], { quantity: 2 })
  await prepare(placed.id)
  const start = () => begin(shop, buyer, placed.id, 'COD')
  const [first, second] = await Promise.all([start(), start()])
  expect(second).toEqual(first)
  expect(await start()).toEqual(first)
  expect(await attemptsOf(shop, placed.id)).toMatchObject([{ id: first.paymentId, method: 'COD' }])
  expect(await stockOf(shop, variant.id)).toBe(998)
  const { timeline } = await get(placed.id)
  expect(timeline.filter(({ status }) => status === 'PROCESSING')).toHaveLength(1)
  const emails = await emailsTo(shop, buyer.email)
  const accepted = emails.filter(({ kind }) => kind === 'order-accepted')
  expect(accepted).toHaveLength(1)
})

test('cash on delivery cannot be started again once the order is dispatched', async () => {
  const placed = await order(shop, buyer, [variant])
  await begin(shop, buyer, placed.id, 'COD')
  const { headers } = await makeBuyer(shop, { role: 'ADMIN' })
  const body = { carrier: 'DHL', trackingNumber: '1' }
  await shop.call('shipOrder', { headers, params: { orderId: placed.id }, body })
  expect(await rejectionOf(begin(shop, buyer, placed.id, 'COD'))).toMatchObject({
    status: 409,
    code: 'ORDER_NOT_PAYABLE',
  })
})

describe('an order with a total of zero', () => {
  const shipFrom = (freeFromCents: number) => setStandardMethod(shop, { freeFromCents })
  beforeAll(() => shipFrom(0))
  afterAll(() => shipFrom(300_00))

  async function freeOrder() {
    const { code } = await addCoupon(shop, { discount_value: 100_00 })
    const placed = await order(shop, buyer, [variant], { couponCode: code })
    expect(placed.totalAmount).toBe(0)
    return placed
  }

  /** The methods that this shop takes: others have no keys here. */
  const offered = async () => (await shop.call('listPaymentMethods')).data.methods

  test('is paid at once, by every method', async () => {
    const methods = await offered()
    expect(methods).toEqual(expect.arrayContaining(['STRIPE', 'PAYPAL', 'USDT', 'COD']))
    for (const method of methods) {
      // The e-mail must be of this order.
      buyer = await makeBuyer(shop)
      const placed = await freeOrder()
      const attempt = await begin(shop, buyer, placed.id, method)
      expect(attempt.approvalUrl, method).toBeNull()
      expect(await statusOf(shop, buyer, attempt), method).toMatchObject({
        status: 'PAID',
        orderStatus: 'PROCESSING',
      })
      const { text } = await emailTo(shop, buyer.email, 'order-paid')
      expect(text).toContain('there is nothing to pay')
    }
  })

  test('is paid once by concurrent requests with several methods', async () => {
    const placed = await freeOrder()
    const methods = await offered()
    const starts = [...methods, ...methods].map((method) =>
      begin(shop, buyer, placed.id, method).then(
        () => 'begun',
        ({ code }) => code,
      ),
    )
    const outcomes = new Set(await Promise.all(starts))
    expect(outcomes).toContain('begun')
    const expected = ['begun', 'PAYMENT_IN_PROGRESS', 'ORDER_NOT_PAYABLE', 'PAYMENT_FAILED']
    expect([...outcomes].filter((outcome) => !expected.includes(outcome))).toEqual([])
    const paid = (await attemptsOf(shop, placed.id)).filter(({ status }) => status === 'PAID')
    expect(paid).toHaveLength(1)
    expect(paid).toMatchObject([{ captured_cents: 0, review: null }])
  })
})

test('an open attempt is shown with the order, and continued', async () => {
  const placed = await order(shop, buyer, [variant])
  const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
  expect(await get(placed.id)).toMatchObject({
    paymentUrl: attempt.approvalUrl,
    paymentStatus: 'PENDING',
    canPay: true,
  })
  expect(await begin(shop, buyer, placed.id, 'STRIPE')).toEqual(attempt)
  await press(shop, attempt, 'approve')
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  expect(await get(placed.id)).toMatchObject({ status: 'PROCESSING', paymentUrl: null })
  expect(await rejectionOf(begin(shop, buyer, placed.id, 'STRIPE'))).toMatchObject({
    status: 409,
    code: 'ORDER_NOT_PAYABLE',
  })
})

describe('an order whose id is written in capitals', () => {
  test('is accepted for cash with its pieces in the e-mail', async () => {
    const placed = await order(shop, buyer, [variant])
    const { orderId } = await begin(shop, buyer, placed.id.toUpperCase(), 'COD')
    expect(orderId).toBe(placed.id)
    const { text } = await emailTo(shop, buyer.email, 'order-accepted')
    expect(text).toContain(placed.items[0]?.productName)
  })

  test('is not accepted for cash while another payment of it is confirmed', async () => {
    const placed = await order(shop, buyer, [variant])
    const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
    await press(shop, attempt, 'delay')
    await untilStatus(shop, buyer, attempt, { status: 'PROCESSING' })
    expect(await rejectionOf(begin(shop, buyer, placed.id.toUpperCase(), 'COD'))).toMatchObject({
      code: 'PAYMENT_IN_PROGRESS',
    })
  })

  test('has its pieces on the invoice, and on the page of staff', async () => {
    const { code } = await addCoupon(shop, { discount_value: 100_00 })
    await setPrice(shop, variant, 500_00)
    const placed = await order(shop, buyer, [variant], { couponCode: code })
    const orderId = placed.id.toUpperCase()
    await begin(shop, buyer, orderId, 'STRIPE')
    const { rows } = await query('select content from invoice where order_id = $1', [placed.id])
    expect(rows).toMatchObject([{ content: { parts: [{ key: variant.id, quantity: 1 }] } }])
    const { headers } = await makeBuyer(shop, { role: 'ADMIN' })
    const seen = await shop.call('getOrder', { headers, params: { orderId } })
    expect(seen.data.lines).toMatchObject([{ variantId: variant.id }])
  })
})

test('a payment method that the shop does not offer is rejected', async () => {
  const placed = await order(shop, buyer, [variant])
  expect(await rejectionOf(begin(shop, buyer, placed.id, 'CHEQUE' as 'COD'))).toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('other shoppers can neither pay the order nor read its attempts', async () => {
  const placed = await order(shop, buyer, [variant])
  const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
  const other = await makeBuyer(shop)
  expect((await rejectionOf(begin(shop, other, placed.id, 'STRIPE'))).code).toBe('ORDER_NOT_FOUND')
  for (const check of [false, true])
    expect((await rejectionOf(statusOf(shop, other, attempt, { check }))).code).toBe(
      'PAYMENT_NOT_FOUND',
    )
})

const setReservationEnd = (orderId: string, at: Date) =>
  query('update orders set hold_ends_at = $1 where id = $2', [at, orderId])

describe('the reservation', () => {
  test('lasts longer than the provider accepts the payment, and is never shortened', async () => {
    const placed = await order(shop, buyer, [variant])
    const soon = new Date(Date.now() + 2 * minute)
    await setReservationEnd(placed.id, soon)
    await begin(shop, buyer, placed.id, 'STRIPE')
    const [attempt] = await attemptsOf(shop, placed.id)
    const expiresAt = attempt?.expires_at?.getTime() ?? 0
    expect(await holdOf(placed.id)).toBeGreaterThanOrEqual(expiresAt + 5 * minute)

    const late = new Date(Date.now() + 120 * minute)
    await setReservationEnd(placed.id, late)
    await begin(shop, buyer, placed.id, 'STRIPE')
    expect(await holdOf(placed.id)).toBe(late.getTime())
  })

  test('lasts at most three hours, however often payment is started', async () => {
    const placed = await order(shop, buyer, [variant])
    const since = new Date(Date.now() - 170 * minute)
    await query(
      `update orders set held_since = $1, hold_ends_at = now() + interval '1 minute' where id = $2`,
      [since, placed.id],
    )
    await begin(shop, buyer, placed.id, 'STRIPE')
    expect(await holdOf(placed.id)).toBe(since.getTime() + 180 * minute)
  })
})

const setEnabled = (isEnabled: boolean) =>
  query('update variant set is_enabled = $2 where id = $1', [variant.id, isEnabled])

describe('an expired order', () => {
  test('is reserved again at the agreed prices when it is paid', async () => {
    const { code } = await addCoupon(shop, { customer_limit: 1, total_limit: 1 })
    const placed = await order(shop, buyer, [variant], { couponCode: code, quantity: 3 })
    await expireReservation(shop, placed.id)
    expect(await get(placed.id)).toMatchObject({ status: 'UNPAID', holdEndsAt: null, canPay: true })
    expect(await stockOf(shop, variant.id)).toBe(1_000)

    await query(
      `update coupon set valid_until = now() - interval '1 day', is_enabled = false where code = $1`,
      [code],
    )
    await setPrice(shop, variant, variant.priceCents * 2)
    const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
    const held = await get(placed.id)
    expect(held).toMatchObject({ status: 'PENDING', totalAmount: placed.totalAmount })
    expect(held.timeline.map(({ status }) => status)).toEqual(['PENDING', 'UNPAID', 'PENDING'])
    expect(await holdOf(placed.id)).toBeGreaterThan(Date.now() + 50 * minute)
    expect(await stockOf(shop, variant.id)).toBe(997)
    await press(shop, attempt, 'approve')
    await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
    await setPrice(shop, variant, variant.priceCents)
  })

  test('is reserved completely when an item returns to stock at the same time', async () => {
    const [, other] = await stockVariants(shop, 2, 1_000)
    if (!other) throw new Error('There is another variant')
    const placed = await order(shop, buyer, [variant, other])
    await expireReservation(shop, placed.id)
    await setStock(shop, other, 0)
    // Staff return one, and the shopper pays before that commits.
    const desk = await shop.ctx.db.pool.connect()
    await desk.query('begin')
    await desk.query(
      `with stocked as (update variant set stock = 1 where id = $1 returning id)
       insert into stock_movement (variant_id, delta, stock_after, cause, at)
       select id, 1, 1, 'ADJUSTMENT', now() from stocked`,
      [other.id],
    )
    const begun = begin(shop, buyer, placed.id, 'COD')
    await untilBlocked(shop, 'update variant')
    await desk.query('commit')
    desk.release()
    await begun
    expect(await stockOf(shop, other.id)).toBe(0)
    expect(await stockOf(shop, variant.id)).toBe(999)
  })

  test.each([
    ['items are out of stock', () => setStock(shop, variant, 1)],
    ['items are withdrawn', () => setEnabled(false)],
  ])('stays expired if its %s', async (_title, take) => {
    const placed = await order(shop, buyer, [variant], { quantity: 2 })
    await expireReservation(shop, placed.id)
    await take()
    expect(await rejectionOf(begin(shop, buyer, placed.id, 'STRIPE'))).toMatchObject({
      status: 409,
      code: 'ITEM_UNAVAILABLE',
    })
    expect(await get(placed.id)).toMatchObject({ status: 'UNPAID' })
    expect(await attemptsOf(shop, placed.id)).toEqual([])
    await setEnabled(true)
  })

  test('stays expired if its coupon has been used up meanwhile', async () => {
    const { code } = await addCoupon(shop, { total_limit: 1 })
    const placed = await order(shop, buyer, [variant], { couponCode: code })
    await expireReservation(shop, placed.id)
    await order(shop, await makeBuyer(shop), [variant], { couponCode: code })
    expect(await rejectionOf(begin(shop, buyer, placed.id, 'STRIPE'))).toMatchObject({
      status: 400,
      code: 'COUPON_REFUSED',
    })
    expect(await get(placed.id)).toMatchObject({ status: 'UNPAID' })
  })

  test('concurrent payments for the last item: one succeeds', async () => {
    const buyers = await Promise.all(Array.from({ length: 8 }, () => makeBuyer(shop)))
    const orders = await Promise.all(buyers.map((who) => order(shop, who, [variant])))
    for (const { id } of orders) await expireReservation(shop, id)
    await setStock(shop, variant, 1)
    const outcomes = await Promise.all(
      orders.map(({ id }, index) =>
        begin(shop, buyers[index] ?? buyer, id, 'STRIPE').then(
          () => 'held',
          ({ code }) => code,
        ),
      ),
    )
    expect(outcomes.toSorted()).toEqual([...Array(7).fill('ITEM_UNAVAILABLE'), 'held'])
    expect(await stockOf(shop, variant.id)).toBe(0)
  })
})
