import { randomUUID } from 'node:crypto'
import { systemRefundKeys } from '@solvane/contract/order-workflow'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { refundOutcomes } from '../../platform/metrics/metrics.ts'
import { type DisputeRow, listDisputes } from './payment-reviews.queries.ts'
import { lostCents, refundByHandRequired, reviewOfDisputes } from './payment-reviews.ts'
import {
  findPayment,
  listAttempts,
  lockAttempts,
  type PaymentRow,
  updatePayment,
} from './payments.queries.ts'
import { paymentChanged, paysOrder } from './payments.ts'
import { updateRefundTotal } from './refunds/provider-refunds.ts'
import {
  insertRefund,
  listRefunds,
  listRefundsOfOrder,
  type RefundRow,
  updateRefund,
} from './refunds/refunds.queries.ts'

type Context = Pick<AppContext, 'clock' | 'jobs' | 'payments'>

/** Makes a recorded refund at its provider. */
export const refundPayment = defineJob<{ refundId: string }>('refund-payment')

/** A refund that staff request, in cents. */
export interface RefundRequest {
  orderId: string
  amountCents: number
  reason: string
  key: string
  by: string
  /** The refunded amounts in cents by part of the order's invoice. */
  parts?: Record<string, number> | undefined
  /** The attempt to refund; by default the one that pays the order. */
  paymentId?: string | undefined
  /** Staff have made the refund themselves. */
  byHand?: boolean | undefined
  /** Never the one that already waits to be made by hand, though of the same amount. */
  isAnother?: boolean | undefined
}

/**
 * Requests a refund, which is made after the commit. Idempotent by `key`. If no provider can make
 * it, or with `byHand`, staff confirm that they made it themselves, with the reference as the
 * reason: a pending refund of the same amount is then settled. Without `paymentId` the attempt that
 * pays the order is refunded. Throws `PAYMENT_NOT_FOUND`, `REFUND_TOO_LARGE` beyond the payment,
 * `REFUND_KEY_REUSED` for the same key with another amount.
 */
export async function requestRefund(
  ctx: Context,
  tx: Queryable,
  wanted: RefundRequest,
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
    if (waiting && !wanted.isAnother && !canRefundAtProvider(ctx, attempt))
      return settleByHand(ctx, tx, attempt, waiting, wanted)
  }
  const payment = refundedAttempt(meant)
  if (!payment) throw new ShopError('REFUND_TOO_LARGE')
  const refunds = known.filter(({ payment_id }) => payment_id === payment.id)
  const disputes = await listDisputes(tx, payment.id)
  if (wanted.amountCents > refundableCents(payment, refunds, disputes))
    throw new ShopError('REFUND_TOO_LARGE')
  const refund = await addRefund(ctx, tx, payment, wanted)
  if (wanted.byHand || !canRefundAtProvider(ctx, payment))
    return settleByHand(ctx, tx, payment, refund, wanted)
  await ctx.jobs.enqueue(tx, refundPayment, { refundId: refund.id })
  return { refundId: refund.id, paymentId: payment.id }
}

/**
 * Refunds up to `cents` of an order, in the transaction that makes the refund due, and returns the
 * refunded amount. Where no provider can refund, staff do it and record it.
 */
export async function refundUpTo(
  ctx: Context,
  tx: Queryable,
  wanted: Pick<RefundRequest, 'orderId' | 'amountCents' | 'reason' | 'by' | 'parts'>,
): Promise<number> {
  const payment = refundedAttempt(await lockAttempts(tx, wanted.orderId))
  return payment ? refundPart(ctx, tx, payment, wanted) : 0
}

/**
 * The amount that can still be refunded of the attempts of these orders, in cents, and whether
 * their providers make the whole refund.
 */
export async function refundableOfOrders(
  ctx: Pick<Context, 'payments'>,
  db: Queryable,
  orderIds: readonly string[],
): Promise<{ cents: number; isByProvider: boolean }> {
  let sum = 0
  const paid: PaymentRow[] = []
  for (const orderId of orderIds) {
    const payment = refundedAttempt(await listAttempts(db, [orderId]))
    if (!payment) continue
    const cents = await refundableOf(db, payment)
    sum += cents
    // An attempt with nothing left does not matter, unless it is the only one.
    if (cents > 0 || orderIds.length === 1) paid.push(payment)
  }
  const isByProvider = paid.length > 0 && paid.every((one) => canRefundAtProvider(ctx, one))
  return { cents: sum, isByProvider }
}

/** The amount that can still be refunded of the payment of an order, in cents. */
export async function refundableOfOrder(db: Queryable, orderId: string): Promise<number> {
  const payment = refundedAttempt(await listAttempts(db, [orderId]))
  return payment ? refundableOf(db, payment) : 0
}

async function refundableOf(db: Queryable, payment: PaymentRow): Promise<number> {
  const refunds = await listRefunds(db, payment.id)
  return refundableCents(payment, refunds, await listDisputes(db, payment.id))
}

/** The attempt whose money is refunded: the one that pays the order, else the last with money. */
function refundedAttempt(attempts: PaymentRow[]): PaymentRow | undefined {
  return (
    attempts.find(({ status }) => paysOrder(status)) ??
    attempts.findLast(({ captured_cents }) => captured_cents > 0)
  )
}

/** Refunds all money of an order that is not being refunded yet. */
export async function refundEverything(
  ctx: Context,
  tx: Queryable,
  orderId: string,
  reason: string,
): Promise<void> {
  for (const { id, captured_cents } of await lockAttempts(tx, orderId))
    if (captured_cents > 0) await refundRemainder(ctx, tx, id, reason)
}

/** Refunds the rest of an attempt's money. The order's attempts must be locked. */
export async function refundRemainder(
  ctx: Context,
  tx: Queryable,
  paymentId: string,
  reason: string,
): Promise<void> {
  const payment = await findPayment(tx, paymentId)
  if (!payment) throw new Error(`There is no payment ${paymentId}`)
  await refundPart(ctx, tx, payment, { amountCents: payment.captured_cents, reason, by: null })
}

/** Refunds up to `cents` of a locked attempt; returns the refunded amount. */
async function refundPart(
  ctx: Context,
  tx: Queryable,
  payment: PaymentRow,
  {
    amountCents,
    reason,
    by,
    parts,
  }: Pick<RefundRequest, 'amountCents' | 'reason' | 'parts'> & { by: string | null },
): Promise<number> {
  const { id: paymentId } = payment
  const refunds = await listRefunds(tx, paymentId)
  const most = refundableCents(payment, refunds, await listDisputes(tx, paymentId))
  const cents = Math.min(amountCents, most)
  if (cents <= 0) return 0
  const key = `${systemRefundKeys}${randomUUID()}`
  const refund = await addRefund(ctx, tx, payment, { amountCents: cents, reason, key, by, parts })
  if (canRefundAtProvider(ctx, payment)) {
    await ctx.jobs.enqueue(tx, refundPayment, { refundId: refund.id })
    return cents
  }
  await updatePayment(tx, paymentId, { review: refundByHandRequired })
  await ctx.jobs.enqueue(tx, paymentChanged, { paymentId })
  return cents
}

/** The amount that can still be refunded, in cents: neither refunded already nor lost in a dispute. */
export function refundableCents(
  { captured_cents }: PaymentRow,
  refunds: RefundRow[],
  disputes: DisputeRow[],
): number {
  const rest = refunds
    .filter(({ status }) => status !== 'FAILED')
    .reduce((sum, { amount_cents }) => sum - amount_cents, captured_cents)
  return Math.max(0, rest - lostCents(disputes))
}

/** Whether the provider of an attempt can refund it; otherwise staff do, and record it. */
export function canRefundAtProvider(
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
    parts,
  }: Pick<RefundRequest, 'amountCents' | 'reason' | 'key' | 'parts'> & { by: string | null },
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
    parts: parts ?? null,
  }
  await insertRefund(tx, refund)
  refundOutcomes.inc({ status: refund.status })
  return refund
}

/** Records a refund that staff made themselves, with their reference to it. */
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
    // Both, so that the account takes both with it.
    reason,
    requested_by: by,
    provider_ref: reason,
    settled_at: ctx.clock.now(),
  })
  refundOutcomes.inc({ status: 'SUCCEEDED' })
  const isLast = (await listRefunds(tx, payment.id)).every(({ status }) => status !== 'PENDING')
  if (isLast && payment.review === refundByHandRequired)
    await updatePayment(tx, payment.id, { review: await reviewOfDisputes(tx, payment.id) })
  await updateRefundTotal(ctx, tx, payment.id)
  await ctx.jobs.enqueue(tx, paymentChanged, { paymentId: payment.id })
  return { refundId: refund.id, paymentId: payment.id }
}
