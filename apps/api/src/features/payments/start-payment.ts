import { randomUUID } from 'node:crypto'
import type { PaymentMethod } from '@solvane/contract/payments'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { closeAttempt } from './close-open-attempts.ts'
import { paymentChanged } from './payment-changed.ts'
import { type PaymentFacts, toFacts } from './payment-facts.ts'
import {
  findPayment,
  insertPayment,
  lockAttempts,
  type PaymentRow,
  updatePayment,
} from './payments.queries.ts'
import {
  currency,
  type PaymentProvider,
  ProviderRefusal,
  ProviderUnavailable,
  type StartedPayment,
} from './provider.ts'
import { settlePayment } from './settle-payment.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>

const minute = 60_000

/** How long a provider takes the money of an attempt; Stripe asks for thirty minutes at least. */
const openMinutes = 36
/** How long a provider that did not answer is asked for the same attempt again. */
const retryMinutes = 5

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
  /** The page of the order, with the shop's address. */
  returnUrl: string
}

/** An attempt that the shopper can go on with. */
export interface PaymentBegun {
  paymentId: string
  approvalUrl: string | null
  providerRef: string
  expiresAt: Date | null
}

/**
 * Begins to pay an order, or goes on with the open attempt of the same method and amount; other open
 * attempts are ended first. Nothing to pay is paid at once. Raises `PAYMENT_METHOD_UNAVAILABLE`,
 * `PAYMENT_IN_PROGRESS` while money is there or on its way, and `PAYMENT_FAILED` when the provider
 * gives no answer: the attempt is then kept, and the next try goes on with it.
 */
export async function startPayment(ctx: Context, wanted: PaymentWanted): Promise<PaymentBegun> {
  const provider = ctx.payments.providers.get(wanted.method)
  if (!provider) throw new ShopError('PAYMENT_METHOD_UNAVAILABLE')
  const payment = await openAttempt(ctx, wanted)
  if (payment.provider_ref) return toBegun(toFacts(payment))
  if (wanted.amountCents === 0) return settleNothing(ctx, payment)
  const started = await askProvider(ctx, provider, payment, wanted)
  return toBegun(await noteStart(ctx, payment.id, started))
}

/** The attempt to go on with: the open one of the same kind, or a new one. Ends the others. */
async function openAttempt(ctx: Context, wanted: PaymentWanted): Promise<PaymentRow> {
  for (;;) {
    const { mine, stale } = await ctx.db.kysely.transaction().execute(async (tx) => {
      const attempts = await lockAttempts(tx, wanted.orderId)
      const isUnderWay = attempts.some(({ status }) =>
        ['PROCESSING', 'PAID', 'PARTIALLY_REFUNDED'].includes(status),
      )
      if (isUnderWay) throw new ShopError('PAYMENT_IN_PROGRESS')
      const open = attempts.filter(({ status }) => status === 'PENDING')
      const mine = open.find((attempt) => isSame(attempt, wanted, ctx.clock.now()))
      const stale = open.find((attempt) => attempt !== mine)
      if (mine || stale) return { mine, stale }
      const createdAt = ctx.clock.now()
      const row = {
        id: randomUUID(),
        order_id: wanted.orderId,
        attempt: attempts.length + 1,
        method: wanted.method,
        amount_cents: wanted.amountCents,
        expires_at: new Date(createdAt.getTime() + openMinutes * minute),
        created_at: createdAt,
      }
      await insertPayment(tx, row, 'Begun by the shopper')
      return { mine: await findPayment(tx, row.id), stale: undefined }
    })
    if (stale) await closeAttempt(ctx, stale)
    else if (mine) return mine
  }
}

/** Whether the shopper can go on with an open attempt. */
function isSame(attempt: PaymentRow, { method, amountCents }: PaymentWanted, now: Date): boolean {
  if (attempt.method !== method || attempt.amount_cents !== amountCents) return false
  const hasAnswer = attempt.provider_ref !== null
  const lastMoment = hasAnswer
    ? (attempt.expires_at?.getTime() ?? Number.POSITIVE_INFINITY)
    : attempt.created_at.getTime() + retryMinutes * minute
  return now.getTime() < lastMoment
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
    if (error instanceof ProviderRefusal) await failAttempt(ctx, payment.id, error.message)
    throw new ShopError('PAYMENT_FAILED')
  }
}

async function failAttempt(ctx: Context, paymentId: string, reason: string): Promise<void> {
  await ctx.db.kysely
    .transaction()
    .execute((tx) => settlePayment(ctx, tx, paymentId, { status: 'FAILED', reason }))
}

/** Notes what the provider has answered, unless another request was quicker. */
async function noteStart(
  ctx: Context,
  paymentId: string,
  started: StartedPayment,
): Promise<PaymentFacts> {
  return ctx.db.kysely.transaction().execute(async (tx) => {
    const found = await findPayment(tx, paymentId)
    const attempts = await lockAttempts(tx, found?.order_id ?? '')
    const payment = attempts.find(({ id }) => id === paymentId)
    if (!payment) throw new Error(`There is no payment ${paymentId}`)
    await updatePayment(tx, paymentId, {
      provider_ref: started.providerRef,
      approval_url: started.approvalUrl,
      expires_at: started.expiresAt,
    })
    // Cash on delivery: there is nothing to wait for.
    if (!started.approvalUrl) await ctx.jobs.enqueue(tx, paymentChanged, { paymentId })
    return {
      ...toFacts(payment),
      ...started,
    }
  })
}

/** An order that costs nothing is paid. */
async function settleNothing(ctx: Context, payment: PaymentRow): Promise<PaymentBegun> {
  const settled = await ctx.db.kysely.transaction().execute(async (tx) => {
    await updatePayment(tx, payment.id, { provider_ref: payment.id, expires_at: null })
    return settlePayment(ctx, tx, payment.id, {
      status: 'PAID',
      reason: 'There was nothing to pay',
      captured: { cents: 0, currency, ref: null },
    })
  })
  return toBegun(settled.payment)
}

function toBegun({ paymentId, approvalUrl, providerRef, expiresAt }: PaymentFacts): PaymentBegun {
  return { paymentId, approvalUrl, providerRef: providerRef ?? paymentId, expiresAt }
}
