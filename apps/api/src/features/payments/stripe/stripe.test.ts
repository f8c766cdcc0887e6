import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../../test/buyers.ts'
import { emailsTo } from '../../../../test/emails.ts'
import {
  attemptsOf,
  begin,
  press,
  statusOf,
  transitionsOf,
  untilStatus,
} from '../../../../test/payments.ts'
import { stockVariants, type TestVariant } from '../../../../test/product-factory.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'
import { reconcilePayments } from '../payments.jobs.ts'

let shop: TestShop
let buyer: Buyer
let variant: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  variant = (await stockVariants(shop, 1, 1_000))[0]
})
beforeEach(async () => {
  buyer = await makeBuyer(shop)
})
afterAll(() => shop.close())

function stripe() {
  const server = shop.ctx.payments.test?.stripe
  if (!server) throw new Error('Stripe is not simulated')
  return server
}

/** Creates an order with a session. */
async function beginOrder() {
  const placed = await order(shop, buyer, [variant])
  return { placed, attempt: await begin(shop, buyer, placed.id, 'STRIPE') }
}

test('a session has the order’s total, and no text of the shopper', async () => {
  const { placed, attempt } = await beginOrder()
  const session = stripe().bank.session(attempt.providerOrderId)
  expect(session).toMatchObject({
    amount_total: Math.round(placed.totalAmount * 100),
    currency: 'usd',
    client_reference_id: attempt.paymentId,
    customer_email: buyer.email,
    metadata: { solvane_payment_id: attempt.paymentId, order_number: placed.orderNumber },
    success_url: `${shop.ctx.config.publicUrl}/order/payment-return?order=${placed.id}&outcome=paid`,
    cancel_url: `${shop.ctx.config.publicUrl}/order/payment-return?order=${placed.id}&outcome=cancelled`,
  })
  const open = (session?.expires_at ?? 0) - (session?.created ?? 0)
  expect(open).toBeGreaterThanOrEqual(30 * 60)
  expect(open).toBeLessThan(55 * 60)
})

test('a paid session confirms the order after its webhook alone', async () => {
  const { placed, attempt } = await beginOrder()
  expect(await statusOf(shop, buyer, attempt)).toMatchObject({ status: 'PENDING' })
  expect(await press(shop, attempt, 'approve')).toContain(`?order=${placed.id}&outcome=paid`)
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
})

test('a paid session confirms the order when its status is requested, without a webhook', async () => {
  stripe().webhooks.hold()
  const { attempt } = await beginOrder()
  await press(shop, attempt, 'approve')
  expect(await statusOf(shop, buyer, attempt)).toMatchObject({ status: 'PENDING' })
  expect(await statusOf(shop, buyer, attempt, { check: true })).toMatchObject({
    status: 'PAID',
    orderStatus: 'PROCESSING',
  })
  await stripe().webhooks.release()
})

test('concurrent webhooks and status requests settle once, with one e-mail', async () => {
  stripe().webhooks.hold()
  const { placed, attempt } = await beginOrder()
  await press(shop, attempt, 'approve')
  const [statuses] = await Promise.all([
    stripe().webhooks.release({ copies: 3 }),
    ...[1, 2, 3].map(() => statusOf(shop, buyer, attempt, { check: true })),
  ])
  expect(statuses).toEqual([200, 200, 200])
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  expect(await transitionsOf(shop, attempt)).toEqual(['PENDING', 'PAID'])
  const emails = await emailsTo(shop, buyer.email)
  expect(emails.filter(({ kind }) => kind === 'order-paid')).toHaveLength(1)
  const { rows } = await shop.ctx.db.pool.query(
    `select count(*) from provider_event where payload -> 'data' -> 'object' ->> 'id' = $1`,
    [attempt.providerOrderId],
  )
  expect(rows).toEqual([{ count: 1 }])
  expect((await attemptsOf(shop, placed.id)).map(({ status }) => status)).toEqual(['PAID'])
})

test('a delayed payment is awaited, and prevents a second payment', async () => {
  const { placed, attempt } = await beginOrder()
  await press(shop, attempt, 'delay')
  await untilStatus(shop, buyer, attempt, { status: 'PROCESSING', orderStatus: 'PENDING' })
  for (const method of ['STRIPE', 'PAYPAL', 'COD'] as const)
    expect(await rejectionOf(begin(shop, buyer, placed.id, method))).toMatchObject({
      status: 409,
      code: 'PAYMENT_IN_PROGRESS',
    })
  await press(shop, attempt, 'succeed')
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  expect(await transitionsOf(shop, attempt)).toEqual(['PENDING', 'PROCESSING', 'PAID'])
})

test('a delayed payment that fails leaves the order unpaid', async () => {
  const { placed, attempt } = await beginOrder()
  await press(shop, attempt, 'delay')
  await untilStatus(shop, buyer, attempt, { status: 'PROCESSING' })
  await press(shop, attempt, 'fail')
  await untilStatus(shop, buyer, attempt, { status: 'FAILED', orderStatus: 'PENDING' })
  const again = await begin(shop, buyer, placed.id, 'STRIPE')
  await press(shop, again, 'approve')
  await untilStatus(shop, buyer, again, { status: 'PAID', orderStatus: 'PROCESSING' })
  expect(await attemptsOf(shop, placed.id)).toMatchObject([
    { status: 'FAILED', failure: 'The bank declined the payment.' },
    { status: 'PAID', attempt: 2 },
  ])
})

test('webhooks in a different order have the same result', async () => {
  stripe().webhooks.hold()
  const { attempt } = await beginOrder()
  await press(shop, attempt, 'delay')
  await press(shop, attempt, 'succeed')
  await stripe().webhooks.release({ arrange: (ids) => ids.toReversed() })
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
})

test('a late failure event does not undo a payment', async () => {
  const { attempt } = await beginOrder()
  await press(shop, attempt, 'approve')
  await untilStatus(shop, buyer, attempt, { status: 'PAID' })
  for (const type of ['checkout.session.async_payment_failed', 'checkout.session.expired']) {
    const id = `evt_late_${type}_${attempt.paymentId}`
    const object = stripe().bank.session(attempt.providerOrderId)
    stripe().webhooks.send(id, { id, object: 'event', type, data: { object } })
    await untilProcessed(id)
  }
  expect(await transitionsOf(shop, attempt)).toEqual(['PENDING', 'PAID'])
})

test('a declined card can be retried in the same session', async () => {
  const { placed, attempt } = await beginOrder()
  await press(shop, attempt, 'decline')
  const again = await begin(shop, buyer, placed.id, 'STRIPE')
  expect(again).toEqual(attempt)
  await press(shop, again, 'approve')
  await untilStatus(shop, buyer, again, { status: 'PAID' })
})

test('a payment without any webhook is found by reconciliation', async () => {
  stripe().webhooks.hold()
  const { attempt } = await beginOrder()
  await press(shop, attempt, 'approve')
  shop.setTime(new Date(Date.now() + 5 * 60_000))
  await reconcilePayments(shop.ctx)
  shop.setTime(new Date())
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  await stripe().webhooks.release()
})

test('an expired session fails its attempt, and a new one is created', async () => {
  const { placed, attempt } = await beginOrder()
  shop.setTime(new Date(Date.now() + 37 * 60_000))
  await reconcilePayments(shop.ctx)
  shop.setTime(new Date())
  expect(await statusOf(shop, buyer, attempt)).toMatchObject({ status: 'FAILED' })
  const again = await begin(shop, buyer, placed.id, 'STRIPE')
  expect(again.providerOrderId).not.toBe(attempt.providerOrderId)
})

test('an unavailable Stripe fails the start, and the next start resumes the same attempt', async () => {
  const placed = await order(shop, buyer, [variant])
  stripe().faults.inject(/POST .*\/v1\/checkout\/sessions$/, 'fails', 2)
  expect(await rejectionOf(begin(shop, buyer, placed.id, 'STRIPE'))).toMatchObject({
    status: 502,
    code: 'PAYMENT_FAILED',
    message: 'Failed to initiate payment.',
  })
  const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
  await press(shop, attempt, 'approve')
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  expect(await attemptsOf(shop, placed.id)).toHaveLength(1)
})

test('a payment in a session whose response was lost counts', async () => {
  const placed = await order(shop, buyer, [variant])
  stripe().faults.inject(/POST .*\/v1\/checkout\/sessions$/, 'loses the response', 2)
  await rejectionOf(begin(shop, buyer, placed.id, 'STRIPE'))
  const [row] = await attemptsOf(shop, placed.id)
  expect(row).toMatchObject({ status: 'PENDING', provider_ref: null })
  const session = stripe().bank.find(({ client_reference_id }) => client_reference_id === row?.id)
  stripe().bank.approve(session?.id ?? '')
  const attempt = { providerOrderId: session?.id ?? '' }
  await expect
    .poll(() => attemptsOf(shop, placed.id), { timeout: 60_000 })
    .toMatchObject([{ status: 'PAID', provider_ref: session?.id }])
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
})

test('a different amount does not pay until staff accept it', async () => {
  const { placed, attempt } = await beginOrder()
  const due = Math.round(placed.totalAmount * 100)
  stripe().bank.approve(attempt.providerOrderId, due - 1)
  await untilStatus(shop, buyer, attempt, { status: 'PROCESSING', orderStatus: 'PENDING' })
  const [row] = await attemptsOf(shop, placed.id)
  expect(row).toMatchObject({ captured_cents: due - 1, review: expect.stringContaining('due') })
  // A further check does not change that.
  expect(await statusOf(shop, buyer, attempt, { check: true })).toMatchObject({
    status: 'PROCESSING',
  })
  const staff = await makeBuyer(shop, { role: 'ADMIN' })
  await shop.call('markOrderPaid', {
    headers: staff.headers,
    params: { orderId: placed.id },
    body: { reference: 'A cent is a cent' },
  })
  expect(await attemptsOf(shop, placed.id)).toMatchObject([
    { status: 'PAID', captured_cents: due - 1, method: 'STRIPE', review: null },
  ])
})

test('choosing another method expires the open session', async () => {
  const { placed, attempt } = await beginOrder()
  await begin(shop, buyer, placed.id, 'PAYPAL')
  expect(stripe().bank.session(attempt.providerOrderId)).toMatchObject({ status: 'expired' })
  expect(await attemptsOf(shop, placed.id)).toMatchObject([
    { method: 'STRIPE', status: 'FAILED' },
    { method: 'PAYPAL', status: 'PENDING' },
  ])
})

test('a second payment of an order is refunded automatically', async () => {
  const { placed, attempt } = await beginOrder()
  // The first session cannot be expired, because Stripe is unavailable.
  stripe().faults.inject(/POST .*\/expire$/, 'fails', 2)
  const second = await begin(shop, buyer, placed.id, 'PAYPAL')
  await press(shop, second, 'approve')
  await untilStatus(shop, buyer, second, { status: 'PAID', orderStatus: 'PROCESSING' })
  await press(shop, attempt, 'approve')
  await untilStatus(shop, buyer, attempt, { status: 'REFUNDED', orderStatus: 'PROCESSING' })
  const cents = Math.round(placed.totalAmount * 100)
  expect(await attemptsOf(shop, placed.id)).toMatchObject([
    { method: 'STRIPE', captured_cents: cents, refunded_cents: cents, review: null },
    { method: 'PAYPAL', status: 'PAID', refunded_cents: 0 },
  ])
  const session = stripe().bank.session(attempt.providerOrderId)
  expect(stripe().bank.refundsOf(session?.payment_intent ?? '')).toHaveLength(1)
})

test('concurrent starts create one attempt and one session', async () => {
  const placed = await order(shop, buyer, [variant])
  const starts = await Promise.all(
    Array.from({ length: 5 }, () => begin(shop, buyer, placed.id, 'STRIPE')),
  )
  expect(new Set(starts.map(({ providerOrderId }) => providerOrderId)).size).toBe(1)
  expect(await attemptsOf(shop, placed.id)).toHaveLength(1)
})

test('an e-mail address that Stripe rejects is left out', async () => {
  buyer = await makeBuyer(shop, { email: `adä+${crypto.randomUUID()}@example.com` })
  const { attempt } = await beginOrder()
  expect(stripe().bank.session(attempt.providerOrderId)).toMatchObject({ customer_email: null })
})

/** Waits until a sent event has been processed. */
async function untilProcessed(id: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const sql =
          'select processed_at is not null as done from provider_event where event_id = $1'
        return (await shop.ctx.db.pool.query(sql, [id])).rows
      },
      { timeout: 60_000 },
    )
    .toEqual([{ done: true }])
}
