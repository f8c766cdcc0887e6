import type { Queryable } from '../../platform/database/database.ts'
import { type Asked, askAbout, type Context, endUnanswered } from './check-payment.ts'
import { listAttempts, lockAttempts, type PaymentRow } from './payments.queries.ts'
import { providerOf } from './provider-of.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Ends the attempts of an order that nobody has paid by: at the provider first, which may know of
 * money that has come; then here. `unreachable` when a provider could not be asked: its attempt stays
 * open. Attempts that are being confirmed go on, and so does cash on delivery: an order may be on its way
 * because of it, so it ends with what is decided of the order, see `endCashOnDelivery`.
 */
export async function closeOpenAttempts(ctx: Context, orderId: string): Promise<Asked> {
  let outcome: Asked = 'asked'
  for (const attempt of await listAttempts(ctx.db.kysely, [orderId])) {
    if (attempt.status !== 'PENDING' || attempt.method === 'COD') continue
    if ((await closeAttempt(ctx, attempt)) === 'unreachable') outcome = 'unreachable'
  }
  return outcome
}

/**
 * Nobody awaits cash for an order any more. In the transaction that takes the order elsewhere, with the
 * order locked and found not to be on its way.
 */
export async function endCashOnDelivery(
  ctx: Omit<Context, 'db'>,
  tx: Queryable,
  orderId: string,
): Promise<void> {
  for (const { id, method, status } of await lockAttempts(tx, orderId))
    if (method === 'COD' && status === 'PENDING')
      await settlePayment(ctx, tx, id, { status: 'FAILED', reason: 'No cash is awaited any more' })
}

/** Ends one attempt that nobody has paid by. */
export async function closeAttempt(ctx: Context, payment: PaymentRow): Promise<Asked> {
  // A way to pay that is not taken any more has nobody to ask.
  if (!payment.provider_ref || !providerOf(ctx, payment)) return endUnanswered(ctx, payment)
  return askAbout(ctx, payment, (provider, attempt) => provider.expire(attempt))
}
