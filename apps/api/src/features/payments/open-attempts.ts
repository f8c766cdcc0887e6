import type { AppContext } from '../../context.ts'
import { isForgotten } from './attempt-age.ts'
import { findPayment, lockAttempts, markAsked, type PaymentRow } from './payments.queries.ts'
import {
  type PaymentProvider,
  ProviderRefusal,
  ProviderUnavailable,
  type StartedAttempt,
} from './provider.ts'
import { providerOf, toStarted } from './provider-of.ts'
import { settlePayment } from './settlement/settle-payment.ts'

/** What the use cases of payments work with. */
export type Context = Pick<AppContext, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>

/** Whether a provider could be asked. */
export type Asked = 'asked' | 'unreachable'

/**
 * Asks the provider how an open attempt stands and applies what it says; an attempt whose time is over
 * is ended. Does nothing where there is nobody to ask.
 */
export async function checkPayment(ctx: Context, paymentId: string): Promise<Asked> {
  const payment = await findPayment(ctx.db.kysely, paymentId)
  if (payment?.status !== 'PENDING' && payment?.status !== 'PROCESSING') return 'asked'
  if (isForgotten(payment, ctx.clock.now())) {
    await endUnanswered(ctx, payment)
    return 'asked'
  }
  return askAbout(ctx, payment, async (provider, attempt) => {
    const reading = await provider.read(attempt)
    const isOver = payment.expires_at !== null && payment.expires_at <= ctx.clock.now()
    return isOver && reading.status === 'PENDING' ? provider.expire(attempt) : reading
  })
}

/** Asks about an attempt and applies the answer. */
export async function askAbout(
  ctx: Context,
  payment: PaymentRow,
  ask: (provider: PaymentProvider, attempt: StartedAttempt) => ReturnType<PaymentProvider['read']>,
): Promise<Asked> {
  const provider = providerOf(ctx, payment)
  const attempt = toStarted(payment)
  if (!provider || !attempt) return 'asked'
  try {
    const reading = await ask(provider, attempt)
    await ctx.db.kysely.transaction().execute(async (tx) => {
      await settlePayment(ctx, tx, payment.id, reading)
      await markAsked(tx, payment.id, ctx.clock.now(), { hasAnswered: true })
    })
    return 'asked'
  } catch (error) {
    if (error instanceof ProviderUnavailable)
      ctx.log.warn({ err: error, paymentId: payment.id }, 'a provider could not be asked')
    else if (error instanceof ProviderRefusal)
      ctx.log.error({ err: error, paymentId: payment.id }, 'a provider will not say')
    else throw error
    await markAsked(ctx.db.kysely, payment.id, ctx.clock.now(), { hasAnswered: false })
    return 'unreachable'
  }
}

/**
 * Ends an attempt of which the provider has told nothing: nobody could open it. Gives the attempt
 * instead when the provider has answered at the last moment; it is then as it was.
 */
export async function endUnanswered(
  ctx: Context,
  { id, order_id }: PaymentRow,
): Promise<PaymentRow | undefined> {
  return ctx.db.kysely.transaction().execute(async (tx) => {
    const now = (await lockAttempts(tx, order_id)).find((attempt) => attempt.id === id)
    if (now?.provider_ref) return now
    const reason = 'Ended before the provider had answered'
    await settlePayment(ctx, tx, id, { status: 'FAILED', reason })
  })
}
