import { randomUUID } from 'node:crypto'
import type { ReviewKind } from '@solvane/contract/order-payments.admin'
import type { PaymentMethod } from '@solvane/contract/payment-methods'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import {
  type DisputeRow,
  findDispute,
  insertReview,
  listDisputes,
  saveDispute,
} from './payment-reviews.queries.ts'
import { findPayment, lockAttempts, type PaymentRow, updatePayment } from './payments.queries.ts'
import { currency, type ReportedDispute } from './provider.ts'
import { listRefunds, type RefundRow } from './refunds/refunds.queries.ts'

/**
 * Resolves the review of an attempt, recording who did so and why. With `isOver` the order is closed, so
 * all of the money must have been refunded. Throws `PAYMENT_NOT_FOUND` when the order has no such attempt,
 * `ORDER_STATE` when it awaits no review, `REVIEW_UNSETTLED` while its money neither pays the order nor
 * is refunded.
 */
export async function resolveReview(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Queryable,
  wanted: { orderId: string; isOver: boolean; paymentId: string; reason: string; by: string },
): Promise<void> {
  const attempts = await lockAttempts(tx, wanted.orderId)
  const payment = attempts.find(({ id }) => id === wanted.paymentId)
  if (!payment) throw new ShopError('PAYMENT_NOT_FOUND')
  if (payment.review === null) throw new ShopError('ORDER_STATE')
  const backCents = payment.refunded_cents + lostCents(await listDisputes(tx, payment.id))
  const isKept = wanted.isOver && payment.captured_cents > backCents
  if (isKept || !canResolve(payment, await listRefunds(tx, payment.id)))
    throw new ShopError('REVIEW_UNSETTLED')
  // A dispute that came meanwhile is still to be looked at; one that this review was about is settled.
  const isOfDispute = payment.review === disputeOpened || payment.review === disputeLost
  await updatePayment(tx, payment.id, {
    review: isOfDispute ? null : await reviewOfDisputes(tx, payment.id),
  })
  await insertReview(tx, {
    id: randomUUID(),
    payment_id: payment.id,
    review: payment.review,
    reason: wanted.reason,
    resolved_by: wanted.by,
    at: clock.now(),
  })
}

/** Shown to staff where no provider can make the refund. */
export const refundByHandRequired = 'To be paid back by hand'

/** Shown to staff when a provider rejected a refund. */
export const refundFailed = 'A refund failed'

/** Shown to staff when money arrives for a paid order. */
export const paidByAnother = 'The order is paid by another attempt'

/** The kind of review that an attempt waits for; null without a review. */
export function reviewKindOf({
  review,
  status,
  captured_cents,
}: Pick<PaymentRow, 'review' | 'status' | 'captured_cents'>): ReviewKind | null {
  if (review === null) return null
  if (review === refundByHandRequired) return 'BY_HAND'
  if (review === refundFailed) return 'REFUND_FAILED'
  if (review === paidByAnother) return 'PAID_TWICE'
  if (review === disputeOpened) return 'DISPUTED'
  if (review === disputeLost) return 'DISPUTE_LOST'
  if (status !== 'PROCESSING') return 'OVERPAYMENT'
  return captured_cents > 0 ? 'DECIDE' : 'AT_PROVIDER'
}

/**
 * Whether staff can resolve a review: only when its money pays the order or was refunded, and no refund
 * of it is under way.
 */
export function canResolve(
  { review, status }: Pick<PaymentRow, 'review' | 'status'>,
  refunds: readonly Pick<RefundRow, 'status'>[],
): boolean {
  return (
    review !== null &&
    status !== 'PROCESSING' &&
    !refunds.some((refund) => refund.status === 'PENDING')
  )
}

/** Shown to staff while the payer disputes the payment at the provider. */
const disputeOpened = 'The payer disputes this payment'

/** Shown to staff when the provider took the money back. */
const disputeLost = 'A dispute was lost'

/**
 * Records a provider's data of a dispute. The payment is under review while the dispute is open and
 * once it is lost; other disputes of the payment keep it there. The payment keeps its status. Late
 * and repeated messages change nothing. The order's attempts must be locked.
 */
export async function recordDispute(
  { log }: Pick<AppContext, 'log'>,
  tx: Queryable,
  { provider, paymentId }: { provider: PaymentMethod; paymentId: string },
  { ref, ...reported }: ReportedDispute,
): Promise<void> {
  const dispute: DisputeRow = {
    provider,
    provider_ref: ref,
    payment_id: paymentId,
    status: reported.status,
    amount_cents: reported.amountCents,
    currency: reported.currency,
    reason: reported.reason,
    answer_by: reported.answerBy,
    opened_at: reported.openedAt,
    reported_at: reported.reportedAt,
  }
  const known = await findDispute(tx, dispute)
  if (known && !isNewer(dispute, known)) return
  await saveDispute(tx, dispute)
  if (known?.status === dispute.status) return
  const review = (await findPayment(tx, paymentId))?.review ?? null
  // Another review waits for staff, who see the dispute beside it.
  if (review !== null && review !== disputeOpened && review !== disputeLost) return
  // A won dispute ends its own review, unless the payment has other disputes to review.
  const next =
    dispute.status !== 'WON'
      ? reviewOf([dispute])
      : review && (await reviewOfDisputes(tx, paymentId))
  await updatePayment(tx, paymentId, { review: next })
  if (next) log.error({ paymentId, dispute: ref, review: next }, 'payment needs review')
}

/**
 * The review that the disputes of a payment require once its other reviews are resolved; null if
 * none.
 */
export async function reviewOfDisputes(tx: Queryable, paymentId: string): Promise<string | null> {
  return reviewOf(await listDisputes(tx, paymentId))
}

/** The review that disputes require: an open dispute comes first, because it has a deadline. */
function reviewOf(disputes: readonly DisputeRow[]): string | null {
  const statuses = disputes.map(({ status }) => status)
  if (statuses.includes('OPEN')) return disputeOpened
  return statuses.includes('LOST') ? disputeLost : null
}

/**
 * Providers send whole seconds: of two messages of one second, the one that closes the dispute is
 * the newer.
 */
function isNewer(dispute: DisputeRow, known: DisputeRow): boolean {
  const age = dispute.reported_at.getTime() - known.reported_at.getTime()
  return age > 0 || (age === 0 && dispute.status !== 'OPEN' && known.status === 'OPEN')
}

/**
 * The amount that the provider took back for lost disputes, in cents. An amount in another currency
 * does not count.
 */
export function lostCents(disputes: readonly DisputeRow[]): number {
  return disputes
    .filter((dispute) => dispute.status === 'LOST' && dispute.currency === currency)
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0)
}
