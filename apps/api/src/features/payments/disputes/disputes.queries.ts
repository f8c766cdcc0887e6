import type { PaymentMethod } from '@solvane/contract/payment-methods'
import type { Queryable } from '../../../platform/database/database.ts'

/** A payment that its payer disputes. A dispute that covers several has a row for each. */
export interface DisputeRow {
  provider: PaymentMethod
  provider_ref: string
  payment_id: string
  status: 'OPEN' | 'WON' | 'LOST'
  /** What is disputed of this payment. */
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

/** Adds a disputed payment, or replaces what is known of it. */
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
