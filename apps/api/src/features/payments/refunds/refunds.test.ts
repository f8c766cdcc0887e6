import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../../test/buyers.ts'
import { emailsTo } from '../../../../test/emails.ts'
import { attemptsOf, begin, press, refundsOf, untilStatus } from '../../../../test/payments.ts'
import { stockVariants, type TestVariant } from '../../../../test/product-factory.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'
import { requestRefund } from '../request-refund.ts'
import { applyProviderRefunds, performRefund } from './provider-refunds.ts'

let shop: TestShop
let buyer: Buyer
let staff: Buyer
let variant: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  staff = await makeBuyer(shop, { role: 'ADMIN' })
  variant = (await stockVariants(shop, 1, 1_000))[0]
})
beforeEach(async () => {
  buyer = await makeBuyer(shop)
})
afterAll(() => shop.close())

const servers = () => {
  const { stripe, paypal } = shop.ctx.payments.test ?? {}
  if (!stripe || !paypal) throw new Error('No provider is simulated')
  return { stripe, paypal }
}

/** Creates a paid order; returns its total in cents. */
async function paidOrder(method: 'STRIPE' | 'PAYPAL') {
  const placed = await order(shop, buyer, [variant])
  const attempt = await begin(shop, buyer, placed.id, method)
  await press(shop, attempt, 'approve')
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  return { id: placed.id, attempt, total: Math.round(placed.totalAmount * 100) }
}

function refund(orderId: string, cents: number, key: string = crypto.randomUUID()) {
  return shop.call('refundOrder', {
    headers: staff.headers,
    params: { orderId },
    body: { amount: cents / 100, reason: 'A scratch', key },
  })
}

/** The provider's refunds in cents. */
function paidBackBy(method: 'STRIPE' | 'PAYPAL', { providerOrderId }: { providerOrderId: string }) {
  if (method === 'STRIPE') {
    const session = servers().stripe.bank.session(providerOrderId)
    return servers()
      .stripe.bank.refundsOf(session?.payment_intent ?? '')
      .map(({ amount }) => amount)
  }
  const refunds = servers().paypal.bank.order(providerOrderId)?.purchase_units[0].payments?.refunds
  return (refunds ?? []).map(({ amount }) => Math.round(Number(amount.value) * 100))
}

describe.each(['STRIPE', 'PAYPAL'] as const)('%s', (method) => {
  test('are made in parts, and never exceed the payment', async () => {
    const { id, attempt, total } = await paidOrder(method)
    await refund(id, 1_000)
    await untilStatus(shop, buyer, attempt, { status: 'PARTIALLY_REFUNDED' })
    expect(await rejectionOf(refund(id, total - 999))).toMatchObject({
      status: 409,
      code: 'REFUND_TOO_LARGE',
    })
    await refund(id, total - 1_000)
    await untilStatus(shop, buyer, attempt, { status: 'REFUNDED' })
    expect(paidBackBy(method, attempt)).toEqual([1_000, total - 1_000])
    expect(await rejectionOf(refund(id, 1))).toMatchObject({ code: 'REFUND_TOO_LARGE' })
    const seen = await shop.call('getMyOrder', { headers: buyer.headers, params: { orderId: id } })
    expect(seen.data.refundedAmount).toBe(total / 100)
  })

  test('are made once for the same key', async () => {
    const { id, attempt } = await paidOrder(method)
    const key = crypto.randomUUID()
    await Promise.all([refund(id, 500, key), refund(id, 500, key), refund(id, 500, key)])
    await untilStatus(shop, buyer, attempt, { status: 'PARTIALLY_REFUNDED' })
    await refund(id, 500, key)
    expect(paidBackBy(method, attempt)).toEqual([500])
    expect(await rejectionOf(refund(id, 600, key))).toMatchObject({
      status: 409,
      code: 'REFUND_KEY_REUSED',
    })
  })

  test('are made once for concurrent full refunds', async () => {
    const { id, attempt, total } = await paidOrder(method)
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => refund(id, total)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await untilStatus(shop, buyer, attempt, { status: 'REFUNDED' })
    expect(paidBackBy(method, attempt)).toEqual([total])
  })

  test('are made once when the response is lost and the job is retried', async () => {
    const { id, attempt } = await paidOrder(method)
    const { stripe, paypal } = servers()
    const server = method === 'STRIPE' ? stripe : paypal
    // Stripe's SDK retries once by itself.
    server.faults.inject(/POST .*refund/, 'loses the response', method === 'STRIPE' ? 2 : 1)
    server.webhooks.hold()
    await refund(id, 700)
    await expect.poll(() => paidBackBy(method, attempt), { timeout: 60_000 }).toEqual([700])
    const [row] = await refundsOf(shop, id)
    expect(row).toMatchObject({ status: 'PENDING' })
    await performRefund(shop.ctx, row?.id ?? '')
    await untilStatus(shop, buyer, attempt, { status: 'PARTIALLY_REFUNDED' })
    expect(paidBackBy(method, attempt)).toEqual([700])
    await server.webhooks.release()
    expect(await refundsOf(shop, id)).toMatchObject([{ status: 'SUCCEEDED', amount_cents: 700 }])
  })

  test('cancelling a paid order refunds it, and sends one e-mail', async () => {
    const { id, attempt, total } = await paidOrder(method)
    await shop.call('cancelMyOrder', { headers: buyer.headers, params: { orderId: id }, body: {} })
    await untilStatus(shop, buyer, attempt, { status: 'REFUNDED', orderStatus: 'CANCELLED' })
    expect(paidBackBy(method, attempt)).toEqual([total])
    await expect
      .poll(async () => (await emailsTo(shop, buyer.email)).map(({ kind }) => kind), {
        timeout: 60_000,
      })
      .toContain('order-refunded')
  })
})

test('a refund rejected by Stripe is recorded with the reason, and its amount can be refunded again', async () => {
  const { id, attempt, total } = await paidOrder('STRIPE')
  const { stripe } = servers()
  const intent = stripe.bank.session(attempt.providerOrderId)?.payment_intent ?? ''
  // A refund was made in Stripe's dashboard, and its webhook has not arrived.
  stripe.webhooks.hold()
  stripe.faults.inject(/POST .*\/v1\/refunds$/, async () => {
    stripe.bank.makeRefund({ payment_intent: intent, amount: total, metadata: {} })
  })
  await refund(id, total)
  await expect
    .poll(() => refundsOf(shop, id), { timeout: 60_000 })
    .toMatchObject([
      { status: 'FAILED', failure: expect.stringContaining('already been refunded') },
    ])
  expect(await attemptsOf(shop, id)).toMatchObject([{ review: 'A refund failed' }])
  await stripe.webhooks.release()
  await untilStatus(shop, buyer, attempt, { status: 'REFUNDED' })
  expect(await refundsOf(shop, id)).toMatchObject([
    { status: 'FAILED' },
    { status: 'SUCCEEDED', reason: 'Made at the provider', amount_cents: total },
  ])
})

test('a refund made at PayPal is recognized, and not repeated', async () => {
  const { id, attempt, total } = await paidOrder('PAYPAL')
  const [unit] = servers().paypal.bank.order(attempt.providerOrderId)?.purchase_units ?? []
  const capture = unit?.payments?.captures[0]?.id ?? ''
  servers().paypal.bank.refund(capture, { currency_code: 'USD', value: '10.00' }, undefined)
  await untilStatus(shop, buyer, attempt, { status: 'PARTIALLY_REFUNDED' })
  expect(await rejectionOf(refund(id, total))).toMatchObject({ code: 'REFUND_TOO_LARGE' })
  await refund(id, total - 1_000)
  await untilStatus(shop, buyer, attempt, { status: 'REFUNDED' })
  expect(paidBackBy('PAYPAL', attempt)).toEqual([1_000, total - 1_000])
})

test('a refund that fails later is not counted, and needs review', async () => {
  const { id, attempt, total } = await paidOrder('STRIPE')
  await refund(id, total)
  await untilStatus(shop, buyer, attempt, { status: 'REFUNDED' })
  const { stripe } = servers()
  const intent = stripe.bank.session(attempt.providerOrderId)?.payment_intent ?? ''
  stripe.bank.failRefund(stripe.bank.refundsOf(intent)[0]?.id ?? '')
  await expect
    .poll(() => attemptsOf(shop, id), { timeout: 60_000 })
    .toMatchObject([{ refunded_cents: 0, review: 'A refund failed' }])
  expect(await refundsOf(shop, id)).toMatchObject([
    { status: 'FAILED', failure: 'Stripe: expired_or_canceled_card' },
  ])
  await refund(id, total)
  await expect
    .poll(() => attemptsOf(shop, id), { timeout: 60_000 })
    .toMatchObject([{ refunded_cents: total, review: null }])
})

test('a provider refund without our id is matched to the pending one', async () => {
  const { id, attempt } = await paidOrder('PAYPAL')
  const { kysely } = shop.ctx.db
  await kysely.transaction().execute(async (tx) => {
    const wanted = {
      orderId: id,
      amountCents: 800,
      reason: 'A scratch',
      key: '1',
      by: staff.userId,
    }
    await requestRefund(shop.ctx, tx, wanted)
    const reported = { refundId: null, amountCents: 800, status: 'SUCCEEDED' } as const
    await applyProviderRefunds(shop.ctx, tx, attempt.paymentId, [
      { ...reported, providerRef: 'R1' },
    ])
  })
  const [ours, ...others] = await refundsOf(shop, id)
  expect(ours).toMatchObject({ status: 'SUCCEEDED', amount_cents: 800, provider_ref: 'R1' })
  expect(others).toEqual([])
  // R1 turns out to be another refund of 800: the shop's refund carries its id.
  const both = [
    { providerRef: 'R1', refundId: null, amountCents: 800, status: 'SUCCEEDED' },
    { providerRef: 'R2', refundId: ours?.id ?? '', amountCents: 800, status: 'SUCCEEDED' },
  ] as const
  for (const reported of [both, both.toReversed(), both])
    await kysely
      .transaction()
      .execute((tx) => applyProviderRefunds(shop.ctx, tx, attempt.paymentId, [...reported]))
  expect((await refundsOf(shop, id)).map(({ provider_ref }) => provider_ref)).toEqual(['R2', 'R1'])
  expect(await attemptsOf(shop, id)).toMatchObject([{ refunded_cents: 1_600 }])
})

test('an unpaid order cannot be refunded', async () => {
  const placed = await order(shop, buyer, [variant])
  await begin(shop, buyer, placed.id, 'STRIPE')
  expect(await rejectionOf(refund(placed.id, 1))).toMatchObject({ code: 'REFUND_TOO_LARGE' })
})

test('a payment recorded by staff is refunded by hand, once', async () => {
  const placed = await order(shop, buyer, [variant])
  const orderId = placed.id
  const total = Math.round(placed.totalAmount * 100)
  const body = { reference: 'Wire 12' }
  await shop.call('markOrderPaid', { headers: staff.headers, params: { orderId }, body })
  await shop.call('cancelMyOrder', { headers: buyer.headers, params: { orderId }, body: {} })
  expect(await attemptsOf(shop, orderId)).toMatchObject([
    { method: 'MANUAL', status: 'PAID', review: 'To be paid back by hand' },
  ])
  expect(await refundsOf(shop, orderId)).toMatchObject([{ status: 'PENDING' }])
  const key = crypto.randomUUID()
  await refund(orderId, total, key)
  await refund(orderId, total, key)
  expect(await refundsOf(shop, orderId)).toMatchObject([{ status: 'SUCCEEDED' }])
  expect(await attemptsOf(shop, orderId)).toMatchObject([{ status: 'REFUNDED', review: null }])
  expect(await rejectionOf(refund(orderId, total))).toMatchObject({ code: 'REFUND_TOO_LARGE' })
})

test('all refunds at Stripe are counted, even beyond one page', async () => {
  const { id, attempt } = await paidOrder('STRIPE')
  const { stripe } = servers()
  const intent = stripe.bank.session(attempt.providerOrderId)?.payment_intent ?? ''
  stripe.webhooks.hold()
  for (let made = 0; made < 12; made += 1)
    stripe.bank.makeRefund({ payment_intent: intent, amount: 100 + made, metadata: {} })
  await stripe.webhooks.release()
  await expect
    .poll(() => attemptsOf(shop, id), { timeout: 60_000 })
    .toMatchObject([{ status: 'PARTIALLY_REFUNDED', refunded_cents: 1_266 }])
  expect(await refundsOf(shop, id)).toHaveLength(12)
})
