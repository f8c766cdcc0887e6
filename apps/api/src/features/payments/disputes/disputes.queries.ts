import type { PaymentMethod } from '@solvane/contract/payment-methods'
import type { Queryable } from '../../../platform/database/database.ts'

export interface DisputeRow {
  provider: PaymentMethod
  provider_ref: string
  payment_id: string
  status: 'OPEN' | 'WON' | 'LOST'
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
  { provider, provider_ref }: Pick<DisputeRow, 'provider' | 'provider_ref'>,
): Promise<DisputeRow | undefined> {
  return disputes(db)
    .where('provider', '=', provider)
    .where('provider_ref', '=', provider_ref)
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

/** Adds a dispute, or replaces what is known of it. */
export async function saveDispute(tx: Queryable, dispute: DisputeRow): Promise<void> {
  const { provider: _, provider_ref: _ref, payment_id: _payment, ...change } = dispute
  await tx
    .insertInto('dispute')
    .values(dispute)
    .onConflict((conflict) => conflict.columns(['provider', 'provider_ref']).doUpdateSet(change))
    .execute()
}
