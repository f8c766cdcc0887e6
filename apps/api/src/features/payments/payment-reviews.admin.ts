import { randomUUID } from 'node:crypto'
import type { ReviewKind } from '@solvane/contract/orders.admin'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { insertReview, lockAttempts, type PaymentRow, updatePayment } from './payments.queries.ts'
import { listRefunds, type RefundRow } from './refunds/refunds.queries.ts'

/**
 * Ends that an attempt waits for staff, and notes who says why. With `isOver` nothing more is sold for
 * its money: then all of it must have gone back. Raises `PAYMENT_NOT_FOUND` when the order has no such
 * attempt, `ORDER_STATE` when it does not wait, `REVIEW_UNSETTLED` while its money is neither taken nor
 * paid back.
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
  const isKept = wanted.isOver && payment.captured_cents > payment.refunded_cents
  if (isKept || !canResolve(payment, await listRefunds(tx, payment.id)))
    throw new ShopError('REVIEW_UNSETTLED')
  await updatePayment(tx, payment.id, { review: null })
  await insertReview(tx, {
    id: randomUUID(),
    payment_id: payment.id,
    review: payment.review,
    reason: wanted.reason,
    resolved_by: wanted.by,
    at: clock.now(),
  })
}

/** What staff are told where no provider can pay back. */
export const toPayBackByHand = 'To be paid back by hand'

/** What they are told of a refund that the provider refused. */
export const refundFailed = 'A refund failed'

/** What they are told of money for an order that is paid. */
export const paidByAnother = 'The order is paid by another attempt'

/** What kind of look an attempt waits for; null when for none. */
export function reviewKindOf({
  review,
  status,
  captured_cents,
}: Pick<PaymentRow, 'review' | 'status' | 'captured_cents'>): ReviewKind | null {
  if (review === null) return null
  if (review === toPayBackByHand) return 'BY_HAND'
  if (review === refundFailed) return 'REFUND_FAILED'
  if (review === paidByAnother) return 'PAID_TWICE'
  if (status !== 'PROCESSING') return 'SURPLUS'
  return captured_cents > 0 ? 'DECIDE' : 'AT_PROVIDER'
}

/**
 * Whether staff can say that they have looked into it: not while its money neither pays nor has gone
 * back, and not while a refund of it is under way.
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
