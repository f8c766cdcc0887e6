import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Buyer, makeBuyer, type OrderOptions, order } from '../../../../test/buyers.ts'
import { addCoupon } from '../../../../test/coupons.ts'
import { emailTo } from '../../../../test/emails.ts'
import { expireReservation } from '../../../../test/expire-reservations.ts'
import { expectBalancedBooks, stockOf } from '../../../../test/ledger-assertions.ts'
import { begin } from '../../../../test/payments.ts'
import {
  setPrice,
  setStock,
  stockVariants,
  type TestVariant,
} from '../../../../test/product-factory.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'
import { addTotp } from '../../../../test/totp.ts'
import { untilBlocked } from '../../../../test/wait-for-lock.ts'

/** A production shop with the default limits. */
let shop: TestShop
let manager: SignedUp
let buyer: Buyer
let variant: TestVariant
beforeAll(async () => {
  shop = await openTestShop({
    settings: {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://shop.example',
      CONTACT_URL: 'https://contact.example',
      SMTP_URL: 'outbox',
      LOG_LEVEL: 'silent',
      RATE_LIMIT_MULTIPLIER: '1',
    },
  })
  ;[variant] = await stockVariants(shop, 1, 1_000)
  await setPrice(shop, variant, 100_00)
  manager = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER', from: network() })
  // Production asks managers for a second factor.
  await addTotp(shop, manager)
})
beforeEach(async () => {
  buyer = await newBuyer()
  await setStock(shop, variant, 1_000)
})
afterEach(() => expectBalancedBooks(shop))
afterAll(() => shop.close())

let networks = 0
/** Headers of a request from a new network. */
const network = () => ({ 'x-forwarded-for': `192.0.2.${++networks}` })
/** A newly registered shopper, by default from a new network. */
async function newBuyer(from = network()): Promise<Buyer> {
  const account = await makeBuyer(shop, { from })
  return { ...account, headers: { ...account.headers, ...from } }
}
const place = (quantity = 1, who = buyer, options: OrderOptions = {}) =>
  order(shop, who, [variant], { quantity, ...options })
const confirm = async ({ email }: Buyer) => {
  const { token } = await emailTo(shop, email, 'welcome')
  await shop.call('verifyEmail', { body: { token } })
}
const cancel = (orderId: string) =>
  shop.call('cancelMyOrder', { headers: buyer.headers, params: { orderId }, body: {} })
const get = async (orderId: string) =>
  (await shop.call('getMyOrder', { headers: buyer.headers, params: { orderId } })).data
const staff = (orderId: string) => ({ headers: manager.headers, params: { orderId } })

describe('unpaid orders', () => {
  test('are limited to three, until one is cancelled or paid', async () => {
    const [first, second] = [await place(), await place(), await place()]
    expect(await rejectionOf(place())).toMatchObject({
      status: 409,
      code: 'TOO_MANY_UNPAID_ORDERS',
    })
    await cancel(first.id)
    await place()
    await shop.call('markOrderPaid', { ...staff(second.id), body: { reference: 'Wire' } })
    await place()
    expect(await rejectionOf(place())).toMatchObject({ code: 'TOO_MANY_UNPAID_ORDERS' })
    expect(await stockOf(shop, variant.id)).toBe(1_000 - 4)
  })

  test('are limited to three, even if placed concurrently', async () => {
    const placed = await Promise.allSettled(Array.from({ length: 12 }, () => place()))
    expect(placed.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await stockOf(shop, variant.id)).toBe(997)
  })

  test('are limited to twenty units in total', async () => {
    await place(12)
    const rejection = await rejectionOf(place(9))
    expect(rejection).toMatchObject({
      status: 409,
      code: 'TOO_MANY_RESERVED_UNITS',
      details: { most: 20 },
    })
    expect(rejection.message).toContain('up to 20 items')
    await place(8)
    expect((await rejectionOf(place(21, await newBuyer()))).code).toBe('TOO_MANY_RESERVED_UNITS')
  })

  test('include orders with cash on delivery until they are dispatched', async () => {
    await confirm(buyer)
    const placed = await place(15)
    await begin(shop, buyer, placed.id, 'COD')
    expect((await rejectionOf(place(6))).code).toBe('TOO_MANY_RESERVED_UNITS')
    const tracking = { carrier: 'DHL', trackingNumber: '1' }
    await shop.call('shipOrder', { ...staff(placed.id), body: tracking })
    await place(6)
  })

  test('include an expired order that is reserved again', async () => {
    const expired = await place(15)
    await expireReservation(shop, expired.id)
    await confirm(buyer)
    const other = await place(6)
    const pay = () => begin(shop, buyer, expired.id, 'COD')
    expect((await rejectionOf(pay())).code).toBe('TOO_MANY_RESERVED_UNITS')
    expect(await get(expired.id)).toMatchObject({ status: 'UNPAID' })
    await cancel(other.id)
    await pay()
    expect(await get(expired.id)).toMatchObject({ status: 'PROCESSING' })
  })

  test('a repeated request returns its order regardless of the limits', async () => {
    const [first] = [await place(1, buyer, { key: 'once' }), await place(), await place()]
    expect((await place(1, buyer, { key: 'once' })).id).toBe(first.id)
    const other = await newBuyer()
    await Promise.all([place(1, other), place(1, other)])
    const twins = Array.from({ length: 4 }, () => place(1, other, { key: 'twin' }))
    expect(new Set((await Promise.all(twins)).map(({ id }) => id)).size).toBe(1)
  })

  test('a rejected order leaves the cart unchanged', async () => {
    const { headers } = buyer
    await shop.call('addCartItem', { headers, body: { variantId: variant.id, quantity: 1 } })
    expect((await rejectionOf(place(21))).code).toBe('TOO_MANY_RESERVED_UNITS')
    expect((await shop.call('getCart', { headers })).data.totalItems).toBe(1)
  })
})

test('a rejected order does not count for the network', async () => {
  const from = network()
  const [one, two] = [await newBuyer(from), await newBuyer(from)]
  await place(20, one)
  for (let count = 0; count < 5; count++) {
    expect((await rejectionOf(place(20, one))).code).toBe('TOO_MANY_RESERVED_UNITS')
    expect((await rejectionOf(place(21, one))).code).toBe('TOO_MANY_RESERVED_UNITS')
  }
  await place(20, two)
})

test('an account can place ten orders an hour, cancelled ones included', async () => {
  for (let count = 0; count < 10; count++) await cancel((await place()).id)
  expect(await rejectionOf(place())).toMatchObject({ status: 429, code: 'TOO_MANY_ORDERS' })
  await shop.ctx.db.pool.query(
    `update orders set created_at = created_at - interval '1 hour' where user_id = $1`,
    [buyer.userId],
  )
  await place()
})

describe('new accounts of one network', () => {
  test('an order that exceeds the limit leaves room for smaller ones', async () => {
    const from = network()
    const crowd = []
    for (let count = 0; count < 6; count++) crowd.push(await newBuyer(from))
    const [first, second, ...others] = crowd
    for (const one of others) await place(20, one)
    await place(15, second)
    for (let count = 0; count < 3; count++)
      expect((await rejectionOf(place(6, first))).code).toBe('ORDER_NEEDS_CONFIRMED_EMAIL')
    await place(5, first)
  })

  test('can reserve a hundred units an hour in total; confirming the e-mail lifts the limit', async () => {
    const from = network()
    const crowd = []
    for (let count = 0; count < 6; count++) crowd.push(await newBuyer(from))
    for (const one of crowd.slice(0, 5)) await place(20, one)
    const [sixth] = crowd.slice(5)
    if (!sixth) throw new Error('There are six')
    expect((await rejectionOf(place(1, crowd[0]))).code).toBe('ORDER_NEEDS_CONFIRMED_EMAIL')
    const rejection = await rejectionOf(place(1, sixth))
    expect(rejection).toMatchObject({ status: 409, code: 'ORDER_NEEDS_CONFIRMED_EMAIL' })
    await place(1)
    await confirm(sixth)
    await place(1, sixth)
  })

  test('the same draft sent again counts once', async () => {
    const from = network()
    const [one, other] = [await newBuyer(from), await newBuyer(from)]
    const items = [{ variantId: variant.id, quantity: 20 }]
    const body = { items, addressId: one.addressId }
    const send = () => shop.call('placeOrder', { headers: one.headers, body })
    const placed = await Promise.all(Array.from({ length: 5 }, send))
    expect(new Set(placed.map(({ data }) => data.id)).size).toBe(1)
    await place(20, other)
  })

  test('an expired order counts once, even if it is paid twice at the same time', async () => {
    // Cash on delivery is open to new accounts here.
    const demo = await openTestShop({
      beside: shop,
      settings: {
        RATE_LIMIT_MULTIPLIER: '1',
        MAX_NETWORK_UNITS_PER_HOUR: '100',
        TRUSTED_PROXIES: 'loopback',
      },
    })
    const from = network()
    const [one, other] = [await newBuyer(from), await newBuyer(from)]
    const placed = await place(20, one)
    await expireReservation(shop, placed.id)
    const desk = await shop.ctx.db.pool.connect()
    await desk.query('begin')
    await desk.query('select from orders where id = $1 for no key update', [placed.id])
    const pay = () => begin(demo, one, placed.id, 'COD')
    const paid = [pay(), pay()]
    await untilBlocked(shop, 'from "orders" .* for no key update', 2)
    await desk.query('commit')
    desk.release()
    await Promise.all(paid)
    await order(demo, other, [variant], { quantity: 60 })
    await demo.close()
  })
})

describe('cash on delivery', () => {
  const cashFor = (orderId: string) => begin(shop, buyer, orderId, 'COD')

  test('requires a confirmed e-mail, and the order says so in advance', async () => {
    const placed = await place()
    const closed = [
      {
        paymentMethod: 'COD',
        code: 'COD_NEEDS_CONFIRMED_EMAIL',
        reason: expect.stringContaining('confirm your e-mail'),
      },
    ]
    expect(placed.closedPaymentMethods).toEqual(closed)
    expect((await get(placed.id)).closedPaymentMethods).toEqual(closed)
    const rejection = await rejectionOf(cashFor(placed.id))
    expect(rejection).toMatchObject({ status: 409, code: 'COD_NEEDS_CONFIRMED_EMAIL' })
    expect(await get(placed.id)).toMatchObject({ status: 'PENDING', paymentMethod: null })
    await confirm(buyer)
    expect((await get(placed.id)).closedPaymentMethods).toEqual([])
    await cashFor(placed.id)
    expect(await get(placed.id)).toMatchObject({ status: 'PROCESSING', closedPaymentMethods: [] })
  })

  test('is available after a completed order', async () => {
    const paid = await place()
    await shop.call('markOrderPaid', { ...staff(paid.id), body: { reference: 'Wire' } })
    await shop.call('shipOrder', {
      ...staff(paid.id),
      body: { carrier: 'DHL', trackingNumber: '1' },
    })
    await shop.call('deliverOrder', staff(paid.id))
    const placed = await place()
    expect((await rejectionOf(cashFor(placed.id))).code).toBe('COD_NEEDS_CONFIRMED_EMAIL')
    await shop.call('completeOrder', staff(paid.id))
    await cashFor(placed.id)
  })

  test('is limited to two thousand dollars', async () => {
    await confirm(buyer)
    await setPrice(shop, variant, 2_000_01)
    const large = await place()
    const reason = 'Cash on delivery is available for orders up to $2,000.00.'
    expect((await get(large.id)).closedPaymentMethods).toMatchObject([
      { paymentMethod: 'COD', code: 'COD_TOTAL_TOO_HIGH', reason: expect.stringContaining(reason) },
    ])
    expect((await rejectionOf(cashFor(large.id))).message).toContain(reason)
    await cancel(large.id)
    await setPrice(shop, variant, 1_999_99)
    const small = await place()
    await setPrice(shop, variant, 100_00)
    expect(small.totalAmount).toBe(1_999.99)
    await cashFor(small.id)
  })

  test('is available for a total of zero', async () => {
    const { code } = await addCoupon(shop, { discount_value: 100_00 })
    const placed = await place(4, buyer, { couponCode: code })
    expect(placed).toMatchObject({ totalAmount: 0, closedPaymentMethods: [] })
    await cashFor(placed.id)
    expect(await get(placed.id)).toMatchObject({ status: 'PROCESSING', paymentStatus: 'PAID' })
  })
})

test('staff lift the limits for a customer, and restore them', async () => {
  const params = { customerId: buyer.userId }
  const { headers } = manager
  const body = { reason: 'A wholesale order by telephone' }
  const { data } = await shop.call('liftOrderLimits', { headers, params, body })
  expect(data.orderLimitsLiftedAt).not.toBeNull()
  const placed = await place(25)
  expect(placed.closedPaymentMethods).toEqual([])
  await begin(shop, buyer, placed.id, 'COD')
  for (let count = 0; count < 3; count++) await place()
  const restored = await shop.call('restoreOrderLimits', { headers, params })
  expect(restored.data.orderLimitsLiftedAt).toBeNull()
  expect((await rejectionOf(place())).code).toBe('TOO_MANY_UNPAID_ORDERS')
  const { rows } = await shop.ctx.db.pool.query(
    'select call, input, outcome from audit_entry where target = $1 order by id',
    [buyer.userId],
  )
  expect(rows).toMatchObject([
    { call: 'liftOrderLimits', input: { body }, outcome: 'DONE' },
    { call: 'restoreOrderLimits', outcome: 'DONE' },
  ])
})

test('the demo has none of these limits', async () => {
  const demo = await openTestShop({ beside: shop, settings: { RATE_LIMIT_MULTIPLIER: '1' } })
  const from = network()
  const account = await makeBuyer(demo, { from })
  for (let count = 0; count < 12; count++) await order(demo, account, [variant])
  const placed = await order(demo, account, [variant], { quantity: 40 })
  expect(placed.closedPaymentMethods).toEqual([])
  await begin(demo, account, placed.id, 'COD')
  await demo.close()
})
