import type { PaymentMethod } from '@solvane/contract/payment-methods'
import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { findPayment, updatePayment } from '../payments.queries.ts'
import { currency, type ReportedDispute } from '../provider.ts'
import { type DisputeRow, findDispute, listDisputes, saveDispute } from './disputes.queries.ts'

/** Shown to staff while the payer disputes the payment at the provider. */
export const disputeOpened = 'The payer disputes this payment'

/** Shown to staff when the provider took the money back. */
export const disputeLost = 'A dispute was lost'

/**
 * Records what a provider says of a disputed payment, and puts the payment under review while it is open and once it
 * is lost; other disputes of the payment keep it there. The payment keeps its status (decision D11). Late and
 * repeated messages change nothing. The order's attempts must be locked.
 */
export async function recordDispute(
  { log }: Pick<AppContext, 'log'>,
  tx: Queryable,
  { provider, paymentId }: { provider: PaymentMethod; paymentId: string },
  { ref, ...reported }: ReportedDispute,
): Promise<void> {
  const dispute: DisputeRow = {
    provider,
    provider_ref: ref,
    payment_id: paymentId,
    status: reported.status,
    amount_cents: reported.amountCents,
    currency: reported.currency,
    reason: reported.reason,
    answer_by: reported.answerBy,
    opened_at: reported.openedAt,
    reported_at: reported.reportedAt,
  }
  const known = await findDispute(tx, dispute)
  if (known && !isNewer(dispute, known)) return
  await saveDispute(tx, dispute)
  if (known?.status === dispute.status) return
  const review = (await findPayment(tx, paymentId))?.review ?? null
  // Another review waits for staff, who see the dispute beside it.
  if (review !== null && review !== disputeOpened && review !== disputeLost) return
  // A won dispute settles itself, and none of the others of the same payment.
  const next =
    dispute.status !== 'WON'
      ? reviewOf([dispute])
      : review && (await reviewOfDisputes(tx, paymentId))
  await updatePayment(tx, paymentId, { review: next })
  if (next) log.error({ paymentId, dispute: ref, review: next }, 'payment needs review')
}

/** The review that the disputes of a payment keep it under, once what else staff had to look at is settled. */
export async function reviewOfDisputes(tx: Queryable, paymentId: string): Promise<string | null> {
  return reviewOf(await listDisputes(tx, paymentId))
}

/** What staff must look at: a dispute to be answered comes first, because that has a deadline. */
function reviewOf(disputes: readonly DisputeRow[]): string | null {
  const statuses = disputes.map(({ status }) => status)
  if (statuses.includes('OPEN')) return disputeOpened
  return statuses.includes('LOST') ? disputeLost : null
}

/** Providers give whole seconds: of two messages of one second, the one that closes is the newer. */
function isNewer(dispute: DisputeRow, known: DisputeRow): boolean {
  const age = dispute.reported_at.getTime() - known.reported_at.getTime()
  return age > 0 || (age === 0 && dispute.status !== 'OPEN' && known.status === 'OPEN')
}

/** What the provider took back for lost disputes, in cents. Another currency has no amount in the shop. */
export function lostCents(disputes: readonly DisputeRow[]): number {
  return disputes
    .filter((dispute) => dispute.status === 'LOST' && dispute.currency === currency)
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0)
}
