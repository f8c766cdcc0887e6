import type { PaymentStatus } from '@solvane/contract/payments'
import type { Queryable } from '../../platform/database/database.ts'

/** What of an attempt staff have looked into. */
export interface ReviewRow {
  id: string
  payment_id: string
  review: string
  reason: string
  resolved_by: string
  at: Date
}

export async function insertReview(tx: Queryable, review: ReviewRow): Promise<void> {
  await tx.insertInto('payment_review').values(review).execute()
}

/** What has been looked into of an order's attempts, the oldest first. */
export function listReviewsOfOrder(db: Queryable, orderId: string): Promise<ReviewRow[]> {
  return db
    .selectFrom('payment_review')
    .selectAll()
    .where('payment_id', 'in', (attempts) =>
      attempts.selectFrom('payment').select('id').where('order_id', '=', orderId),
    )
    .orderBy('at')
    .orderBy('id')
    .execute()
}

/** A state an attempt has come to, and why. */
export interface PaymentTransitionRow {
  payment_id: string
  from_status: PaymentStatus | null
  to_status: PaymentStatus
  reason: string
  at: Date
}

/** Every state that an order's attempts have been in, the oldest first. */
export function listTransitionsOfOrder(
  db: Queryable,
  orderId: string,
): Promise<PaymentTransitionRow[]> {
  return db
    .selectFrom('payment_transition')
    .select(['payment_id', 'from_status', 'to_status', 'reason', 'at'])
    .where('payment_id', 'in', (attempts) =>
      attempts.selectFrom('payment').select('id').where('order_id', '=', orderId),
    )
    .orderBy('id')
    .$castTo<PaymentTransitionRow>()
    .execute()
}
