import { randomUUID } from 'node:crypto'
import type { PaymentMethod } from '@solvane/contract/payment-methods'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { type Context, closeAttempt, isInitiationOverdue, queryProvider } from './open-attempts.ts'
import {
  insertPayment,
  lockAttempts,
  type PaymentRow,
  readTotalDue,
  updatePayment,
} from './payments.queries.ts'
import { cashOnDeliveryOf, isUnderWay, type PaymentFacts } from './payments.ts'
import {
  currency,
  type PaymentProvider,
  ProviderRejection,
  ProviderUnavailable,
  type StartedPayment,
} from './provider.ts'
import { settlePayment } from './settle-payment.ts'

/** How long an attempt can be paid. Stripe requires at least thirty minutes. */
const openMinutes = 36

const startedByShopper = 'Started by the shopper'

/** The payment that a shopper asks for. */
export interface PaymentRequest {
  orderId: string
  orderNumber: string
  userId: string
  email: string
  amountCents: number
  method: PaymentMethod
  /** Shown to the shopper at the provider. */
  description: string
  /** Where the provider returns the shopper to; the outcome is added to the query. */
  returnUrl: string
}

/** An attempt that the shopper can pay. */
export interface OpenPayment {
  paymentId: string
  /** The page to pay on; null when there is nothing to pay. */
  approvalUrl: string | null
  providerRef: string
  /** When the attempt expires; null when it does not. */
  expiresAt: Date | null
}

/**
 * Starts a payment, or resumes the open attempt of the same method and amount; other open attempts are
 * closed first. An amount of zero is paid at once. Throws `PAYMENT_METHOD_UNAVAILABLE`,
 * `PAYMENT_IN_PROGRESS` while another payment is under way, and `PAYMENT_FAILED` when the provider
 * does not answer: the next attempt to pay resumes the same one.
 */
export async function startPayment(ctx: Context, wanted: PaymentRequest): Promise<OpenPayment> {
  const provider = ctx.payments.providers.get(wanted.method)
  if (!provider) throw new ShopError('PAYMENT_METHOD_UNAVAILABLE')
  const payment = await openAttempt(ctx, wanted)
  if (payment.provider_ref) return toOpenPayment(payment, payment.provider_ref)
  if (wanted.amountCents === 0) return settleNothing(ctx, payment)
  const started = await initiateAtProvider(ctx, provider, payment, wanted)
  const saved = await saveProviderReference(ctx, payment, started)
  if (saved.status !== 'FAILED') return toOpenPayment(saved, started.providerRef)
  // Another attempt was started while the provider answered, and replaces this one.
  await queryProvider(ctx, saved, (queried, attempt) => queried.expire(attempt))
  throw new ShopError('PAYMENT_FAILED')
}

async function initiateAtProvider(
  ctx: Context,
  provider: PaymentProvider,
  payment: PaymentRow,
  wanted: PaymentRequest,
): Promise<StartedPayment> {
  if (!provider.initiate) throw new Error(`${provider.method} has no page to pay on`)
  try {
    return await provider.initiate({
      ...wanted,
      paymentId: payment.id,
      attempt: payment.attempt,
      createdAt: payment.created_at,
      expiresAt: payment.expires_at ?? payment.created_at,
    })
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRejection)) throw error
    ctx.log.error(
      { err: error, paymentId: payment.id, orderId: payment.order_id },
      'payment could not be started (provider rejected or unavailable)',
    )
    const reason = error.message
    if (error instanceof ProviderRejection)
      await ctx.db.kysely
        .transaction()
        .execute((tx) => settlePayment(ctx, tx, payment.id, { status: 'FAILED', reason }))
    throw new ShopError('PAYMENT_FAILED')
  }
}

/** Saves the provider's answer and returns the current attempt. */
async function saveProviderReference(
  ctx: Context,
  { id, order_id }: PaymentRow,
  { providerRef, approvalUrl, expiresAt }: StartedPayment,
): Promise<PaymentRow> {
  return ctx.db.kysely.transaction().execute(async (tx) => {
    const payment = (await lockAttempts(tx, order_id)).find((attempt) => attempt.id === id)
    if (!payment) throw new Error(`There is no payment ${id}`)
    const answer = { provider_ref: providerRef, approval_url: approvalUrl, expires_at: expiresAt }
    await updatePayment(tx, id, answer)
    return { ...payment, ...answer }
  })
}

/** Settles an attempt whose amount is zero. */
async function settleNothing(ctx: Context, payment: PaymentRow): Promise<OpenPayment> {
  await ctx.db.kysely.transaction().execute(async (tx) => {
    await lockAttempts(tx, payment.order_id)
    await updatePayment(tx, payment.id, { provider_ref: payment.id, expires_at: null })
    await settlePayment(ctx, tx, payment.id, {
      status: 'PAID',
      reason: 'Nothing to pay',
      // Zero is exact, whatever tolerance the method has.
      captured: { cents: 0, currency, ref: null, isAccepted: true },
    })
  })
  return { paymentId: payment.id, approvalUrl: null, providerRef: payment.id, expiresAt: null }
}

function toOpenPayment(payment: PaymentRow, providerRef: string): OpenPayment {
  const { id, approval_url, expires_at } = payment
  return { paymentId: id, approvalUrl: approval_url, providerRef, expiresAt: expires_at }
}

/** The identification of an attempt that can be resumed. */
interface AttemptRequest {
  orderId: string
  method: PaymentMethod
  amountCents: number
}

/**
 * Resumes the open attempt of this method and amount, or adds one. Closes the order's other open attempts
 * first. Throws `PAYMENT_IN_PROGRESS` while another payment is under way.
 */
async function openAttempt(ctx: Context, wanted: AttemptRequest): Promise<PaymentRow> {
  const unreachable = new Set<string>()
  for (;;) {
    const found = await ctx.db.kysely
      .transaction()
      .execute((tx) => findOrAdd(tx, wanted, ctx.clock.now(), unreachable))
    if ('mine' in found) return found.mine
    // An attempt that cannot be closed now may still be paid: that money is refunded.
    if ((await closeAttempt(ctx, found.stale)) === 'unreachable') unreachable.add(found.stale.id)
  }
}

/** The attempt to resume or a new one, unless a stale one must be closed first. */
async function findOrAdd(
  tx: Queryable,
  wanted: AttemptRequest,
  now: Date,
  unreachable: Set<string>,
): Promise<{ mine: PaymentRow } | { stale: PaymentRow }> {
  const attempts = await lockAttempts(tx, wanted.orderId)
  if (attempts.some(({ status }) => isUnderWay(status))) throw new ShopError('PAYMENT_IN_PROGRESS')
  const open = attempts.filter(({ id, status }) => status === 'PENDING' && !unreachable.has(id))
  const mine = open.find((attempt) => canResume(attempt, wanted, now))
  const stale = open.find((attempt) => attempt !== mine)
  // Cash on delivery was chosen concurrently and wins.
  if (stale?.method === 'COD') throw new ShopError('PAYMENT_IN_PROGRESS')
  // The order was changed, cancelled, or has expired since it was read.
  if ((await readTotalDue(tx, wanted.orderId)) !== wanted.amountCents)
    throw new ShopError('PAYMENT_FAILED')
  if (stale) return { stale }
  if (mine) return { mine }
  const added = await insertPayment(
    tx,
    {
      id: randomUUID(),
      order_id: wanted.orderId,
      attempt: attempts.length + 1,
      method: wanted.method,
      amount_cents: wanted.amountCents,
      provider_ref: null,
      expires_at: new Date(now.getTime() + openMinutes * 60_000),
      created_at: now,
    },
    startedByShopper,
  )
  return { mine: added }
}

/**
 * Adds the attempt to pay an order in cash on delivery, in the transaction that accepts the locked
 * order, and returns its id. Adds none and returns null while another of its `attempts` is open,
 * unless it is to stand besides that. Throws `PAYMENT_IN_PROGRESS` while another payment is under way.
 */
export async function addCashOnDelivery(
  { clock }: Pick<Context, 'clock'>,
  tx: Queryable,
  {
    orderId,
    amountCents,
    attempts = [],
  }: Omit<AttemptRequest, 'method'> & { attempts: readonly PaymentFacts[] | undefined },
  { isBesides }: { isBesides: boolean },
): Promise<string | null> {
  if (attempts.some(({ status }) => isUnderWay(status))) throw new ShopError('PAYMENT_IN_PROGRESS')
  const open = attempts.filter(({ status }) => status === 'PENDING')
  const mine = cashOnDeliveryOf(open)
  if (mine) return mine.paymentId
  if (open.length > 0 && !isBesides) return null
  const id = randomUUID()
  await insertPayment(
    tx,
    {
      id,
      order_id: orderId,
      attempt: attempts.length + 1,
      method: 'COD',
      amount_cents: amountCents,
      provider_ref: id,
      expires_at: null,
      created_at: clock.now(),
    },
    startedByShopper,
  )
  return id
}

/** Whether an open attempt can be resumed. */
function canResume(
  attempt: PaymentRow,
  { method, amountCents }: AttemptRequest,
  now: Date,
): boolean {
  if (attempt.method !== method || attempt.amount_cents !== amountCents) return false
  if (!attempt.provider_ref) return !isInitiationOverdue(attempt, now)
  return attempt.expires_at === null || attempt.expires_at > now
}

/**
 * The shop's address for a shopper who visits it at `visitedAt`. Outside production it is the visited host,
 * because `PUBLIC_URL` need not be reachable for the shopper. In production it is always `PUBLIC_URL`,
 * whatever a request says.
 */
export function visitedAddress(
  { config }: Pick<AppContext, 'config'>,
  visitedAt: string | null,
): string {
  return config.mode === 'production' ? config.publicUrl : (visitedAt ?? config.publicUrl)
}

/** Rewrites an address of this shop to the host that the shopper visits. */
export function asVisited<Url extends string | null>(
  ctx: Pick<AppContext, 'config'>,
  url: Url,
  visitedAt: string | null,
): Url {
  const { publicUrl } = ctx.config
  if (!url?.startsWith(`${publicUrl}/`)) return url
  return (visitedAddress(ctx, visitedAt) + url.slice(publicUrl.length)) as Url
}
