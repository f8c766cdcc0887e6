import type { AppContext } from '../../context.ts'
import { findPayment, markAsked, type PaymentRow } from './payments.queries.ts'
import { type PaymentProvider, ProviderUnavailable, type StartedAttempt } from './provider.ts'
import { settlePayment } from './settle-payment.ts'

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
  const provider =
    payment.method === 'MANUAL' ? undefined : ctx.payments.providers.get(payment.method)
  const attempt = toStarted(payment)
  if (!provider || !attempt) return 'asked'
  try {
    const reading = await ask(provider, attempt)
    await ctx.db.kysely.transaction().execute(async (tx) => {
      await settlePayment(ctx, tx, payment.id, reading)
      await markAsked(tx, payment.id, ctx.clock.now())
    })
    return 'asked'
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    ctx.log.warn({ err: error, paymentId: payment.id }, 'a provider could not be asked')
    await markAsked(ctx.db.kysely, payment.id, ctx.clock.now())
    return 'unreachable'
  }
}

/** An attempt as its provider is asked about it; undefined while the provider has not answered. */
export function toStarted(payment: PaymentRow): StartedAttempt | undefined {
  if (!payment.provider_ref) return
  return {
    paymentId: payment.id,
    orderId: payment.order_id,
    providerRef: payment.provider_ref,
    captureRef: payment.capture_ref,
    amountCents: payment.amount_cents,
    createdAt: payment.created_at,
    expiresAt: payment.expires_at,
    isOpen: payment.status === 'PENDING' || payment.status === 'PROCESSING',
  }
}
