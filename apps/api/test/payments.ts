import type { PaymentMethod } from '@solvane/contract/payment-methods'
import type { PaymentInitiation } from '@solvane/contract/payments'
import { vi } from 'vitest'
import { settlePayment } from '../src/features/payments/settle-payment.ts'
import type { Buyer } from './buyers.ts'
import type { TestShop } from './test-shop.ts'

/** Starts to pay an order. */
export async function begin(
  shop: TestShop,
  { headers }: Pick<Buyer, 'headers'>,
  orderId: string,
  paymentMethod: PaymentMethod,
): Promise<PaymentInitiation> {
  const input = { headers, params: { orderId }, body: { paymentMethod } }
  return (await shop.call('initiatePayment', input)).data
}

/** Presses a button on a payment page, and returns where it leads. */
export async function press(
  shop: TestShop,
  { approvalUrl }: Pick<PaymentInitiation, 'approvalUrl'>,
  action: string,
): Promise<string> {
  const { pathname, search } = new URL(approvalUrl ?? '')
  const answer = await shop.app.inject({
    method: 'POST',
    url: pathname + search,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `action=${action}`,
  })
  if (answer.statusCode !== 303) throw new Error(`The page answered ${answer.statusCode}`)
  return answer.headers.location ?? ''
}

/** The status of an attempt; with `check` the provider is queried first. */
export async function statusOf(
  shop: TestShop,
  { headers }: Pick<Buyer, 'headers'>,
  { providerOrderId }: Pick<PaymentInitiation, 'providerOrderId'>,
  { check = false } = {},
) {
  const input = { headers, params: { providerOrderId }, query: { check } }
  return (await shop.call('getPaymentStatus', input)).data
}

/** Settles an attempt as paid, as if its provider had reported the money. */
export async function capturePayment(
  shop: TestShop,
  paymentId: string,
  amount: number,
): Promise<void> {
  await shop.ctx.db.kysely.transaction().execute((tx) =>
    settlePayment(shop.ctx, tx, paymentId, {
      status: 'PAID',
      reason: 'Paid at the last moment',
      captured: { cents: Math.round(amount * 100), currency: 'USD', ref: 'late' },
    }),
  )
}

/** Waits until an attempt and its order stand so, without asking its provider. */
export async function untilStatus(
  shop: TestShop,
  buyer: Pick<Buyer, 'headers'>,
  attempt: Pick<PaymentInitiation, 'providerOrderId'>,
  wanted: { status: string; orderStatus?: string },
): Promise<void> {
  await vi.waitFor(
    async () => {
      const now = await statusOf(shop, buyer, attempt)
      for (const [name, value] of Object.entries(wanted))
        if (now[name as 'status'] !== value) throw new Error(`${name} is ${now[name as 'status']}`)
    },
    { timeout: 60_000, interval: 50 },
  )
}

/** An attempt as it is on record. */
export interface RecordedAttempt {
  id: string
  status: string
  provider_ref: string | null
  amount_cents: number
  captured_cents: number
  refunded_cents: number
  expires_at: Date | null
  review: string | null
  failure: string | null
  attempt: number
  method: string
}

/** The attempts of an order as they are on record. */
export async function attemptsOf(shop: TestShop, orderId: string): Promise<RecordedAttempt[]> {
  const { rows } = await shop.ctx.db.pool.query<RecordedAttempt>(
    'select * from payment where order_id = $1 order by attempt',
    [orderId],
  )
  return rows
}

/** Every state an attempt has been in, the first first. */
export async function transitionsOf(
  shop: TestShop,
  { paymentId }: Pick<PaymentInitiation, 'paymentId'>,
): Promise<string[]> {
  const { rows } = await shop.ctx.db.pool.query<{ to_status: string }>(
    'select to_status from payment_transition where payment_id = $1 order by id',
    [paymentId],
  )
  return rows.map(({ to_status }) => to_status)
}

/** The refunds of an order as they are on record, the oldest first. */
export async function refundsOf(shop: TestShop, orderId: string) {
  const { rows } = await shop.ctx.db.pool.query<{
    id: string
    status: string
    amount_cents: number
    provider_ref: string | null
    reason: string
    failure: string | null
  }>(
    `select r.* from refund r join payment p on p.id = r.payment_id
    where p.order_id = $1 order by r.created_at, r.id`,
    [orderId],
  )
  return rows
}
