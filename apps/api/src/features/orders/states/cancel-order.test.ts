import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../../test/buyers.ts'
import { expireReservation } from '../../../../test/expire-reservations.ts'
import { expectBalancedBooks, stockOf } from '../../../../test/ledger-assertions.ts'
import { attemptsOf, begin, press, untilStatus } from '../../../../test/payments.ts'
import { setStock, stockVariants, type TestVariant } from '../../../../test/product-factory.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'

let shop: TestShop
let staff: Buyer
let buyer: Buyer
let variant: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  staff = await makeBuyer(shop, { role: 'ADMIN' })
  ;[variant] = await stockVariants(shop, 1, 1_000)
})
beforeEach(async () => {
  buyer = await makeBuyer(shop)
  await setStock(shop, variant, 1_000)
})
afterAll(() => shop.close())
afterEach(() => expectBalancedBooks(shop))

const cancel = (orderId: string, body: object = {}) =>
  shop.call('cancelMyOrder', { headers: buyer.headers, params: { orderId }, body })
const get = async (orderId: string) => {
  const { data } = await shop.call('getMyOrder', { headers: buyer.headers, params: { orderId } })
  return data
}
const untilPaidBack = (orderId: string) =>
  vi.waitFor(
    async () => {
      const { refundedAmount, totalAmount } = await get(orderId)
      expect(refundedAmount).toBe(totalAmount)
    },
    { timeout: 60_000 },
  )

test('a shopper cancels an unpaid order, whose items return to stock', async () => {
  const placed = await order(shop, buyer, [variant], { quantity: 5 })
  const { data } = await cancel(placed.id, { reason: 'Changed my mind' })
  expect(data).toMatchObject({
    status: 'CANCELLED',
    canCancel: false,
    canPay: false,
    holdEndsAt: null,
  })
  expect(await stockOf(shop, variant.id)).toBe(1_000)
  const { rows } = await shop.ctx.db.pool.query(
    'select actor, actor_id, reason from order_transition where order_id = $1 order by id desc limit 1',
    [placed.id],
  )
  expect(rows).toEqual([{ actor: 'SHOPPER', actor_id: buyer.userId, reason: 'Changed my mind' }])
})

test('concurrent cancellation is idempotent', async () => {
  const placed = await order(shop, buyer, [variant])
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () =>
      cancel(placed.id).then(
        () => 'cancelled',
        ({ code }) => code,
      ),
    ),
  )
  expect(outcomes.toSorted()).toEqual([...Array(5).fill('ORDER_NOT_CANCELLABLE'), 'cancelled'])
  expect(await stockOf(shop, variant.id)).toBe(1_000)
})

test('an expired order can be cancelled; it has no reserved items', async () => {
  const placed = await order(shop, buyer, [variant])
  await expireReservation(shop, placed.id)
  expect((await cancel(placed.id)).data.status).toBe('CANCELLED')
  expect(await stockOf(shop, variant.id)).toBe(1_000)
})

test('cancelling refunds the payment and restocks the items', async () => {
  const placed = await order(shop, buyer, [variant])
  const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
  await press(shop, attempt, 'approve')
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  expect((await cancel(placed.id)).data.status).toBe('CANCELLED')
  await untilPaidBack(placed.id)
  expect(await get(placed.id)).toMatchObject({ paymentStatus: 'REFUNDED' })
  expect(await stockOf(shop, variant.id)).toBe(1_000)
})

test('cancelling closes the open attempt at the provider', async () => {
  const placed = await order(shop, buyer, [variant])
  const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
  await cancel(placed.id)
  const session = shop.ctx.payments.test?.stripe?.bank.session(attempt.providerOrderId)
  expect(session).toMatchObject({ status: 'expired' })
  expect(await attemptsOf(shop, placed.id)).toMatchObject([{ status: 'FAILED' }])
})

test('an order whose payment is being confirmed cannot be cancelled', async () => {
  const placed = await order(shop, buyer, [variant])
  const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
  await press(shop, attempt, 'delay')
  await untilStatus(shop, buyer, attempt, { status: 'PROCESSING' })
  expect(await get(placed.id)).toMatchObject({ canCancel: false, canPay: false })
  expect(await rejectionOf(cancel(placed.id))).toMatchObject({
    status: 409,
    code: 'PAYMENT_IN_PROGRESS',
  })
  await press(shop, attempt, 'fail')
  await untilStatus(shop, buyer, attempt, { status: 'FAILED' })
  expect((await cancel(placed.id)).data.status).toBe('CANCELLED')
})

test('an order cancelled and paid concurrently ends cancelled and refunded, or unpaid', async () => {
  for (let round = 0; round < 6; round += 1) {
    const placed = await order(shop, buyer, [variant])
    const attempt = await begin(shop, buyer, placed.id, round % 2 ? 'PAYPAL' : 'STRIPE')
    await Promise.all([
      press(shop, attempt, 'approve').catch(() => {}),
      cancel(placed.id).catch(() => {}),
    ])
    if ((await get(placed.id)).status !== 'CANCELLED') await cancel(placed.id)
    await vi.waitFor(
      async () => {
        const now = await get(placed.id)
        expect(now.status).toBe('CANCELLED')
        const [payment] = await attemptsOf(shop, placed.id)
        expect(['FAILED', 'REFUNDED']).toContain(payment?.status)
        expect(payment?.refunded_cents).toBe(payment?.captured_cents)
      },
      { timeout: 60_000 },
    )
  }
  expect(await stockOf(shop, variant.id)).toBe(1_000)
})

test('a dispatched order cannot be cancelled, neither by the shopper nor by staff', async () => {
  const placed = await order(shop, buyer, [variant])
  await begin(shop, buyer, placed.id, 'COD')
  const params = { orderId: placed.id }
  const body = { carrier: 'DHL', trackingNumber: '1' }
  await shop.call('shipOrder', { headers: staff.headers, params, body })
  expect(await rejectionOf(cancel(placed.id))).toMatchObject({
    status: 409,
    code: 'ORDER_NOT_CANCELLABLE',
  })
  const reason = { reason: 'Too late' }
  expect(
    await rejectionOf(shop.call('cancelOrder', { headers: staff.headers, params, body: reason })),
  ).toMatchObject({ status: 409, code: 'ORDER_STATE' })
})

test('an order cancelled while cash on delivery is chosen awaits no cash', async () => {
  const { stripe } = shop.ctx.payments.test ?? {}
  const { id } = await order(shop, buyer, [variant])
  await begin(shop, buyer, id, 'STRIPE')
  // The card's attempt is closed before the other one starts.
  stripe?.faults.inject(/\/expire/, () => cancel(id))
  await begin(shop, buyer, id, 'COD').catch(() => null)
  const { data } = await shop.call('getOrder', { headers: staff.headers, params: { orderId: id } })
  expect(data.status).toBe('CANCELLED')
  expect(data.payments.map(({ method, status }) => [method, status])).toEqual([
    ['STRIPE', 'FAILED'],
  ])
})

test('a payment that starts in another tab while its order is cancelled, or recorded as paid, is closed', async () => {
  const { stripe } = shop.ctx.payments.test ?? {}
  const markPaid = (orderId: string) =>
    shop.call('markOrderPaid', {
      headers: staff.headers,
      params: { orderId },
      body: { reference: 'Wire 4711' },
    })
  for (const end of [cancel, markPaid]) {
    const { id } = await order(shop, buyer, [variant])
    await begin(shop, buyer, id, 'STRIPE')
    stripe?.faults.inject(/\/expire/, () => begin(shop, buyer, id, 'PAYPAL'))
    await end(id)
    const attempts = await attemptsOf(shop, id)
    expect(attempts.map(({ method, status }) => [method, status])).toEqual(
      expect.arrayContaining([
        ['STRIPE', 'FAILED'],
        ['PAYPAL', 'FAILED'],
      ]),
    )
  }
})

test('an order cancelled and dispatched concurrently still awaits its cash', async () => {
  const { stripe } = shop.ctx.payments.test ?? {}
  const { id } = await order(shop, buyer, [variant])
  await begin(shop, buyer, id, 'STRIPE')
  // The attempt stays open beside the one that pays the order.
  stripe?.faults.inject(/\/expire/, 'fails', 2)
  await begin(shop, buyer, id, 'COD')
  stripe?.faults.inject(/\/expire/, () =>
    shop.call('shipOrder', {
      headers: staff.headers,
      params: { orderId: id },
      body: { carrier: 'DHL Express', trackingNumber: '00340434161094042557' },
    }),
  )
  expect(await rejectionOf(cancel(id))).toMatchObject({ code: 'ORDER_NOT_CANCELLABLE' })
  const paid = await shop.call('collectCash', { headers: staff.headers, params: { orderId: id } })
  expect(paid.data).toMatchObject({ status: 'SHIPPED', paymentStatus: 'PAID' })
})
