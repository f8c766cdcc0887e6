import type { Queryable } from '../../platform/database/database.ts'
import { type Asked, askAbout, type Context, endUnanswered } from './open-attempts.ts'
import { listAttempts, lockAttempts, type PaymentRow } from './payments.queries.ts'
import { providerOf } from './provider-of.ts'
import { settlePayment } from './settlement/settle-payment.ts'

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
  const answered = payment.provider_ref ? payment : await endUnanswered(ctx, payment)
  // Settled at the same moment: nobody has to be asked any more.
  if (answered?.status !== 'PENDING') return 'asked'
  if (providerOf(ctx, answered))
    return askAbout(ctx, answered, (provider, attempt) => provider.expire(attempt))
  const reason = 'This way to pay is not taken any more'
  await ctx.db.kysely
    .transaction()
    .execute((tx) => settlePayment(ctx, tx, answered.id, { status: 'FAILED', reason }))
  return 'asked'
}
