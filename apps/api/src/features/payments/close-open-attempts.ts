import { type Asked, askAbout, type Context, endUnanswered } from './check-payment.ts'
import { listAttempts, type PaymentRow } from './payments.queries.ts'
import { providerOf } from './provider-of.ts'

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

/** Ends one attempt that nobody has paid by. */
export async function closeAttempt(ctx: Context, payment: PaymentRow): Promise<Asked> {
  // A way to pay that is not taken any more has nobody to ask.
  if (!payment.provider_ref || !providerOf(ctx, payment)) return endUnanswered(ctx, payment)
  return askAbout(ctx, payment, (provider, attempt) => provider.expire(attempt))
}
