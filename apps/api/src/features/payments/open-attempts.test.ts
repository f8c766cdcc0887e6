import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../test/buyers.ts'
import { attemptsOf, begin, press, statusOf, untilStatus } from '../../../test/payments.ts'
import { stockVariants, type TestVariant } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { checkPayment, closeOpenAttempts } from './open-attempts.ts'
import { reconcilePayments } from './payments.jobs.ts'
import { listOpenPayments } from './payments.queries.ts'

const minute = 60_000

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

/** Runs `work` with the clock moved forward. */
async function later<Result>(minutes: number, work: () => Promise<Result>): Promise<Result> {
  shop.setTime(new Date(Date.now() + minutes * minute))
  return work().finally(() => shop.setTime(new Date()))
}

test('closing an attempt settles it when it was paid', async () => {
  stripe().webhooks.hold()
  const placed = await order(shop, buyer, [variant])
  const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
  await press(shop, attempt, 'approve')
  expect(await closeOpenAttempts(shop.ctx, placed.id)).toBe('done')
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  await stripe().webhooks.release()
})

test('an attempt of an unavailable provider stays open', async () => {
  const placed = await order(shop, buyer, [variant])
  const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
  stripe().faults.inject(/POST .*\/expire$/, 'fails', 2)
  expect(await closeOpenAttempts(shop.ctx, placed.id)).toBe('unreachable')
  expect(await statusOf(shop, buyer, attempt)).toMatchObject({ status: 'PENDING' })
  expect(await closeOpenAttempts(shop.ctx, placed.id)).toBe('done')
  expect(await statusOf(shop, buyer, attempt)).toMatchObject({ status: 'FAILED' })
})

test('an attempt stays open while Stripe refuses to expire its session, and can be paid', async () => {
  const placed = await order(shop, buyer, [variant])
  const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
  const error = { type: 'invalid_request_error', message: 'A payment is in progress.' }
  const refuse = () => stripe().faults.inject(/POST .*\/expire$/, { status: 400, body: { error } })
  refuse()
  expect(await closeOpenAttempts(shop.ctx, placed.id)).toBe('unreachable')
  refuse()
  const other = await begin(shop, buyer, placed.id, 'PAYPAL')
  expect(await statusOf(shop, buyer, attempt)).toMatchObject({ status: 'PENDING' })
  await press(shop, attempt, 'approve')
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  expect(await statusOf(shop, buyer, other)).toMatchObject({ status: 'PENDING' })
})

test('no payment starts for an order that was cancelled while another attempt of it was closed', async () => {
  const placed = await order(shop, buyer, [variant])
  await begin(shop, buyer, placed.id, 'STRIPE')
  stripe().faults.inject(/POST .*\/expire$/, () =>
    shop.call('cancelMyOrder', {
      headers: buyer.headers,
      params: { orderId: placed.id },
      body: {},
    }),
  )
  expect(await rejectionOf(begin(shop, buyer, placed.id, 'PAYPAL'))).toMatchObject({
    code: 'PAYMENT_FAILED',
  })
  expect(await attemptsOf(shop, placed.id)).toMatchObject([{ method: 'STRIPE', status: 'FAILED' }])
})

test.each([1, 2, 3, 4, 5])(
  'two methods started concurrently leave one open attempt: round %i',
  async () => {
    const placed = await order(shop, buyer, [variant])
    const starts = await Promise.allSettled(
      (['STRIPE', 'PAYPAL', 'STRIPE', 'PAYPAL'] as const).map((method) =>
        begin(shop, buyer, placed.id, method),
      ),
    )
    const attempts = await attemptsOf(shop, placed.id)
    expect(attempts.filter(({ status }) => status === 'PENDING')).toHaveLength(1)
    for (const start of starts)
      if (start.status === 'rejected')
        expect((await rejectionOf(Promise.reject(start.reason))).code).toBe('PAYMENT_FAILED')
    for (const { method, status, provider_ref } of attempts)
      if (method === 'STRIPE' && status === 'FAILED' && provider_ref)
        expect(stripe().bank.session(provider_ref)?.status).toBe('expired')
  },
)

test('an attempt that its provider never started is closed and replaced', async () => {
  const placed = await order(shop, buyer, [variant])
  stripe().faults.inject(/POST .*\/v1\/checkout\/sessions$/, 'fails', 2)
  await rejectionOf(begin(shop, buyer, placed.id, 'STRIPE'))
  await later(4, () => reconcilePayments(shop.ctx))
  expect(await attemptsOf(shop, placed.id)).toMatchObject([{ status: 'PENDING' }])
  await later(6, () => reconcilePayments(shop.ctx))
  expect(await attemptsOf(shop, placed.id)).toMatchObject([
    { status: 'FAILED', failure: 'Ended before the provider answered' },
  ])
  await begin(shop, buyer, placed.id, 'STRIPE')
  expect(await attemptsOf(shop, placed.id)).toMatchObject([{}, { status: 'PENDING', attempt: 2 }])
})

test('reconciliation queries the longest waiting attempts first, and never cash', async () => {
  for (const method of ['STRIPE', 'PAYPAL', 'COD'] as const) {
    const placed = await order(shop, buyer, [variant])
    await begin(shop, buyer, placed.id, method)
  }
  const next = () =>
    later(3, async () => {
      const askedBefore = new Date(shop.ctx.clock.now().getTime() - 2 * minute)
      const methods = ['STRIPE' as const, 'PAYPAL' as const]
      const limit = 1_000
      return listOpenPayments(shop.ctx.db.kysely, { methods, askedBefore, limit })
    })
  const [first, second, ...rest] = await next()
  await later(2, () => checkPayment(shop.ctx, first?.id ?? ''))
  expect(await next()).toEqual([second, ...rest])
  await later(3, () => reconcilePayments(shop.ctx))
  expect(await next()).toEqual([])
})
