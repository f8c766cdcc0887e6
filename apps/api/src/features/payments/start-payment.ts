import { randomUUID } from 'node:crypto'
import type { PaymentMethod } from '@solvane/contract/payments'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { askAbout, type Context, closeAttempt, isForgotten, wantedUntil } from './open-attempts.ts'
import {
  findPayment,
  insertPayment,
  lockAttempts,
  type PaymentRow,
  updatePayment,
} from './payments.queries.ts'
import { isUnderWay, paymentChanged } from './payments.ts'
import {
  currency,
  type PaymentProvider,
  ProviderRefusal,
  ProviderUnavailable,
  type StartedPayment,
} from './provider.ts'
import { settlePayment } from './settlement/settle-payment.ts'

/** What an order has to tell to be paid. */
export interface PaymentWanted {
  orderId: string
  orderNumber: string
  userId: string
  email: string
  amountCents: number
  method: PaymentMethod
  /** What the shopper reads at the provider. */
  description: string
  /** Where a provider sends the shopper back to; how its page was left is added to the query. */
  returnUrl: string
}

/** An attempt that the shopper can go on with. */
export interface PaymentBegun {
  paymentId: string
  /** Where to pay; null when there is nothing to open. */
  approvalUrl: string | null
  providerRef: string
  /** Until when the provider takes the money; null when that never ends. */
  expiresAt: Date | null
}

/**
 * Begins to pay an order, or goes on with the open attempt of the same method and amount; other open
 * attempts are ended first. Nothing to pay is paid at once. Raises `PAYMENT_METHOD_UNAVAILABLE`,
 * `PAYMENT_IN_PROGRESS` while money is there or on its way, and `PAYMENT_FAILED` when the provider
 * gives no answer: the next try then goes on with the same attempt.
 */
export async function startPayment(ctx: Context, wanted: PaymentWanted): Promise<PaymentBegun> {
  const provider = ctx.payments.providers.get(wanted.method)
  if (!provider) throw new ShopError('PAYMENT_METHOD_UNAVAILABLE')
  const payment = await openAttempt(ctx, wanted)
  if (payment.provider_ref) return toBegun(payment, payment.provider_ref)
  if (wanted.amountCents === 0) return settleNothing(ctx, payment)
  const started = await askProvider(ctx, provider, payment, wanted)
  const noted = await noteStart(ctx, payment, started)
  if (noted.status !== 'FAILED') return toBegun(noted, started.providerRef)
  // Another attempt was begun while the provider was thinking: this one is not wanted any more.
  await askAbout(ctx, noted, (asked, attempt) => asked.expire(attempt))
  throw new ShopError('PAYMENT_FAILED')
}

async function askProvider(
  ctx: Context,
  provider: PaymentProvider,
  payment: PaymentRow,
  wanted: PaymentWanted,
): Promise<StartedPayment> {
  try {
    return await provider.initiate({
      ...wanted,
      paymentId: payment.id,
      attempt: payment.attempt,
      createdAt: payment.created_at,
      expiresAt: payment.expires_at ?? payment.created_at,
    })
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefusal)) throw error
    ctx.log.error({ err: error, paymentId: payment.id }, 'a payment could not be begun')
    const reason = error.message
    if (error instanceof ProviderRefusal)
      await ctx.db.kysely
        .transaction()
        .execute((tx) => settlePayment(ctx, tx, payment.id, { status: 'FAILED', reason }))
    throw new ShopError('PAYMENT_FAILED')
  }
}

/** Notes what the provider has answered, and gives the attempt as it is by now. */
async function noteStart(
  ctx: Context,
  { id, order_id }: PaymentRow,
  { providerRef, approvalUrl, expiresAt }: StartedPayment,
): Promise<PaymentRow> {
  return ctx.db.kysely.transaction().execute(async (tx) => {
    const payment = (await lockAttempts(tx, order_id)).find((attempt) => attempt.id === id)
    if (!payment) throw new Error(`There is no payment ${id}`)
    const answer = { provider_ref: providerRef, approval_url: approvalUrl, expires_at: expiresAt }
    await updatePayment(tx, id, answer)
    // Cash on delivery: there is nothing to wait for.
    if (!approvalUrl) await ctx.jobs.enqueue(tx, paymentChanged, { paymentId: id })
    return { ...payment, ...answer }
  })
}

/** An order that costs nothing is paid. */
async function settleNothing(ctx: Context, payment: PaymentRow): Promise<PaymentBegun> {
  await ctx.db.kysely.transaction().execute(async (tx) => {
    await lockAttempts(tx, payment.order_id)
    await updatePayment(tx, payment.id, { provider_ref: payment.id, expires_at: null })
    await settlePayment(ctx, tx, payment.id, {
      status: 'PAID',
      reason: 'There was nothing to pay',
      // Whatever a method takes for enough: nothing is what is due.
      captured: { cents: 0, currency, ref: null, isAccepted: true },
    })
  })
  return { paymentId: payment.id, approvalUrl: null, providerRef: payment.id, expiresAt: null }
}

function toBegun(payment: PaymentRow, providerRef: string): PaymentBegun {
  const { id, approval_url, expires_at } = payment
  return { paymentId: id, approvalUrl: approval_url, providerRef, expiresAt: expires_at }
}

/** What an attempt is wanted for. */
export interface AttemptWanted {
  orderId: string
  method: PaymentMethod
  amountCents: number
}

/**
 * The attempt to go on with: the open one of this method and amount, or a new one. Ends the order's
 * other open attempts first. Raises `PAYMENT_IN_PROGRESS` while money is there or on its way.
 */
export async function openAttempt(ctx: Context, wanted: AttemptWanted): Promise<PaymentRow> {
  const unreachable = new Set<string>()
  for (;;) {
    const found = await ctx.db.kysely
      .transaction()
      .execute((tx) => findOrAdd(tx, wanted, ctx.clock.now(), unreachable))
    if ('mine' in found) return found.mine
    // Money that still comes by an attempt that cannot be ended now is surplus, and paid back.
    if ((await closeAttempt(ctx, found.stale)) === 'unreachable') unreachable.add(found.stale.id)
  }
}

/** The attempt to go on with, or one that must be ended before. */
async function findOrAdd(
  tx: Queryable,
  wanted: AttemptWanted,
  now: Date,
  unreachable: Set<string>,
): Promise<{ mine: PaymentRow } | { stale: PaymentRow }> {
  const attempts = await lockAttempts(tx, wanted.orderId)
  if (attempts.some(({ status }) => isUnderWay(status))) throw new ShopError('PAYMENT_IN_PROGRESS')
  const open = attempts.filter(({ id, status }) => status === 'PENDING' && !unreachable.has(id))
  const mine = open.find((attempt) => canGoOn(attempt, wanted, now))
  const stale = open.find((attempt) => attempt !== mine)
  // Chosen at the same moment: the order goes on by it.
  if (stale?.method === 'COD') throw new ShopError('PAYMENT_IN_PROGRESS')
  if (stale) return { stale }
  if (mine) return { mine }
  const id = randomUUID()
  await insertPayment(
    tx,
    {
      id,
      order_id: wanted.orderId,
      attempt: attempts.length + 1,
      method: wanted.method,
      amount_cents: wanted.amountCents,
      expires_at: wantedUntil(now),
      created_at: now,
    },
    'Begun by the shopper',
  )
  const added = await findPayment(tx, id)
  if (!added) throw new Error(`The payment ${id} was not added`)
  return { mine: added }
}

/** Whether the shopper can go on with an open attempt. */
function canGoOn(attempt: PaymentRow, { method, amountCents }: AttemptWanted, now: Date): boolean {
  if (attempt.method !== method || attempt.amount_cents !== amountCents) return false
  if (!attempt.provider_ref) return !isForgotten(attempt, now)
  return attempt.expires_at === null || attempt.expires_at > now
}
