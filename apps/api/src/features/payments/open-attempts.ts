import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import {
  findPayment,
  listAttempts,
  lockAttempts,
  markQueried,
  type PaymentRow,
  updatePayment,
} from './payments.queries.ts'
import {
  type PaymentProvider,
  ProviderRejection,
  ProviderUnavailable,
  providerOf,
  type StartedAttempt,
  toStartedAttempt,
} from './provider.ts'
import { settlePayment } from './settle-payment.ts'

/** The part of the application context that payment use cases need. */
export type Context = Pick<AppContext, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>

/** `done` unless the provider could not be reached. */
export type QueryResult = 'done' | 'unreachable'

/** How long starting an attempt is retried while its provider does not answer. */
const retryMinutes = 5

/**
 * Queries the provider of an open attempt and applies the status; expires an attempt past its deadline.
 * Does nothing for an attempt without a provider.
 */
export async function checkPayment(ctx: Context, paymentId: string): Promise<QueryResult> {
  const payment = await findPayment(ctx.db.kysely, paymentId)
  if (payment?.status !== 'PENDING' && payment?.status !== 'PROCESSING') return 'done'
  if (isInitiationOverdue(payment, ctx.clock.now())) {
    await endUnanswered(ctx, payment)
    return 'done'
  }
  return queryProvider(ctx, payment, async (provider, attempt) => {
    const providerStatus = await provider.read(attempt)
    const isOver = payment.expires_at !== null && payment.expires_at <= ctx.clock.now()
    return isOver && providerStatus.status === 'PENDING' ? provider.expire(attempt) : providerStatus
  })
}

/** Queries a provider about an attempt and applies the status. */
export async function queryProvider(
  ctx: Context,
  payment: PaymentRow,
  ask: (provider: PaymentProvider, attempt: StartedAttempt) => ReturnType<PaymentProvider['read']>,
): Promise<QueryResult> {
  const provider = providerOf(ctx, payment)
  const attempt = toStartedAttempt(payment)
  if (!provider || !attempt) return 'done'
  try {
    const providerStatus = await ask(provider, attempt)
    await ctx.db.kysely.transaction().execute(async (tx) => {
      await settlePayment(ctx, tx, payment.id, providerStatus)
      await markQueried(tx, payment.id, ctx.clock.now(), { hasAnswered: true })
    })
    return 'done'
  } catch (error) {
    if (error instanceof ProviderUnavailable)
      ctx.log.warn(
        { err: error, paymentId: payment.id, orderId: payment.order_id },
        'payment status could not be queried (provider unavailable)',
      )
    else if (error instanceof ProviderRejection)
      ctx.log.error(
        { err: error, paymentId: payment.id, orderId: payment.order_id },
        'payment status could not be queried (request rejected)',
      )
    else throw error
    await markQueried(ctx.db.kysely, payment.id, ctx.clock.now(), { hasAnswered: false })
    return 'unreachable'
  }
}

/**
 * Fails an attempt that its provider never started: no shopper could open it. If the provider has
 * answered in the meantime, leaves the attempt unchanged and returns it.
 */
async function endUnanswered(
  ctx: Context,
  { id, order_id }: PaymentRow,
): Promise<PaymentRow | undefined> {
  return ctx.db.kysely.transaction().execute(async (tx) => {
    const now = (await lockAttempts(tx, order_id)).find((attempt) => attempt.id === id)
    if (now?.provider_ref) return now
    const reason = 'Ended before the provider answered'
    await settlePayment(ctx, tx, id, { status: 'FAILED', reason })
  })
}

/** Whether an attempt that its provider has not started is too old to retry. */
export function isInitiationOverdue(
  { provider_ref, created_at }: Pick<PaymentRow, 'provider_ref' | 'created_at'>,
  now: Date,
): boolean {
  return !provider_ref && now.getTime() >= created_at.getTime() + retryMinutes * 60_000
}

/**
 * Closes the unpaid attempts of an order: at the provider first, which may report a payment, then in the
 * database. Gives `unreachable` when a provider could not be queried: its attempt stays open. Attempts
 * that await confirmation stay open. So does cash on delivery, because the order may have been shipped on
 * the strength of it: `endCashOnDelivery` closes it together with the order.
 */
export async function closeOpenAttempts(ctx: Context, orderId: string): Promise<QueryResult> {
  let outcome: QueryResult = 'done'
  for (const attempt of await listAttempts(ctx.db.kysely, [orderId])) {
    if (attempt.status !== 'PENDING' || attempt.method === 'COD') continue
    if ((await closeAttempt(ctx, attempt)) === 'unreachable') outcome = 'unreachable'
  }
  return outcome
}

/**
 * Changes orders so that they can no longer be paid: closes their open attempts first, and
 * afterwards those that started meanwhile, in another tab. Where one cannot be closed, it stays open
 * as after `closeOpenAttempts`.
 */
export async function endPayments(
  ctx: Context,
  orderIds: readonly string[],
  change: () => Promise<unknown>,
): Promise<void> {
  const close = async () => {
    const outcomes: QueryResult[] = []
    for (const id of orderIds) outcomes.push(await closeOpenAttempts(ctx, id))
    return outcomes
  }
  const outcomes = await close()
  await change()
  // The provider would keep the caller waiting once more.
  if (!outcomes.includes('unreachable')) await close()
}

/**
 * Closes the cash-on-delivery attempt of an order. Runs in the transaction that changes the order, with
 * the order locked and known not to be shipped, or to have come back unpaid.
 */
export async function endCashOnDelivery(
  ctx: Omit<Context, 'db'>,
  tx: Queryable,
  orderId: string,
): Promise<void> {
  for (const { id, method, status } of await lockAttempts(tx, orderId))
    if (method === 'COD' && status === 'PENDING')
      await settlePayment(ctx, tx, id, { status: 'FAILED', reason: 'Cash is no longer expected' })
}

/**
 * Prepares the attempts of a locked order whose total staff change to `amountCents`: cash on delivery
 * is collected in the new amount, and money that comes for an earlier attempt waits for review instead
 * of paying the order. Throws `PAYMENT_IN_PROGRESS` while the order can be paid otherwise: an attempt
 * is open at its provider, or being confirmed.
 */
export async function supersedeAttempts(
  tx: Queryable,
  { orderId, amountCents }: { orderId: string; amountCents: number },
): Promise<void> {
  for (const { id, method, status } of await lockAttempts(tx, orderId)) {
    const isCash = method === 'COD' && status === 'PENDING'
    if (!isCash && status !== 'FAILED' && status !== 'REFUNDED')
      throw new ShopError('PAYMENT_IN_PROGRESS')
    await updatePayment(tx, id, isCash ? { amount_cents: amountCents } : { is_superseded: true })
  }
}

/**
 * Puts money that still arrives for a locked order under review, unless it arrives by the attempt
 * that has paid: the money is refunded, and nothing more is owed.
 */
export async function supersedeOthers(tx: Queryable, orderId: string): Promise<void> {
  for (const { id, status } of await lockAttempts(tx, orderId))
    if (status === 'PENDING' || status === 'PROCESSING' || status === 'FAILED')
      await updatePayment(tx, id, { is_superseded: true })
}

/** Closes one unpaid attempt. */
export async function closeAttempt(ctx: Context, payment: PaymentRow): Promise<QueryResult> {
  const answered = payment.provider_ref ? payment : await endUnanswered(ctx, payment)
  // Settled concurrently: there is nothing left to close.
  if (answered?.status !== 'PENDING') return 'done'
  if (providerOf(ctx, answered))
    return queryProvider(ctx, answered, (provider, attempt) => provider.expire(attempt))
  const reason = 'This payment method is no longer available'
  await ctx.db.kysely
    .transaction()
    .execute((tx) => settlePayment(ctx, tx, answered.id, { status: 'FAILED', reason }))
  return 'done'
}
