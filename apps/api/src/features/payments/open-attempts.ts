import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import {
  findPayment,
  listAttempts,
  lockAttempts,
  markAsked,
  type PaymentRow,
} from './payments.queries.ts'
import {
  type PaymentProvider,
  ProviderRefusal,
  ProviderUnavailable,
  providerOf,
  type StartedAttempt,
  toStarted,
} from './provider.ts'
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

const minute = 60_000

/** How long a provider takes the money of an attempt; Stripe asks for thirty minutes at least. */
const openMinutes = 36
/** How long a provider that did not answer is asked for the same attempt again. */
const retryMinutes = 5

/** Until when the money of an attempt that begins now is wanted. */
export function wantedUntil(now: Date): Date {
  return new Date(now.getTime() + openMinutes * minute)
}

/** Whether an attempt that its provider has not answered is too old to be asked for again. */
export function isForgotten(
  { provider_ref, created_at }: Pick<PaymentRow, 'provider_ref' | 'created_at'>,
  now: Date,
): boolean {
  return !provider_ref && now.getTime() >= created_at.getTime() + retryMinutes * minute
}

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
