import { randomUUID } from 'node:crypto'
import { systemRefundKeys } from '@solvane/contract/order-workflow'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { toPayBackByHand } from './payment-reviews.admin.ts'
import { findPayment, lockAttempts, type PaymentRow, updatePayment } from './payments.queries.ts'
import { paymentChanged, paysOrder } from './payments.ts'
import { addUpRefunds } from './refunds/apply-provider-refunds.ts'
import {
  insertRefund,
  listRefunds,
  listRefundsOfOrder,
  type RefundRow,
  updateRefund,
} from './refunds/refunds.queries.ts'

type Context = Pick<AppContext, 'clock' | 'jobs' | 'payments'>

/** Asks the provider for a refund whose row is there. */
export const refundPayment = defineJob<{ refundId: string }>('refund-payment')

/** What staff want paid back, in cents. */
export interface RefundWanted {
  orderId: string
  amountCents: number
  reason: string
  key: string
  by: string
  /** Of which attempt; the one that pays the order unless told. */
  paymentId?: string | undefined
  /** Staff have paid it back themselves. */
  byHand?: boolean | undefined
}

/**
 * Asks for money of an order back, in cents; it is paid back after the commit. The same `key` asks for
 * the same refund. Where no provider can pay back, or `byHand`, staff say with it that they have, and as
 * the reason how: the amount of a refund that waits for them is that refund, whatever else was paid.
 * `paymentId` says of which attempt; without it, it is the one that pays the order. Raises
 * `PAYMENT_NOT_FOUND`, `REFUND_TOO_LARGE` beyond what was paid, `REFUND_KEY_REUSED` for the same key and
 * another amount.
 */
export async function requestRefund(
  ctx: Context,
  tx: Queryable,
  wanted: RefundWanted,
): Promise<{ refundId: string; paymentId: string }> {
  const attempts = await lockAttempts(tx, wanted.orderId)
  const known = await listRefundsOfOrder(tx, wanted.orderId)
  const asked = known.find(({ key }) => key === wanted.key)
  if (asked) {
    if (asked.amount_cents !== wanted.amountCents) throw new ShopError('REFUND_KEY_REUSED')
    return { refundId: asked.id, paymentId: asked.payment_id }
  }
  const meant = attempts.filter(({ id }) => id === (wanted.paymentId ?? id))
  if (wanted.paymentId && meant.length === 0) throw new ShopError('PAYMENT_NOT_FOUND')
  for (const attempt of meant) {
    const waiting = known.find(
      ({ payment_id, status, amount_cents }) =>
        payment_id === attempt.id && status === 'PENDING' && amount_cents === wanted.amountCents,
    )
    if (waiting && !canPayBack(ctx, attempt)) return settleByHand(ctx, tx, attempt, waiting, wanted)
  }
  const payment =
    meant.find(({ status }) => paysOrder(status)) ??
    meant.findLast(({ captured_cents }) => captured_cents > 0)
  if (!payment) throw new ShopError('REFUND_TOO_LARGE')
  const refunds = known.filter(({ payment_id }) => payment_id === payment.id)
  if (wanted.amountCents > restOf(payment, refunds)) throw new ShopError('REFUND_TOO_LARGE')
  const refund = await addRefund(ctx, tx, payment, wanted)
  if (wanted.byHand || !canPayBack(ctx, payment))
    return settleByHand(ctx, tx, payment, refund, wanted)
  await ctx.jobs.enqueue(tx, refundPayment, { refundId: refund.id })
  return { refundId: refund.id, paymentId: payment.id }
}

/** Asks for all the money of an order back that is not on its way already. */
export async function refundEverything(
  ctx: Context,
  tx: Queryable,
  orderId: string,
  reason: string,
): Promise<void> {
  for (const { id, captured_cents } of await lockAttempts(tx, orderId))
    if (captured_cents > 0) await payBackRest(ctx, tx, id, reason)
}

/** Asks for what is left of an attempt's money back. The order's attempts must be locked. */
export async function payBackRest(
  ctx: Context,
  tx: Queryable,
  paymentId: string,
  reason: string,
): Promise<void> {
  const payment = await findPayment(tx, paymentId)
  if (!payment) throw new Error(`There is no payment ${paymentId}`)
  const refunds = await listRefunds(tx, paymentId)
  const rest = restOf(payment, refunds)
  if (rest <= 0) return
  const key = `${systemRefundKeys}${randomUUID()}`
  const refund = await addRefund(ctx, tx, payment, { amountCents: rest, reason, key, by: null })
  if (canPayBack(ctx, payment)) {
    await ctx.jobs.enqueue(tx, refundPayment, { refundId: refund.id })
    return
  }
  await updatePayment(tx, paymentId, { review: toPayBackByHand })
  await ctx.jobs.enqueue(tx, paymentChanged, { paymentId })
}

/** What can still be asked back, in cents. */
export function restOf({ captured_cents }: PaymentRow, refunds: RefundRow[]): number {
  return refunds
    .filter(({ status }) => status !== 'FAILED')
    .reduce((rest, { amount_cents }) => rest - amount_cents, captured_cents)
}

/** Whether the provider of an attempt can pay back; else staff do, and note it. */
export function canPayBack(
  { payments }: Pick<Context, 'payments'>,
  { method, capture_ref }: PaymentRow,
): boolean {
  return method !== 'MANUAL' && capture_ref !== null && !!payments.providers.get(method)?.refund
}

async function addRefund(
  ctx: Context,
  tx: Queryable,
  payment: PaymentRow,
  {
    amountCents,
    reason,
    key,
    by,
  }: { amountCents: number; reason: string; key: string; by: string | null },
): Promise<RefundRow> {
  const refund: RefundRow = {
    id: randomUUID(),
    payment_id: payment.id,
    key,
    amount_cents: amountCents,
    status: 'PENDING',
    reason,
    requested_by: by,
    provider_ref: null,
    failure: null,
    created_at: ctx.clock.now(),
    asked_at: null,
    settled_at: null,
  }
  await insertRefund(tx, refund)
  return refund
}

/** Notes that staff have returned the money themselves, and what they say of it: a transaction, say. */
async function settleByHand(
  ctx: Context,
  tx: Queryable,
  payment: PaymentRow,
  refund: RefundRow,
  { reason, key, by }: { reason: string; key: string; by: string },
): Promise<{ refundId: string; paymentId: string }> {
  await updateRefund(tx, refund.id, {
    status: 'SUCCEEDED',
    key,
    requested_by: by,
    provider_ref: reason,
    settled_at: ctx.clock.now(),
  })
  if (payment.review === toPayBackByHand) await updatePayment(tx, payment.id, { review: null })
  await addUpRefunds(ctx, tx, payment.id)
  await ctx.jobs.enqueue(tx, paymentChanged, { paymentId: payment.id })
  return { refundId: refund.id, paymentId: payment.id }
}
