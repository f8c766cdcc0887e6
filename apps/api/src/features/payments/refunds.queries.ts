import type { Queryable } from '../../platform/database/database.ts'
import type { AttemptMethod } from './payments.queries.ts'

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
  settled_at: Date | null
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
    Pick<RefundRow, 'status' | 'key' | 'requested_by' | 'provider_ref' | 'failure' | 'settled_at'>
  >,
): Promise<void> {
  await tx.updateTable('refund').set(change).where('id', '=', id).execute()
}

/** Refunds by these methods that were asked for before an instant and have not come about, the oldest first. */
export function listPendingRefunds(
  db: Queryable,
  { methods, before, limit }: { methods: AttemptMethod[]; before: Date; limit: number },
): Promise<{ id: string }[]> {
  if (methods.length === 0) return Promise.resolve([])
  return db
    .selectFrom('refund as r')
    .innerJoin('payment as p', 'p.id', 'r.payment_id')
    .select('r.id')
    .where('r.status', '=', 'PENDING')
    .where('r.created_at', '<', before)
    .where('p.method', 'in', methods)
    .orderBy('r.created_at')
    .orderBy('r.id')
    .limit(limit)
    .execute()
}
