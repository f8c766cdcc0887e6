import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../../test/buyers.ts'
import { expireReservation } from '../../../../test/expire-reservations.ts'
import { expectBalancedBooks, stockOf } from '../../../../test/ledger-assertions.ts'
import { attemptsOf, begin, capturePayment } from '../../../../test/payments.ts'
import { setStock, stockVariants, type TestVariant } from '../../../../test/product-factory.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'
import { applyPayment } from './apply-payment.ts'

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

const get = async (orderId: string) => {
  const { data } = await shop.call('getMyOrder', { headers: buyer.headers, params: { orderId } })
  return data
}

/** Receives money for an attempt that has already ended. */
async function receive(paymentId: string, amount: number): Promise<void> {
  await capturePayment(shop, paymentId, amount)
  await applyPayment(shop.ctx, paymentId)
}

/** An expired order with an attempt that is paid afterwards. */
async function payLate(take: () => Promise<unknown>) {
  const placed = await order(shop, buyer, [variant], { quantity: 2 })
  const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
  await expireReservation(shop, placed.id)
  await take()
  await receive(attempt.paymentId, placed.totalAmount)
  return placed
}

test('a late payment buys the items if they are still in stock', async () => {
  const placed = await payLate(async () => {})
  expect(await get(placed.id)).toMatchObject({ status: 'PROCESSING', paymentStatus: 'PAID' })
  expect(await stockOf(shop, variant.id)).toBe(998)
})

test('a late payment is refunded if they are gone; a provider that rejects the refund is not retried forever', async () => {
  const placed = await payLate(() => setStock(shop, variant, 1))
  expect(await get(placed.id)).toMatchObject({ status: 'CANCELLED' })
  expect(await stockOf(shop, variant.id)).toBe(1)
  const refunds = async () => {
    const { rows } = await shop.ctx.db.pool.query(
      'select r.amount_cents, r.status from refund r join payment p on p.id = r.payment_id where p.order_id = $1',
      [placed.id],
    )
    return rows
  }
  // Stripe does not know of the money that this test has made up.
  const rejected = [{ amount_cents: Math.round(placed.totalAmount * 100), status: 'FAILED' }]
  await vi.waitFor(async () => expect(await refunds()).toEqual(rejected), { timeout: 60_000 })
  const [attempt] = await attemptsOf(shop, placed.id)
  expect(attempt?.review).toBe('A refund failed')
  await applyPayment(shop.ctx, attempt?.id ?? '')
  expect(await refunds()).toEqual(rejected)
})

test('a payment for a cancelled order is refunded, too', async () => {
  const placed = await order(shop, buyer, [variant])
  const attempt = await begin(shop, buyer, placed.id, 'PAYPAL')
  await shop.call('cancelMyOrder', {
    headers: buyer.headers,
    params: { orderId: placed.id },
    body: {},
  })
  await receive(attempt.paymentId, placed.totalAmount)
  const sum =
    'select sum(r.amount_cents) from refund r join payment p on p.id = r.payment_id where p.order_id = $1'
  const { rows } = await shop.ctx.db.pool.query(sum, [placed.id])
  expect(rows).toEqual([{ sum: Math.round(placed.totalAmount * 100) }])
  expect(await get(placed.id)).toMatchObject({ status: 'CANCELLED' })
})
