import type { PaymentMethod } from '@solvane/contract/payment-methods'
import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { type Limit, networkOf } from '../../../platform/rate-limit/rate-limits.ts'
import { recordDispute } from '../payment-reviews.ts'
import {
  findPayment,
  findPaymentByRefs,
  lockAttempts,
  type PaymentRow,
  updatePayment,
} from '../payments.queries.ts'
import {
  type EventSubject,
  type PaymentProvider,
  type ProviderStatus,
  toStartedAttempt,
  type WebhookMessage,
} from '../provider.ts'
import { settlePayment } from '../settle-payment.ts'
import {
  type EventRow,
  findEvent,
  insertEvent,
  lockUnprocessedEvent,
  markEventFailed,
  markProcessed,
  setEventPayment,
} from './provider-events.queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>

/**
 * Processes an event. An event only names the attempts to query: their status comes from the provider, so that
 * late and out-of-order events do no harm. The effect and the mark that the event is processed are one
 * transaction. A failure is logged and thrown, to be retried.
 */
export async function processEvent(
  ctx: Context,
  { provider: sender, eventId }: { provider: PaymentMethod; eventId: string },
): Promise<void> {
  const event = await findEvent(ctx.db.kysely, sender, eventId)
  if (!event || event.processed_at) return
  try {
    await applyEvent(ctx, event)
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error('unknown')
    const at = ctx.clock.now()
    ctx.log.error(
      { err: error, sender, eventId, type: event.type },
      'provider event could not be processed',
    )
    await markEventFailed(ctx.db.kysely, sender, eventId, { reason: message, at })
    throw error
  }
}

async function applyEvent(ctx: Context, event: EventRow): Promise<void> {
  const { provider: sender, event_id: eventId } = event
  const provider = ctx.payments.providers.get(sender)
  if (!provider?.webhook) throw new Error(`${sender} is no longer configured`)
  const changes: { subject: EventSubject; payment: PaymentRow; providerStatus: ProviderStatus }[] =
    []
  for (const subject of provider.webhook.subjectsOf(event)) {
    const payment = await findPaymentOfEvent(ctx.db.kysely, sender, subject)
    if (!payment) {
      const dispute = subject.dispute?.ref
      if (dispute) ctx.log.error({ sender, eventId, dispute }, 'disputed payment is unknown')
      continue
    }
    // If the provider is unavailable now, staff see an order that waits for it: the first of several.
    if (!event.payment_id && changes.length === 0)
      await setEventPayment(ctx.db.kysely, event, payment.id)
    const providerStatus = await queryPaymentOfEvent(provider, payment, subject)
    if (providerStatus) changes.push({ subject, payment, providerStatus })
  }
  // Concurrent transactions lock orders in the same sequence.
  changes.sort((one, other) => (one.payment.order_id < other.payment.order_id ? -1 : 1))
  await ctx.db.kysely.transaction().execute(async (tx) => {
    if (!(await lockUnprocessedEvent(tx, sender, eventId))) return
    for (const { subject, payment, providerStatus } of changes) {
      await lockAttempts(tx, payment.order_id)
      // The answer to the shop's own request may be late or lost.
      if (!payment.provider_ref)
        await updatePayment(tx, payment.id, { provider_ref: subject.providerRef ?? null })
      await settlePayment(ctx, tx, payment.id, providerStatus)
      if (subject.dispute)
        await recordDispute(ctx, tx, { provider: sender, paymentId: payment.id }, subject.dispute)
    }
    await markProcessed(tx, sender, eventId, ctx.clock.now())
  })
}

/** The attempt that a subject of an event names, if the shop knows it. */
async function findPaymentOfEvent(
  db: Queryable,
  sender: PaymentMethod,
  { paymentId, ...refs }: EventSubject,
): Promise<PaymentRow | undefined> {
  const named = paymentId === undefined ? undefined : await findPayment(db, paymentId)
  return named ?? findPaymentByRefs(db, sender, refs)
}

function queryPaymentOfEvent(
  provider: PaymentProvider,
  payment: PaymentRow,
  { providerRef }: EventSubject,
): ReturnType<PaymentProvider['read']> | undefined {
  const attempt = toStartedAttempt({
    ...payment,
    provider_ref: payment.provider_ref ?? providerRef ?? null,
  })
  return attempt && provider.read(attempt)
}

/** Processes a stored event. */
export const processEventJob = defineJob<{ provider: PaymentMethod; eventId: string }>(
  'process-provider-event',
)

/** Limits messages that fail a verification at the provider: each of them costs a request. */
const failedVerifications: Limit = { name: 'forged-webhook', times: 300, seconds: 60 }

/** A provider that sends webhooks. */
export type EventSender = Required<Pick<PaymentProvider, 'method' | 'webhook'>>

/** The outcome of receiving a message. */
export type Received = 'stored' | 'duplicate' | 'ignored' | 'unverified'

/**
 * Stores a provider's event, to be processed by a job after the commit; the provider waits for nothing
 * else. Messages that fail verification or do not concern the shop are not stored. Raises
 * `ProviderUnavailable` when the signature cannot be verified, and `TOO_MANY_REQUESTS`.
 */
export async function receiveEvent(
  ctx: Pick<AppContext, 'db' | 'clock' | 'jobs' | 'limits'>,
  { method: sender, webhook }: EventSender,
  message: WebhookMessage,
): Promise<Received> {
  const network = networkOf(message.address)
  if (webhook.verifiesRemotely) await ctx.limits.count(failedVerifications, network)
  const event = await webhook.verify(message)
  if (!event) return 'unverified'
  if (webhook.verifiesRemotely) await ctx.limits.uncount(failedVerifications, network)
  const [subject] = webhook.subjectsOf(event)
  if (!subject) return 'ignored'
  const payment = await findPaymentOfEvent(ctx.db.kysely, sender, subject)
  return ctx.db.kysely.transaction().execute(async (tx) => {
    const isNew = await insertEvent(tx, {
      provider: sender,
      event_id: event.id,
      type: event.type,
      payload: event.payload,
      payment_id: payment?.id ?? null,
      received_at: ctx.clock.now(),
    })
    if (!isNew) return 'duplicate'
    await ctx.jobs.enqueue(tx, processEventJob, { provider: sender, eventId: event.id })
    return 'stored'
  })
}
