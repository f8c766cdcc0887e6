import { type Asked, askAbout, type Context, toStarted } from './check-payment.ts'
import { listAttempts, type PaymentRow } from './payments.queries.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Ends the attempts of an order that nobody has paid by: at the provider first, which may know of
 * money that has come; then here. `unreachable` when a provider could not be asked: its attempt stays
 * open. Attempts that are being confirmed go on.
 */
export async function closeOpenAttempts(ctx: Context, orderId: string): Promise<Asked> {
  let outcome: Asked = 'asked'
  for (const attempt of await listAttempts(ctx.db.kysely, [orderId])) {
    if (attempt.status !== 'PENDING') continue
    if ((await closeAttempt(ctx, attempt)) === 'unreachable') outcome = 'unreachable'
  }
  return outcome
}

/** Ends one attempt. */
export async function closeAttempt(ctx: Context, payment: PaymentRow): Promise<Asked> {
  if (
    toStarted(payment) &&
    payment.method !== 'MANUAL' &&
    ctx.payments.providers.has(payment.method)
  )
    return askAbout(ctx, payment, (provider, attempt) => provider.expire(attempt))
  await ctx.db.kysely.transaction().execute((tx) =>
    settlePayment(ctx, tx, payment.id, {
      status: 'FAILED',
      reason: 'Ended before the provider had answered',
    }),
  )
  return 'asked'
}
