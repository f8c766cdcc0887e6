import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../../test/buyers.ts'
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
import { closeOpenAttempts } from '../open-attempts.ts'
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

function paypal() {
  const server = shop.ctx.payments.test?.paypal
  if (!server) throw new Error('PayPal is not simulated')
  return server
}

/** Creates an order with a PayPal order. */
async function beginOrder() {
  const placed = await order(shop, buyer, [variant])
  return { placed, attempt: await begin(shop, buyer, placed.id, 'PAYPAL') }
}

const atPayPal = (attempt: { providerOrderId: string }) => {
  const found = paypal().bank.order(attempt.providerOrderId)
  if (!found) throw new Error('PayPal does not know of it')
  return { ...found, unit: found.purchase_units[0] }
}

test('a PayPal order has the order’s total and its number', async () => {
  const { placed, attempt } = await beginOrder()
  expect(atPayPal(attempt)).toMatchObject({
    intent: 'CAPTURE',
    unit: {
      amount: { currency_code: 'USD', value: placed.totalAmount.toFixed(2) },
      custom_id: attempt.paymentId,
      invoice_id: `${placed.orderNumber}-1`,
    },
  })
  const back = `${shop.ctx.config.publicUrl}/order/payment-return?order=${placed.id}&outcome=`
  expect(paypal().bank.note(attempt.providerOrderId)).toMatchObject({
    returnUrl: `${back}paid`,
    cancelUrl: `${back}cancelled`,
  })
})

test('an approved payment is captured after its webhook alone', async () => {
  const { placed, attempt } = await beginOrder()
  expect(await press(shop, attempt, 'approve')).toContain(`?order=${placed.id}&outcome=paid&token=`)
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  expect(atPayPal(attempt)).toMatchObject({ status: 'COMPLETED' })
})

test('an approved payment is captured when the shopper returns, without a webhook', async () => {
  paypal().webhooks.hold()
  const { attempt } = await beginOrder()
  await press(shop, attempt, 'approve')
  expect(await statusOf(shop, buyer, attempt, { check: true })).toMatchObject({
    status: 'PAID',
    orderStatus: 'PROCESSING',
  })
  await paypal().webhooks.release()
})

test('an approved payment is captured by reconciliation, without webhook or return', async () => {
  paypal().webhooks.hold()
  const { attempt } = await beginOrder()
  await press(shop, attempt, 'approve')
  shop.setTime(new Date(Date.now() + 5 * 60_000))
  await reconcilePayments(shop.ctx)
  shop.setTime(new Date())
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  await paypal().webhooks.release()
})

test('concurrent webhooks and status requests capture once', async () => {
  paypal().webhooks.hold()
  const { placed, attempt } = await beginOrder()
  await press(shop, attempt, 'approve')
  await Promise.all([
    paypal().webhooks.release({ copies: 3 }),
    ...[1, 2, 3].map(() => statusOf(shop, buyer, attempt, { check: true })),
  ])
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  expect(await transitionsOf(shop, attempt)).toEqual(['PENDING', 'PAID'])
  expect(atPayPal(attempt).unit.payments?.captures).toHaveLength(1)
  expect(await attemptsOf(shop, placed.id)).toHaveLength(1)
})

test('a pending capture does not count as paid', async () => {
  const { placed, attempt } = await beginOrder()
  await press(shop, attempt, 'delay')
  await untilStatus(shop, buyer, attempt, { status: 'PROCESSING', orderStatus: 'PENDING' })
  expect(await rejectionOf(begin(shop, buyer, placed.id, 'STRIPE'))).toMatchObject({
    code: 'PAYMENT_IN_PROGRESS',
  })
  await press(shop, attempt, 'succeed')
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  expect(await transitionsOf(shop, attempt)).toEqual(['PENDING', 'PROCESSING', 'PAID'])
})

test('a denied pending capture leaves the order unpaid', async () => {
  const { placed, attempt } = await beginOrder()
  await press(shop, attempt, 'delay')
  await untilStatus(shop, buyer, attempt, { status: 'PROCESSING' })
  await press(shop, attempt, 'fail')
  await untilStatus(shop, buyer, attempt, { status: 'FAILED', orderStatus: 'PENDING' })
  const again = await begin(shop, buyer, placed.id, 'PAYPAL')
  expect(atPayPal(again).unit.invoice_id).toBe(`${placed.orderNumber}-2`)
  await press(shop, again, 'approve')
  await untilStatus(shop, buyer, again, { status: 'PAID', orderStatus: 'PROCESSING' })
})

test('a declined payment fails the attempt', async () => {
  const { placed, attempt } = await beginOrder()
  await press(shop, attempt, 'decline')
  await untilStatus(shop, buyer, attempt, { status: 'FAILED', orderStatus: 'PENDING' })
  expect(await attemptsOf(shop, placed.id)).toMatchObject([{ failure: 'PayPal declined' }])
})

test('an order captured elsewhere is recognized and settled', async () => {
  paypal().webhooks.hold()
  const { attempt } = await beginOrder()
  await press(shop, attempt, 'approve')
  paypal().faults.inject(/POST .*\/capture$/, async () => {
    paypal().bank.capture(attempt.providerOrderId)
  })
  expect(await statusOf(shop, buyer, attempt, { check: true })).toMatchObject({ status: 'PAID' })
  await paypal().webhooks.release()
})

test('a capture whose response is lost is settled by the next check', async () => {
  paypal().webhooks.hold()
  const { attempt } = await beginOrder()
  await press(shop, attempt, 'approve')
  paypal().faults.inject(/POST .*\/capture$/, 'loses the response')
  expect(await statusOf(shop, buyer, attempt, { check: true })).toMatchObject({
    status: 'PENDING',
  })
  expect(await statusOf(shop, buyer, attempt, { check: true })).toMatchObject({ status: 'PAID' })
  expect(atPayPal(attempt).unit.payments?.captures).toHaveLength(1)
  await paypal().webhooks.release()
})

test('an approval after the attempt expired is not captured', async () => {
  const { placed, attempt } = await beginOrder()
  expect(await closeOpenAttempts(shop.ctx, placed.id)).toBe('done')
  paypal().webhooks.hold()
  await press(shop, attempt, 'approve')
  expect(await paypal().webhooks.release()).toEqual([200])
  await expect
    .poll(
      async () =>
        (
          await shop.ctx.db.pool.query(
            `select processed_at is not null as done from provider_event where payload -> 'resource' ->> 'id' = $1`,
            [attempt.providerOrderId],
          )
        ).rows,
      { timeout: 60_000 },
    )
    .toEqual([{ done: true }])
  expect(atPayPal(attempt).unit.payments).toBeUndefined()
  expect(await statusOf(shop, buyer, attempt)).toMatchObject({ status: 'FAILED' })
})

test('a different amount waits for review', async () => {
  paypal().webhooks.hold()
  const { placed, attempt } = await beginOrder()
  await press(shop, attempt, 'approve')
  paypal().bank.capture(attempt.providerOrderId, { currency_code: 'EUR', value: '1.00' })
  await paypal().webhooks.release()
  await untilStatus(shop, buyer, attempt, { status: 'PROCESSING', orderStatus: 'PENDING' })
  expect(await attemptsOf(shop, placed.id)).toMatchObject([
    { captured_cents: 0, review: 'The provider captured EUR instead of USD' },
  ])
  const capture = atPayPal(attempt).unit.payments?.captures[0]?.id ?? ''
  paypal().bank.refund(capture, undefined, undefined)
  await untilStatus(shop, buyer, attempt, { status: 'FAILED', orderStatus: 'PENDING' })
  expect(await attemptsOf(shop, placed.id)).toMatchObject([{ review: null }])
})

test('an unavailable PayPal fails the start, and the next start resumes the same attempt', async () => {
  const placed = await order(shop, buyer, [variant])
  paypal().faults.inject(/POST .*\/v2\/checkout\/orders$/, 'loses the response')
  expect(await rejectionOf(begin(shop, buyer, placed.id, 'PAYPAL'))).toMatchObject({
    code: 'PAYMENT_FAILED',
  })
  const attempt = await begin(shop, buyer, placed.id, 'PAYPAL')
  await press(shop, attempt, 'approve')
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  expect(await attemptsOf(shop, placed.id)).toHaveLength(1)
})

test('an expired access token is replaced', async () => {
  const { attempt } = await beginOrder()
  const newToken = vi.fn(async () => {})
  paypal().faults.inject(/POST .*\/v1\/oauth2\/token$/, newToken)
  paypal().faults.inject(/GET .*\/v2\/checkout\/orders/, 'rejects the token')
  await statusOf(shop, buyer, attempt, { check: true })
  expect(newToken).not.toHaveBeenCalled()
  await press(shop, attempt, 'approve')
  await untilStatus(shop, buyer, attempt, { status: 'PAID' })
  expect(newToken).toHaveBeenCalledOnce()
})
