import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../test/buyers.ts'
import { begin, press, statusOf, untilStatus } from '../../../test/payments.ts'
import { stockVariants, type TestVariant } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { reconcilePayments } from './payments.jobs.ts'

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

function servers() {
  const { stripe, paypal } = shop.ctx.payments.test ?? {}
  if (!stripe || !paypal) throw new Error('No provider is simulated')
  return { stripe, paypal }
}

/** A paid order with the payer's means to dispute it. */
async function paidOrder(method: 'STRIPE' | 'PAYPAL') {
  const placed = await order(shop, buyer, [variant])
  const attempt = await begin(shop, buyer, placed.id, method)
  await press(shop, attempt, 'approve')
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  const { stripe, paypal } = servers()
  const { bank, webhooks } = method === 'STRIPE' ? stripe : paypal
  const dispute = () =>
    method === 'STRIPE'
      ? stripe.bank.dispute(stripe.bank.session(attempt.providerOrderId)?.payment_intent ?? '').id
      : paypal.bank.dispute(
          paypal.bank.order(attempt.providerOrderId)?.purchase_units[0].payments?.captures[0]?.id ??
            '',
        ).dispute_id
  return { id: placed.id, total: placed.totalAmount, attempt, bank, webhooks, dispute }
}

/** The only payment of an order as staff see it, and whether its order needs review. */
async function seen(orderId: string) {
  const { headers } = staff
  const [open, list, dashboard] = await Promise.all([
    shop.call('getOrder', { headers, params: { orderId } }),
    shop.call('listOrders', { headers, query: { needsReview: 'true', size: '100' } }),
    shop.call('getDashboard', { headers }),
  ])
  const [payment] = open.data.payments
  return {
    payment,
    isListed: list.data.some(({ id }) => id === orderId),
    today: dashboard.data.reviews.payments
      .filter((row) => row.orderId === orderId)
      .map(({ review }) => review),
  }
}

function resolve(orderId: string, paymentId: string) {
  const body = { reason: 'Written off' }
  const params = { orderId, paymentId }
  return shop.call('resolvePaymentReview', { headers: staff.headers, params, body })
}

const waitOptions = { timeout: 60_000, interval: 50 }

describe.each(['STRIPE', 'PAYPAL'] as const)('%s', (method) => {
  test('a dispute is shown to staff until it is lost and they have resolved it', async () => {
    const { id, total, attempt, bank, dispute } = await paidOrder(method)
    const ref = dispute()
    await vi.waitFor(async () => {
      expect(await seen(id)).toMatchObject({
        payment: {
          status: 'PAID',
          review: { kind: 'DISPUTED', reason: 'The payer disputes this payment' },
          disputes: [{ id: ref, status: 'OPEN', amount: total, currency: 'USD' }],
        },
        isListed: true,
        today: ['The payer disputes this payment'],
      })
    }, waitOptions)
    bank.closeDispute(ref, 'lost')
    await vi.waitFor(async () => {
      expect(await seen(id)).toMatchObject({
        payment: {
          status: 'PAID',
          refunded: 0,
          refundable: 0,
          review: { kind: 'DISPUTE_LOST', canResolve: true },
          disputes: [{ id: ref, status: 'LOST', amount: total }],
        },
        isListed: true,
        today: ['A dispute was lost'],
      })
    }, waitOptions)
    // The money is gone already, and must not go back once more.
    const refund = shop.call('refundOrder', {
      headers: staff.headers,
      params: { orderId: id },
      body: { amount: 1, reason: 'Again', key: crypto.randomUUID() },
    })
    expect(await rejectionOf(refund)).toMatchObject({ code: 'REFUND_TOO_LARGE' })
    expect(await statusOf(shop, buyer, attempt)).toMatchObject({ status: 'PAID' })
    await resolve(id, attempt.paymentId)
    expect(await seen(id)).toMatchObject({ payment: { review: null }, isListed: false, today: [] })
  })

  test('an open dispute stays with staff when all money is refunded', async () => {
    const { id, total, bank, dispute } = await paidOrder(method)
    const ref = dispute()
    await vi.waitFor(async () => expect((await seen(id)).isListed).toBe(true), waitOptions)
    const body = { amount: total, reason: 'Kindness', key: crypto.randomUUID() }
    const params = { orderId: id }
    await shop.call('refundOrder', { headers: staff.headers, params, body })
    await vi.waitFor(async () => {
      expect(await seen(id)).toMatchObject({
        payment: { status: 'REFUNDED', review: { kind: 'DISPUTED' }, disputes: [{ id: ref }] },
        isListed: true,
      })
    }, waitOptions)
    bank.closeDispute(ref, 'won')
    await vi.waitFor(async () => expect((await seen(id)).isListed).toBe(false), waitOptions)
  })

  test('a dispute that the shop wins leaves nothing to do', async () => {
    const { id, total, bank, dispute } = await paidOrder(method)
    const ref = dispute()
    await vi.waitFor(async () => expect((await seen(id)).isListed).toBe(true), waitOptions)
    bank.closeDispute(ref, 'won')
    await vi.waitFor(async () => {
      expect(await seen(id)).toMatchObject({
        payment: { review: null, refundable: total, disputes: [{ status: 'WON' }] },
        isListed: false,
      })
    }, waitOptions)
  })

  test('a dispute that the shop wins leaves another one to staff', async () => {
    const { id, bank, dispute } = await paidOrder(method)
    const [won, other] = [dispute(), dispute()]
    const statuses = async () =>
      (await seen(id)).payment?.disputes.map(({ status }) => status).toSorted()
    await vi.waitFor(async () => expect(await statuses()).toEqual(['OPEN', 'OPEN']), waitOptions)
    bank.closeDispute(won, 'won')
    await vi.waitFor(async () => expect(await statuses()).toEqual(['OPEN', 'WON']), waitOptions)
    expect(await seen(id)).toMatchObject({
      payment: { review: { kind: 'DISPUTED' } },
      isListed: true,
    })
    bank.closeDispute(other, 'won')
    await vi.waitFor(async () => expect(await statuses()).toEqual(['WON', 'WON']), waitOptions)
    expect(await seen(id)).toMatchObject({ payment: { review: null }, isListed: false })
  })

  test('a dispute that the shop wins leaves the loss of another one to staff', async () => {
    const { id, bank, dispute } = await paidOrder(method)
    const [won, lost] = [dispute(), dispute()]
    const statuses = async () =>
      (await seen(id)).payment?.disputes.map(({ status }) => status).toSorted()
    bank.closeDispute(lost, 'lost')
    await vi.waitFor(async () => expect(await statuses()).toEqual(['LOST', 'OPEN']), waitOptions)
    bank.closeDispute(won, 'won')
    await vi.waitFor(async () => expect(await statuses()).toEqual(['LOST', 'WON']), waitOptions)
    expect(await seen(id)).toMatchObject({
      payment: { review: { kind: 'DISPUTE_LOST' } },
      isListed: true,
    })
  })

  test('out-of-order and repeated messages leave the dispute lost', async () => {
    const { id, bank, webhooks, dispute } = await paidOrder(method)
    webhooks.hold()
    bank.closeDispute(dispute(), 'lost')
    await webhooks.release({ copies: 3, arrange: (ids) => ids.toReversed() })
    await vi.waitFor(async () => {
      const { rows } = await shop.ctx.db.pool.query(
        `select e.event_id from provider_event e join payment p on p.id = e.payment_id
        where p.order_id = $1 and e.type ilike '%dispute%' and e.processed_at is not null`,
        [id],
      )
      expect(rows).toHaveLength(2)
    }, waitOptions)
    expect((await seen(id)).payment).toMatchObject({
      review: { kind: 'DISPUTE_LOST' },
      disputes: [{ status: 'LOST' }],
    })
  })

  test('an order whose money was lost in a dispute can be cancelled and settled', async () => {
    const { id, attempt, bank, dispute } = await paidOrder(method)
    bank.closeDispute(dispute(), 'lost')
    await vi.waitFor(async () => {
      expect((await seen(id)).payment).toMatchObject({ review: { kind: 'DISPUTE_LOST' } })
    }, waitOptions)
    const body = { reason: 'Charged back' }
    await shop.call('cancelOrder', { headers: staff.headers, params: { orderId: id }, body })
    const { data } = await resolve(id, attempt.paymentId)
    expect(data).toMatchObject({
      status: 'CANCELLED',
      payments: [{ status: 'PAID', refunds: [], review: null }],
    })
  })
})

describe('a dispute at PayPal that covers several payments', () => {
  /** Two paid orders of different shoppers, and the captures of both. */
  async function twoPaidOrders() {
    const captureOf = (attempt: { providerOrderId: string }) =>
      servers().paypal.bank.order(attempt.providerOrderId)?.purchase_units[0].payments?.captures[0]
        ?.id ?? ''
    const first = await paidOrder('PAYPAL')
    buyer = await makeBuyer(shop)
    const other = await paidOrder('PAYPAL')
    return { first, other, captures: [captureOf(first.attempt), captureOf(other.attempt)] }
  }

  const seenOfBoth = (orderIds: string[]) => Promise.all(orderIds.map(seen))

  test('is recorded against the order of each, with its own amount, until it is closed', async () => {
    const { first, other, captures } = await twoPaidOrders()
    const { bank } = servers().paypal
    const { dispute_id: ref } = bank.dispute(...captures)
    const rowOf = ({ total }: typeof first, status: string) => ({
      disputes: [{ id: ref, status, amount: total, currency: 'USD' }],
    })
    await vi.waitFor(async () => {
      expect(await seenOfBoth([first.id, other.id])).toMatchObject(
        [first, other].map((order) => ({
          payment: { review: { kind: 'DISPUTED' }, ...rowOf(order, 'OPEN') },
          isListed: true,
        })),
      )
    }, waitOptions)
    bank.closeDispute(ref, 'lost')
    await vi.waitFor(async () => {
      expect(await seenOfBoth([first.id, other.id])).toMatchObject(
        [first, other].map((order) => ({
          payment: { review: { kind: 'DISPUTE_LOST' }, refundable: 0, ...rowOf(order, 'LOST') },
          isListed: true,
        })),
      )
    }, waitOptions)
  })

  test('is recorded against both orders or none, and tried again until PayPal answers', async () => {
    const { first, other, captures } = await twoPaidOrders()
    const { bank, faults } = servers().paypal
    faults.inject(new RegExp(`GET .*/orders/${other.attempt.providerOrderId}`), 'fails', 1_000)
    const { dispute_id: dispute } = bank.dispute(...captures)
    await vi.waitFor(async () => {
      const { rows } = await shop.ctx.db.pool.query(
        `select last_error from provider_event where payload -> 'resource' ->> 'dispute_id' = $1`,
        [dispute],
      )
      expect(rows).toEqual([{ last_error: expect.stringContaining('PayPal') }])
    }, waitOptions)
    for (const { payment } of await seenOfBoth([first.id, other.id]))
      expect(payment).toMatchObject({ disputes: [], review: null })
    faults.clear()
    shop.setTime(new Date(Date.now() + 11 * 60_000))
    await reconcilePayments(shop.ctx)
    shop.setTime(null)
    for (const { payment } of await seenOfBoth([first.id, other.id]))
      expect(payment).toMatchObject({
        disputes: [{ status: 'OPEN' }],
        review: { kind: 'DISPUTED' },
      })
  })

  test('is recorded against the payments of the shop; of an unknown one the log says so', async () => {
    const { first, captures } = await twoPaidOrders()
    const { bank } = servers().paypal
    await shop.ctx.db.pool.query('update payment set capture_ref = null where capture_ref = $1', [
      captures[1],
    ])
    const logged = vi.spyOn(shop.ctx.log, 'error')
    const { dispute_id: dispute } = bank.dispute(...captures)
    await vi.waitFor(async () => {
      expect((await seen(first.id)).payment?.disputes).toMatchObject([{ status: 'OPEN' }])
    }, waitOptions)
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({ dispute }),
      'disputed payment is unknown',
    )
    logged.mockRestore()
  })
})

test('an open dispute stays with staff when they take too little money as the payment', async () => {
  const placed = await order(shop, buyer, [variant])
  const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
  const { bank } = servers().stripe
  bank.approve(attempt.providerOrderId, 1_00)
  await vi.waitFor(async () => {
    expect((await seen(placed.id)).payment).toMatchObject({ review: { kind: 'DECIDE' } })
  }, waitOptions)
  bank.dispute(bank.session(attempt.providerOrderId)?.payment_intent ?? '')
  await vi.waitFor(async () => {
    expect((await seen(placed.id)).payment).toMatchObject({ disputes: [{ status: 'OPEN' }] })
  }, waitOptions)
  await shop.call('markOrderPaid', {
    headers: staff.headers,
    params: { orderId: placed.id },
    body: { reference: 'The rest is a kindness' },
  })
  expect(await seen(placed.id)).toMatchObject({
    payment: { status: 'PAID', review: { kind: 'DISPUTED' } },
    isListed: true,
  })
})

test('an open dispute comes up once another review is resolved', async () => {
  const { id, attempt, dispute } = await paidOrder('STRIPE')
  const { bank } = servers().stripe
  await shop.call('refundOrder', {
    headers: staff.headers,
    params: { orderId: id },
    body: { amount: 1, reason: 'Kindness', key: crypto.randomUUID() },
  })
  const intent = bank.session(attempt.providerOrderId)?.payment_intent ?? ''
  await vi.waitFor(() => expect(bank.refundsOf(intent)).toHaveLength(1), waitOptions)
  bank.failRefund(bank.refundsOf(intent)[0]?.id ?? '')
  await vi.waitFor(async () => {
    expect((await seen(id)).payment).toMatchObject({ review: { kind: 'REFUND_FAILED' } })
  }, waitOptions)
  dispute()
  await vi.waitFor(async () => {
    expect((await seen(id)).payment).toMatchObject({ disputes: [{ status: 'OPEN' }] })
  }, waitOptions)
  await resolve(id, attempt.paymentId)
  expect(await seen(id)).toMatchObject({
    payment: { review: { kind: 'DISPUTED' } },
    isListed: true,
  })
})

test('an account with an open dispute is kept until the dispute is closed', async () => {
  const { id, bank, dispute } = await paidOrder('STRIPE')
  const { headers } = staff
  const params = { orderId: id }
  await shop.call('shipOrder', { headers, params, body: { carrier: 'DHL', trackingNumber: '1' } })
  await shop.call('deliverOrder', { headers, params })
  const ref = dispute()
  await vi.waitFor(async () => expect((await seen(id)).isListed).toBe(true), waitOptions)
  const { paymentId } = { paymentId: (await seen(id)).payment?.id ?? '' }
  await resolve(id, paymentId)
  const close = () =>
    shop.call('deleteAccount', { headers: buyer.headers, body: { password: buyer.password } })
  expect(await rejectionOf(close())).toMatchObject({ code: 'ORDERS_UNDER_WAY' })
  bank.closeDispute(ref, 'won')
  await vi.waitFor(async () => {
    expect((await seen(id)).payment).toMatchObject({ disputes: [{ status: 'WON' }] })
  }, waitOptions)
  await close()
})
