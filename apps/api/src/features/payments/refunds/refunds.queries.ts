import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database/database.ts'
import type { AttemptMethod } from '../payments.queries.ts'

export type RefundStatus = 'PENDING' | 'SUCCEEDED' | 'FAILED'

export interface RefundRow {
  id: string
  payment_id: string
  key: string
  amount_cents: number
  status: RefundStatus
  reason: string
  requested_by: string | null
  provider_ref: string | null
  failure: string | null
  created_at: Date
  asked_at: Date | null
  settled_at: Date | null
  /** The refunded amounts in cents by part of the order's invoice; null if unknown. */
  parts: Record<string, number> | null
}

const refunds = (db: Queryable) => db.selectFrom('refund').selectAll().$castTo<RefundRow>()

export function findRefund(db: Queryable, id: string): Promise<RefundRow | undefined> {
  return refunds(db).where('id', '=', id).executeTakeFirst()
}

/** The refunds of an attempt, the oldest first. */
export function listRefunds(db: Queryable, paymentId: string): Promise<RefundRow[]> {
  return refunds(db)
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The refunds of an order's attempts, the oldest first. */
export function listRefundsOfOrder(db: Queryable, orderId: string): Promise<RefundRow[]> {
  return refunds(db)
    .where('payment_id', 'in', (attempts) =>
      attempts.selectFrom('payment').select('id').where('order_id', '=', orderId),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function insertRefund(tx: Queryable, refund: RefundRow): Promise<void> {
  await tx.insertInto('refund').values(refund).execute()
}

export async function updateRefund(
  tx: Queryable,
  id: string,
  change: Partial<
    Pick<
      RefundRow,
      'status' | 'key' | 'reason' | 'requested_by' | 'provider_ref' | 'failure' | 'settled_at'
    >
  >,
): Promise<void> {
  await tx.updateTable('refund').set(change).where('id', '=', id).execute()
}

/** Records when a refund was requested from the provider. */
export async function markRefundRequested(db: Queryable, id: string, at: Date): Promise<void> {
  await db.updateTable('refund').set({ asked_at: at }).where('id', '=', id).execute()
}

/**
 * Pending refunds by these methods, longest waiting first: those that the provider has not accepted and that
 * were last requested before `untakenBefore`, and accepted ones last queried before `takenBefore`.
 */
export function listPendingRefunds(
  db: Queryable,
  {
    methods,
    untakenBefore,
    takenBefore,
    limit,
  }: { methods: AttemptMethod[]; untakenBefore: Date; takenBefore: Date; limit: number },
): Promise<{ id: string }[]> {
  if (methods.length === 0) return Promise.resolve([])
  return db
    .selectFrom('refund as r')
    .innerJoin('payment as p', 'p.id', 'r.payment_id')
    .select('r.id')
    .where('r.status', '=', 'PENDING')
    .where(
      sql<boolean>`coalesce(r.asked_at, r.created_at)
        < case when r.provider_ref is null then ${untakenBefore}::timestamptz else ${takenBefore}::timestamptz end`,
    )
    .where('p.method', 'in', methods)
    .orderBy(sql`coalesce(r.asked_at, r.created_at)`)
    .orderBy('r.id')
    .limit(limit)
    .execute()
}

/** Replaces the reasons that staff wrote for refunds and reviews of a user's payments. */
export async function removeReasonsOfUser(tx: Queryable, userId: string): Promise<void> {
  const reason = 'About an order of a closed account'
  // A refund that staff made themselves repeats its reason as the reference.
  await sql`
    update refund set reason = ${reason}, provider_ref = nullif(provider_ref, reason)
    where requested_by is not null and payment_id in (
      select p.id from payment p join orders o on o.id = p.order_id where o.user_id = ${userId})`.execute(
    tx,
  )
  await sql`
    update payment_review set reason = ${reason} where payment_id in (
      select p.id from payment p join orders o on o.id = p.order_id where o.user_id = ${userId})`.execute(
    tx,
  )
}
