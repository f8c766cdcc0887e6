import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../../test/buyers.ts'
import { expectBalancedBooks } from '../../../../test/ledger-assertions.ts'
import { attemptsOf, begin, press, refundsOf, untilStatus } from '../../../../test/payments.ts'
import { stockVariants, type TestVariant } from '../../../../test/product-factory.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'

let shop: TestShop
let staff: Buyer
let buyer: Buyer
let variant: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  staff = await makeBuyer(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
  ;[variant] = await stockVariants(shop, 1, 1_000)
})
beforeEach(async () => {
  buyer = await makeBuyer(shop)
})
afterAll(() => shop.close())
afterEach(() => expectBalancedBooks(shop))

const resolve = (orderId: string, paymentId: string, reason = 'Looked into it') =>
  shop.call('resolvePaymentReview', {
    headers: staff.headers,
    params: { orderId, paymentId },
    body: { reason },
  })
const refund = (orderId: string, body: object) =>
  shop.call('refundOrder', {
    headers: staff.headers,
    params: { orderId },
    body: { reason: 'Wire 4711', key: crypto.randomUUID(), ...body },
  })
const get = async (orderId: string) =>
  (await shop.call('getOrder', { headers: staff.headers, params: { orderId } })).data
const setReview = (paymentId: string, review: string) =>
  shop.ctx.db.pool.query('update payment set review = $1 where id = $2', [review, paymentId])

const recordTransition = (paymentId: string, from: string | null, to: string) =>
  shop.ctx.db.pool.query(
    `insert into payment_transition (payment_id, from_status, to_status, reason, at)
    values ($1, $2, $3, 'test', now())`,
    [paymentId, from, to],
  )

async function paid() {
  const placed = await order(shop, buyer, [variant])
  const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
  await press(shop, attempt, 'approve')
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  return { orderId: placed.id, paymentId: attempt.paymentId, total: placed.totalAmount }
}

/** Creates an attempt that received less than is due. */
async function underpaid() {
  const placed = await order(shop, buyer, [variant])
  const { paymentId } = await begin(shop, buyer, placed.id, 'STRIPE')
  await shop.ctx.db.pool.query(
    `update payment set status = 'PROCESSING', captured_cents = 100, review = '$1.00 came' where id = $1`,
    [paymentId],
  )
  await recordTransition(paymentId, 'PENDING', 'PROCESSING')
  return { orderId: placed.id, paymentId }
}

describe('a payment under review', () => {
  test('is resolved with what was done, and by whom', async () => {
    const { orderId, paymentId } = await paid()
    await setReview(paymentId, '$5.00 received after the payment was settled')
    expect((await get(orderId)).payments).toMatchObject([
      {
        review: {
          reason: '$5.00 received after the payment was settled',
          kind: 'OVERPAYMENT',
          canResolve: true,
        },
      },
    ])
    const { data } = await resolve(orderId, paymentId, 'Sent back by wire 4711')
    expect(data.payments).toMatchObject([
      {
        review: null,
        resolvedReviews: [
          {
            review: '$5.00 received after the payment was settled',
            reason: 'Sent back by wire 4711',
            by: { id: staff.userId },
          },
        ],
      },
    ])
    expect(await rejectionOf(resolve(orderId, paymentId))).toMatchObject({
      status: 409,
      code: 'ORDER_STATE',
    })
    expect(data.payments).toEqual((await get(orderId)).payments)
  })

  test('stays under review while the money neither pays nor was refunded', async () => {
    const { orderId, paymentId } = await underpaid()
    expect((await get(orderId)).payments).toMatchObject([
      { review: { kind: 'DECIDE', canResolve: false } },
    ])
    expect(await rejectionOf(resolve(orderId, paymentId))).toMatchObject({
      status: 409,
      code: 'REVIEW_UNSETTLED',
    })
    expect((await get(orderId)).actions).toEqual(['markPaid', 'correctContact'])
    await shop.call('markOrderPaid', {
      headers: staff.headers,
      params: { orderId },
      body: { reference: 'Enough' },
    })
    expect(await get(orderId)).toMatchObject({
      status: 'PROCESSING',
      payments: [{ status: 'PAID', review: null }],
    })
  })

  test('stays under review while money of a cancelled order was not refunded', async () => {
    const { orderId, paymentId } = await paid()
    await shop.ctx.db.pool.query(
      `insert into refund (id, payment_id, key, amount_cents, status, reason, created_at)
      select gen_random_uuid(), id, 'rest 1', captured_cents, 'FAILED', 'Cancelled', now() from payment where id = $1`,
      [paymentId],
    )
    await setReview(paymentId, 'A refund failed')
    await shop.call('cancelOrder', {
      headers: staff.headers,
      params: { orderId },
      body: { reason: 'A flaw' },
    })
    await vi.waitFor(
      async () => expect((await get(orderId)).payments[0]?.status).toBe('REFUNDED'),
      { timeout: 60_000 },
    )
    // The refund of the cancellation is recorded as failed as well.
    await shop.ctx.db.pool.query(`update refund set status = 'FAILED' where payment_id = $1`, [
      paymentId,
    ])
    await shop.ctx.db.pool.query(
      `update payment set status = 'PAID', refunded_cents = 0, review = 'A refund failed' where id = $1`,
      [paymentId],
    )
    await shop.ctx.db.pool.query(
      `delete from payment_transition where payment_id = $1 and to_status = 'REFUNDED'`,
      [paymentId],
    )
    const { capturedAmount: amount, payments } = await get(orderId)
    expect(payments).toMatchObject([{ review: { kind: 'REFUND_FAILED' }, refundable: amount }])
    expect(await rejectionOf(resolve(orderId, paymentId))).toMatchObject({
      code: 'REVIEW_UNSETTLED',
    })
    // Paid back by other means, it is settled, and nothing is left to look at.
    await refund(orderId, { amount, byHand: true })
    expect((await get(orderId)).payments).toMatchObject([
      { status: 'REFUNDED', review: null, refundable: 0 },
    ])
  })

  test('is not found without such an attempt', async () => {
    const { orderId, paymentId } = await paid()
    const elsewhere = await paid()
    await setReview(elsewhere.paymentId, 'Look')
    expect(await rejectionOf(resolve(orderId, elsewhere.paymentId))).toMatchObject({
      code: 'PAYMENT_NOT_FOUND',
    })
    expect(await rejectionOf(resolve(crypto.randomUUID(), paymentId))).toMatchObject({
      code: 'ORDER_NOT_FOUND',
    })
    expect(await rejectionOf(resolve(orderId, paymentId, ' '))).toMatchObject({ status: 400 })
    await resolve(elsewhere.orderId, elsewhere.paymentId)
  })
})

describe('a refund made by staff', () => {
  test('is recorded once, without calling the provider', async () => {
    const { orderId, paymentId, total } = await paid()
    const key = crypto.randomUUID()
    await refund(orderId, { amount: 12.5, byHand: true, key })
    await refund(orderId, { amount: 12.5, byHand: true, key })
    expect(await refundsOf(shop, orderId)).toMatchObject([
      { status: 'SUCCEEDED', amount_cents: 1_250, provider_ref: 'Wire 4711' },
    ])
    expect(await attemptsOf(shop, orderId)).toMatchObject([{ status: 'PARTIALLY_REFUNDED' }])
    expect(await rejectionOf(refund(orderId, { amount: total, byHand: true }))).toMatchObject({
      code: 'REFUND_TOO_LARGE',
    })
    const again = { amount: 1, paymentId: crypto.randomUUID() }
    expect(await rejectionOf(refund(orderId, again))).toMatchObject({ code: 'PAYMENT_NOT_FOUND' })
    expect((await get(orderId)).payments).toMatchObject([{ id: paymentId, refunded: 12.5 }])
  })

  test('belongs to the attempt that staff name, not to the one that pays', async () => {
    const { orderId, paymentId } = await paid()
    const second = crypto.randomUUID()
    const { pool } = shop.ctx.db
    await pool.query(
      `insert into payment (id, order_id, attempt, method, status, amount_cents, captured_cents, review, created_at)
      values ($1, $2, 2, 'USDT', 'PROCESSING', 500, 500, 'To be paid back by hand', now())`,
      [second, orderId],
    )
    await recordTransition(second, null, 'PENDING')
    await recordTransition(second, 'PENDING', 'PROCESSING')
    await pool.query(
      `insert into refund (id, payment_id, key, amount_cents, status, reason, created_at)
      values (gen_random_uuid(), $1, 'rest 1', 500, 'PENDING', 'Paid twice', now())`,
      [second],
    )
    expect((await get(orderId)).payments).toMatchObject([
      { id: paymentId, review: null },
      { id: second, review: { kind: 'BY_HAND', canResolve: false }, isRefundedByProvider: false },
    ])
    await refund(orderId, { amount: 5, paymentId: second })
    expect((await get(orderId)).payments).toMatchObject([
      { id: paymentId, status: 'PAID', refunded: 0 },
      {
        id: second,
        status: 'REFUNDED',
        review: null,
        refunds: [{ status: 'SUCCEEDED', providerRef: 'Wire 4711' }],
      },
    ])
  })
})
