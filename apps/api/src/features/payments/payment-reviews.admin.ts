import { randomUUID } from 'node:crypto'
import type { ReviewKind } from '@solvane/contract/order-payments.admin'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { listDisputes } from './disputes/disputes.queries.ts'
import {
  disputeLost,
  disputeOpened,
  lostCents,
  reviewOfDisputes,
} from './disputes/record-dispute.ts'
import { insertReview } from './payment-reviews.admin.queries.ts'
import { lockAttempts, type PaymentRow, updatePayment } from './payments.queries.ts'
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

/** The kind of review that an attempt waits for; null for none. */
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
