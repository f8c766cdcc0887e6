import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { canResolve } from './payment-review.ts'
import { lockAttempts, updatePayment } from './payments.queries.ts'
import { listRefunds } from './refunds/refunds.queries.ts'
import { insertReview } from './reviews.queries.ts'

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
