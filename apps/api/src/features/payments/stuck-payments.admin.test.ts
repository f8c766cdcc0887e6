import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../test/buyers.ts'
import {
  begin,
  capturePayment,
  press,
  refundsOf,
  statusOf,
  untilStatus,
} from '../../../test/payments.ts'
import { stockVariants, type TestVariant } from '../../../test/product-factory.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { reconcilePayments } from './payments.jobs.ts'

const minute = 60_000

let shop: TestShop
let buyer: Buyer
let staff: Buyer
let variant: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  staff = await makeBuyer(shop, { role: 'ADMIN' })
  variant = (await stockVariants(shop, 1, 1_000))[0]
  await shop.ctx.db.pool.query('update variant set price_cents = 200000 where id = $1', [
    variant.id,
  ])
})
beforeEach(async () => {
  buyer = await makeBuyer(shop)
})
afterEach(async () => {
  comeBack()
  shop.setTime(new Date())
  for (const { webhooks } of Object.values(servers())) await webhooks.release()
})
afterAll(() => shop.close())

function servers() {
  const { stripe, paypal } = shop.ctx.payments.test ?? {}
  if (!stripe || !paypal) throw new Error('They are not simulated')
  return { stripe, paypal }
}

/** Makes both providers unavailable from now on. */
function goAway() {
  const away = { status: 503, body: { error: { message: 'Unavailable' } } }
  for (const { faults } of Object.values(servers())) faults.inject(/./, away, Infinity)
}

function comeBack() {
  for (const { faults } of Object.values(servers())) faults.clear()
}

/** Reconciles with the clock moved forward. */
async function reconcileAfter(minutes: number) {
  shop.setTime(new Date(Date.now() + minutes * minute))
  // Concurrently, as two processes would.
  await Promise.all([reconcilePayments(shop.ctx), reconcilePayments(shop.ctx)])
}

/** An order's payments as staff see them on each page. */
async function seenOf(orderId: string) {
  // The earlier access token has expired.
  const { headers } = await makeBuyer(shop, { role: 'ADMIN' })
  const params = { orderId }
  const [open, list, counts, dashboard] = await Promise.all([
    shop.call('getOrder', { headers, params }),
    shop.call('listOrders', { headers, query: { needsReview: 'true', size: '100' } }),
    shop.call('countOrders', { headers }),
    shop.call('getDashboard', { headers }),
  ])
  const rows = list.data.filter(({ id }) => id === orderId)
  const reviews = dashboard.data.reviews.payments.filter((review) => review.orderId === orderId)
  expect(counts.data.needsReview).toBe(list.total)
  expect(dashboard.data.reviews.count).toBe(list.total)
  return {
    order: open.data.payments.map(({ stuck }) => stuck?.reason ?? null),
    list: rows.map(({ needsReview }) => needsReview),
    dashboard: reviews.map(({ review }) => review),
  }
}

const nothing = { order: [null], list: [], dashboard: [] }
const sentence = (text: RegExp) => ({
  order: [expect.stringMatching(text)],
  list: [true],
  dashboard: [expect.stringMatching(text)],
})

async function forgetJobs(name: string) {
  await shop.ctx.db.pool.query('delete from jobs.job where name = $1', [name])
}

/** Until the shop has processed every message of a provider so far. */
async function untilProcessed(method: 'STRIPE' | 'PAYPAL') {
  const { webhooks } = servers()[method === 'STRIPE' ? 'stripe' : 'paypal']
  const processed =
    'select from provider_event where event_id = any ($1) and processed_at is not null'
  await vi.waitFor(
    async () => {
      const ids = webhooks.sent().map(({ id }) => id)
      expect((await shop.ctx.db.pool.query(processed, [ids])).rowCount).toBe(ids.length)
    },
    { timeout: 60_000 },
  )
}

/** Starts to pay a new order. */
async function beginOrder(method: 'STRIPE' | 'PAYPAL') {
  const placed = await order(shop, buyer, [variant])
  return { id: placed.id, attempt: await begin(shop, buyer, placed.id, method) }
}

describe.each([
  ['STRIPE', 'Stripe'],
  ['PAYPAL', 'PayPal'],
] as const)('while %s is unavailable', (method, name) => {
  test('a refund is retried within a quarter of an hour, shown to staff after an hour, and made once', async () => {
    const { id, attempt } = await beginOrder(method)
    await press(shop, attempt, 'approve')
    await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
    // A message that could not be processed would be shown too.
    await untilProcessed(method)
    goAway()
    await shop.call('refundOrder', {
      headers: staff.headers,
      params: { orderId: id },
      body: { amount: 1_234.5, reason: 'A scratch', key: 'scratch' },
    })
    const tried = 'select from refund where payment_id = $1 and asked_at is not null'
    await vi.waitFor(
      async () =>
        expect((await shop.ctx.db.pool.query(tried, [attempt.paymentId])).rowCount).toBe(1),
      { timeout: 60_000 },
    )
    await forgetJobs('refund-payment')
    expect(await seenOf(id)).toEqual(nothing)
    await reconcileAfter(61)
    expect(await seenOf(id)).toEqual(
      sentence(new RegExp(`^${name} has not taken a refund of \\$1,234\\.50$`)),
    )
    comeBack()
    await reconcileAfter(75)
    expect(await refundsOf(shop, id)).toMatchObject([
      { status: 'SUCCEEDED', amount_cents: 123_450 },
    ])
    expect(await seenOf(id)).toEqual(nothing)
    const paidBack =
      method === 'STRIPE'
        ? servers()
            .stripe.bank.refundsOf(
              servers().stripe.bank.session(attempt.providerOrderId)?.payment_intent ?? '',
            )
            .map(({ amount }) => amount)
        : servers()
            .paypal.bank.order(attempt.providerOrderId)
            ?.purchase_units[0].payments?.refunds?.map(({ amount }) => amount.value)
    expect(paidBack).toEqual([method === 'STRIPE' ? 123_450 : '1234.50'])
  })

  test('an event is processed within a quarter of an hour, and shown to staff after an hour', async () => {
    const { webhooks } = servers()[method === 'STRIPE' ? 'stripe' : 'paypal']
    webhooks.hold()
    const { id, attempt } = await beginOrder(method)
    await press(shop, attempt, 'approve')
    // PayPal can still verify webhooks.
    const away = { status: 503, body: { error: { message: 'Unavailable' } } }
    for (const { faults } of Object.values(servers()))
      faults.inject(/(orders|sessions)/, away, Infinity)
    await webhooks.release()
    const failed = `select from provider_event where payment_id = $1 and attempts > 0 and processed_at is null`
    await vi.waitFor(
      async () =>
        expect(
          (await shop.ctx.db.pool.query(failed, [attempt.paymentId])).rowCount,
        ).toBeGreaterThan(0),
      { timeout: 60_000 },
    )
    await forgetJobs('process-provider-event')
    // Its attempt has ended, so only the event queries it.
    await shop.ctx.db.pool.query(`update payment set status = 'FAILED' where id = $1`, [
      attempt.paymentId,
    ])
    await reconcileAfter(61)
    expect(await seenOf(id)).toEqual(
      sentence(new RegExp(`^A message from ${name} could not be processed$`)),
    )
    comeBack()
    await reconcileAfter(75)
    expect(await seenOf(id)).toEqual(nothing)
    const open = 'select from provider_event where payment_id = $1 and processed_at is null'
    expect((await shop.ctx.db.pool.query(open, [attempt.paymentId])).rowCount).toBe(0)
  })

  test('an event for an unknown payment is shown with its order once that is known', async () => {
    const { webhooks } = servers()[method === 'STRIPE' ? 'stripe' : 'paypal']
    webhooks.hold()
    const { id, attempt } = await beginOrder(method)
    await press(shop, attempt, 'approve')
    const away = { status: 503, body: { error: { message: 'Unavailable' } } }
    for (const { faults } of Object.values(servers()))
      faults.inject(/(orders|sessions)/, away, Infinity)
    await webhooks.release()
    const query = 'select from provider_event where payment_id = $1 and attempts > 0'
    const failed = () => shop.ctx.db.pool.query(query, [attempt.paymentId])
    await vi.waitFor(async () => expect((await failed()).rowCount).toBeGreaterThan(0), {
      timeout: 60_000,
    })
    await forgetJobs('process-provider-event')
    for (const change of [
      `update provider_event set payment_id = null where payment_id = $1`,
      `update payment set status = 'FAILED' where id = $1`,
    ])
      await shop.ctx.db.pool.query(change, [attempt.paymentId])
    await reconcileAfter(61)
    expect(await seenOf(id)).toEqual(
      sentence(new RegExp(`^A message from ${name} could not be processed$`)),
    )
    comeBack()
    await reconcileAfter(75)
    expect(await seenOf(id)).toEqual(nothing)
  })

  test('an event for an unknown payment is shown after an hour, until it is processed', async () => {
    const event = `evt-${crypto.randomUUID()}`
    const receive = `insert into provider_event (provider, event_id, type, payload, received_at) values ($1, $2, 'x', '{}', $3)`
    await shop.ctx.db.pool.query(receive, [method, event, new Date()])
    const seen = async () => {
      const { headers } = await makeBuyer(shop, { role: 'ADMIN' })
      const { reviews } = (await shop.call('getDashboard', { headers })).data
      expect(reviews.eventCount).toBe(reviews.events.length)
      return reviews.events.filter(({ id }) => id === event).map(({ review }) => review)
    }
    shop.setTime(new Date(Date.now() + 59 * minute))
    expect(await seen()).toEqual([])
    shop.setTime(new Date(Date.now() + 61 * minute))
    expect(await seen()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^A message from ${name} about a payment that the shop does not know could not be processed$`,
        ),
      ),
    ])
    await reconcileAfter(62)
    expect(await seen()).toEqual([])
  })

  test('an uncertain payment is queried within a quarter of an hour, and shown to staff after an hour', async () => {
    const { webhooks } = servers()[method === 'STRIPE' ? 'stripe' : 'paypal']
    webhooks.hold()
    const { id, attempt } = await beginOrder(method)
    await press(shop, attempt, 'approve')
    goAway()
    await reconcileAfter(3)
    expect(await seenOf(id)).toEqual(nothing)
    await reconcileAfter(64)
    expect(await seenOf(id)).toEqual(
      sentence(new RegExp(`^${name} has not said whether this is paid$`)),
    )
    comeBack()
    await reconcileAfter(78)
    expect(await seenOf(id)).toEqual(nothing)
    shop.setTime(new Date())
    expect(await statusOf(shop, buyer, attempt)).toMatchObject({ status: 'PAID' })
  })
})

test('a manual refund is under review, but not stuck at a provider', async () => {
  const placed = await order(shop, buyer, [variant])
  const attempt = await begin(shop, buyer, placed.id, 'USDT')
  await capturePayment(shop, attempt.paymentId, placed.totalAmount)
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  const params = { orderId: placed.id }
  await shop.call('cancelMyOrder', { headers: buyer.headers, params, body: {} })
  shop.setTime(new Date(Date.now() + 61 * minute))
  expect(await refundsOf(shop, placed.id)).toMatchObject([{ status: 'PENDING' }])
  expect(await seenOf(placed.id)).toEqual({
    order: [null],
    list: [true],
    dashboard: ['To be paid back by hand'],
  })
})
