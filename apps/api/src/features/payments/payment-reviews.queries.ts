import type { PaymentMethod } from '@solvane/contract/payment-methods'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'
import type { AttemptMethod } from './payments.queries.ts'

/** A review that staff resolved. */
interface ReviewRow {
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
 * its longest wait.
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

/** A payment that its payer disputes. A dispute that covers several has a row for each. */
export interface DisputeRow {
  provider: PaymentMethod
  provider_ref: string
  payment_id: string
  status: 'OPEN' | 'WON' | 'LOST'
  /** The disputed amount of this payment. */
  amount_cents: number
  /** ISO 4217, in capitals. */
  currency: string
  reason: string
  answer_by: Date | null
  opened_at: Date
  reported_at: Date
}

const disputes = (db: Queryable) => db.selectFrom('dispute').selectAll().$castTo<DisputeRow>()

export function findDispute(
  db: Queryable,
  {
    provider,
    provider_ref,
    payment_id,
  }: Pick<DisputeRow, 'provider' | 'provider_ref' | 'payment_id'>,
): Promise<DisputeRow | undefined> {
  return disputes(db)
    .where('provider', '=', provider)
    .where('provider_ref', '=', provider_ref)
    .where('payment_id', '=', payment_id)
    .executeTakeFirst()
}

/** The disputes of an order's attempts, oldest first. */
export function listDisputesOfOrder(db: Queryable, orderId: string): Promise<DisputeRow[]> {
  return disputes(db)
    .where('payment_id', 'in', (attempts) =>
      attempts.selectFrom('payment').select('id').where('order_id', '=', orderId),
    )
    .orderBy('opened_at')
    .orderBy('provider_ref')
    .execute()
}

/** The disputes of an attempt. */
export function listDisputes(db: Queryable, paymentId: string): Promise<DisputeRow[]> {
  return disputes(db).where('payment_id', '=', paymentId).execute()
}

/** Adds a dispute of a payment, or replaces its data. */
export async function saveDispute(tx: Queryable, dispute: DisputeRow): Promise<void> {
  const { provider: _, provider_ref: _ref, payment_id: _payment, ...change } = dispute
  await tx
    .insertInto('dispute')
    .values(dispute)
    .onConflict((conflict) =>
      conflict.columns(['provider', 'provider_ref', 'payment_id']).doUpdateSet(change),
    )
    .execute()
}
