import { createHmac } from 'node:crypto'
import { errorEnvelope } from '@solvane/contract/endpoint'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../../test/buyers.ts'
import { begin, press, statusOf, untilStatus } from '../../../../test/payments.ts'
import { stockVariants, type TestVariant } from '../../../../test/product-factory.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'
import { reconcilePayments } from '../payments.jobs.ts'
import { deleteEventsBefore } from './provider-events.queries.ts'

const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_of_the_test' }

let shop: TestShop
let buyer: Buyer
let variant: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  buyer = await makeBuyer(shop)
  variant = (await stockVariants(shop, 1, 1_000))[0]
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.ctx.db.pool.query('delete from provider_event')
})

const json = { 'content-type': 'application/json' }

/** The stored events of Stripe. */
async function events(at: TestShop = shop) {
  const { rows } = await at.ctx.db.pool.query(
    `select type, processed_at is not null as done, attempts, last_error from provider_event
    where provider = 'STRIPE'`,
  )
  return rows
}

async function post(path: string, body: string, headers: Record<string, string>, at = shop) {
  return at.app.inject({
    method: 'POST',
    url: `/api/webhooks/${path}`,
    headers: { ...json, ...headers },
    payload: body,
  })
}

const forgedByPayPal = {
  'paypal-auth-algo': 'SHA256withRSA',
  'paypal-cert-url': 'https://api.paypal.com/cert',
  'paypal-transmission-id': '1',
  'paypal-transmission-sig': 'AAAA',
  'paypal-transmission-time': '2026-01-01T00:00:00Z',
}

/** A webhook about an attempt, as Stripe would send it. */
const aboutSession = (attempt: { paymentId: string; providerOrderId: string }) =>
  JSON.stringify({
    id: `evt_${crypto.randomUUID()}`,
    object: 'event',
    type: 'checkout.session.completed',
    data: {
      object: {
        id: attempt.providerOrderId,
        metadata: { solvane_payment_id: attempt.paymentId },
      },
    },
  })

const signed = (body: string, secret: string, seconds = Math.floor(Date.now() / 1000)) => {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return { 'stripe-signature': `t=${seconds},v1=${signature}` }
}

describe('a webhook with an invalid signature', () => {
  test.each([
    ['Stripe', 'stripe', {}],
    ['Stripe', 'stripe', { 'stripe-signature': 't=1,v1=00' }],
    ['PayPal', 'paypal', {}],
    ['PayPal', 'paypal', forgedByPayPal],
  ])('is rejected, and nothing is stored: %s', async (_name, path, headers) => {
    const body = JSON.stringify({
      id: 'WH-1',
      event_type: 'CHECKOUT.ORDER.APPROVED',
      ...JSON.parse(aboutSession({ paymentId: crypto.randomUUID(), providerOrderId: 'cs_1' })),
    })
    const admin = await makeBuyer(shop, { role: 'ADMIN' })
    // An administrator's token does not replace the signature.
    const answer = await post(path, body, { ...headers, ...admin.headers })
    expect(answer.statusCode).toBe(400)
    expect(errorEnvelope.parse(answer.json()).code).toBe('BAD_REQUEST')
    expect((await shop.ctx.db.pool.query('select from provider_event')).rowCount).toBe(0)
  })

  test.each(['', 'no JSON', '[]', '{"id":1}'])(
    'is rejected without a proper body: %o',
    async (body) => {
      for (const path of ['stripe', 'paypal'])
        expect((await post(path, body, {})).statusCode).toBe(400)
      expect(await events()).toEqual([])
    },
  )

  test('is recognized by any changed byte, and by its age', async () => {
    const withKeys = await openTestShop({ empty: true, settings: keys })
    const body = aboutSession({ paymentId: crypto.randomUUID(), providerOrderId: 'cs_1' })
    const good = signed(body, keys.STRIPE_WEBHOOK_SECRET)
    const old = signed(body, keys.STRIPE_WEBHOOK_SECRET, Math.floor(Date.now() / 1000) - 600)
    expect((await post('stripe', `${body} `, good, withKeys)).statusCode).toBe(400)
    expect((await post('stripe', body, old, withKeys)).statusCode).toBe(400)
    expect((await post('stripe', body, signed(body, 'whsec_other'), withKeys)).statusCode).toBe(400)
    expect(await events(withKeys)).toEqual([])
    expect((await post('stripe', body, good, withKeys)).statusCode).toBe(200)
    expect(await events(withKeys)).toHaveLength(1)
    await withKeys.close()
  })
})

test('a PayPal webhook is rejected for now while PayPal cannot verify it', async () => {
  const paypal = shop.ctx.payments.test?.paypal
  const placed = await order(shop, buyer, [variant])
  paypal?.webhooks.hold()
  const attempt = await begin(shop, buyer, placed.id, 'PAYPAL')
  await press(shop, attempt, 'approve')
  paypal?.faults.inject(/verify-webhook-signature/, 'fails')
  const [id] =
    paypal?.webhooks
      .sent()
      .map((sent) => sent.id)
      .slice(-1) ?? []
  expect(await paypal?.webhooks.release()).toEqual([503])
  expect(await statusOf(shop, buyer, attempt)).toMatchObject({ status: 'PENDING' })
  expect(await paypal?.webhooks.repeat(id ?? '')).toBe(200)
  await untilStatus(shop, buyer, attempt, { status: 'PAID' })
})

test('unverified PayPal messages are rate limited', async () => {
  const guarded = await openTestShop({ empty: true, settings: { RATE_LIMIT_MULTIPLIER: '0.01' } })
  const asked = vi.fn(async () => {})
  guarded.ctx.payments.test?.paypal?.faults.inject(/verify-webhook-signature/, asked, 100)
  const statuses = []
  for (let i = 0; i < 6; i++) {
    const body = JSON.stringify({ id: `WH-${i}`, event_type: 'CHECKOUT.ORDER.APPROVED' })
    statuses.push((await post('paypal', body, forgedByPayPal, guarded)).statusCode)
  }
  expect(statuses).toEqual([400, 400, 400, 429, 429, 429])
  expect(asked).toHaveBeenCalledTimes(3)
  await guarded.close()
})

test('an unrelated event is accepted and not stored', async () => {
  const stripe = shop.ctx.payments.test?.stripe
  stripe?.webhooks.hold()
  for (const [id, type] of [
    ['evt_other_type', 'customer.created'],
    ['evt_other_shop', 'checkout.session.completed'],
    ['evt_no_id', 'charge.refunded'],
  ] as const)
    stripe?.webhooks.send(id, {
      id,
      object: 'event',
      type,
      data: {
        object: { id: 'cs_1', payment_intent: 'pi_1', metadata: { solvane_payment_id: '1' } },
      },
    })
  expect(await stripe?.webhooks.release()).toEqual([200, 200, 200])
  expect(await events()).toEqual([])
})

test('an event of an unknown payment is stored and processed', async () => {
  const stripe = shop.ctx.payments.test?.stripe
  const body = JSON.parse(aboutSession({ paymentId: crypto.randomUUID(), providerOrderId: 'cs_0' }))
  stripe?.webhooks.send(body.id, body)
  await expect.poll(() => events(), { timeout: 60_000 }).toMatchObject([{ done: true }])
})

test('an event that cannot be processed is retried, and stored with its error', async () => {
  const stripe = shop.ctx.payments.test?.stripe
  const placed = await order(shop, buyer, [variant])
  const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
  // Two, because the SDK retries once.
  stripe?.faults.inject(/GET .*\/v1\/checkout\/sessions/, 'fails', 2)
  await press(shop, attempt, 'approve')
  await expect
    .poll(() => events(), { timeout: 60_000 })
    .toMatchObject([{ done: false, attempts: 1, last_error: expect.stringContaining('Stripe') }])
  expect(await statusOf(shop, buyer, attempt)).toMatchObject({ status: 'PENDING' })
  // After its job has stopped retrying.
  shop.setTime(new Date(Date.now() + 14 * 60 * 60_000))
  await reconcilePayments(shop.ctx)
  shop.setTime(new Date())
  await untilStatus(shop, buyer, attempt, { status: 'PAID' })
  expect(await events()).toMatchObject([{ done: true, last_error: null }])
})

test('processed events are deleted in time, others never', async () => {
  await shop.ctx.db.pool.query(`
    insert into provider_event (provider, event_id, type, payload, received_at, processed_at) values
    ('STRIPE', 'old', 'x', '{}', now() - interval '100 days', now() - interval '100 days'),
    ('STRIPE', 'stuck', 'x', '{}', now() - interval '100 days', null),
    ('STRIPE', 'new', 'x', '{}', now(), now())`)
  await deleteEventsBefore(shop.ctx.db.kysely, new Date(Date.now() - 90 * 24 * 60 * 60_000))
  const { rows } = await shop.ctx.db.pool.query('select event_id from provider_event order by 1')
  expect(rows).toEqual([{ event_id: 'new' }, { event_id: 'stuck' }])
})

test('the content of an event about a payment of a closed account is not stored', async () => {
  const { headers, password, email, addressId } = await makeBuyer(shop)
  const { id: orderId } = await order(shop, { headers, addressId }, [variant])
  const { paymentId } = await begin(shop, { headers }, orderId, 'STRIPE')
  await shop.call('cancelMyOrder', { headers, params: { orderId }, body: {} })
  await shop.call('deleteAccount', { headers, body: { password } })
  await shop.ctx.db.pool.query(
    `insert into provider_event (provider, event_id, type, payload, payment_id, received_at)
     values ('STRIPE', 'late', 'x', $1, $2, now() - interval '1 hour')`,
    [JSON.stringify({ email }), paymentId],
  )
  await reconcilePayments(shop.ctx)
  const { rows } = await shop.ctx.db.pool.query(
    `select payload, processed_at is not null as done from provider_event where event_id = 'late'`,
  )
  expect(rows).toEqual([{ payload: {}, done: true }])
})

test('other endpoints still parse their bodies', async () => {
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: json,
    payload: '{"email":',
  })
  expect(answer.statusCode).toBe(400)
  const form = await shop.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'email=a',
  })
  expect(form.statusCode).toBe(415)
  expect((await shop.app.inject('/api/webhooks/stripe')).statusCode).toBe(404)
})
