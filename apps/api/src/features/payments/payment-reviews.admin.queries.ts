import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'
import type { AttemptMethod } from './payments.queries.ts'

/** A review that staff resolved. */
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

/** The resolved reviews of an order's attempts, oldest first. */
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

/** A part of an attempt that waits for its provider, see the view `waiting_for_provider`. */
export interface StuckRow {
  payment_id: string
  order_id: string
  method: AttemptMethod
  what: 'REFUND' | 'ANSWER' | 'EVENT'
  cents: number | null
  since: Date
}

/**
 * Attempts of these orders that have waited for their provider since before an instant, each with
 * what has waited longest.
 */
export async function listStuckPayments(
  db: Queryable,
  before: Date,
  orderIds: string[],
): Promise<StuckRow[]> {
  const { rows } = await sql<StuckRow>`
    select distinct on (payment_id) payment_id, order_id, method, what, sum(cents) as cents,
      min(since) as since
    from waiting_for_provider
    where since <= ${before} and order_id = any (${orderIds}::uuid[])
    group by payment_id, order_id, method, what
    order by payment_id, min(since)`.execute(db)
  return rows
}
