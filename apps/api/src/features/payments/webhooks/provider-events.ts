import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { type Limit, networkOf } from '../../../platform/rate-limit/rate-limits.ts'
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
  toStarted,
  type WebhookMessage,
} from '../provider.ts'
import { settlePayment } from '../settlement/settle-payment.ts'
import {
  type EventRow,
  type EventSender,
  findEvent,
  insertEvent,
  lockUnprocessedEvent,
  markEventFailed,
  markProcessed,
  setEventPayment,
} from './provider-events.queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>

/**
 * Makes of an event what it means. An event only says which attempt to look at; how that stands the
 * provider is asked, so that late and disordered events tell nothing false. The effect and the note
 * that it is done are one transaction. What fails is logged, and thrown to be tried again.
 */
export async function processEvent(
  ctx: Context,
  { provider: sender, eventId }: { provider: EventSender; eventId: string },
): Promise<void> {
  const event = await findEvent(ctx.db.kysely, sender, eventId)
  if (!event || event.processed_at) return
  try {
    await applyEvent(ctx, event)
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error('unknown')
    const at = ctx.clock.now()
    ctx.log.error({ err: error, sender, eventId, type: event.type }, 'an event was not processed')
    await markEventFailed(ctx.db.kysely, sender, eventId, { reason: message, at })
    throw error
  }
}

async function applyEvent(ctx: Context, event: EventRow): Promise<void> {
  const { provider: sender, event_id: eventId } = event
  const provider = ctx.payments.providers.get(sender)
  if (!provider?.webhook) throw new Error(`${sender} is not set up any more`)
  const subject = provider.webhook.subjectOf(event)
  const payment = subject && (await findSubject(ctx.db.kysely, sender, subject))
  // Should the provider be out of reach now, staff see the order that waits for it.
  if (payment && !event.payment_id) await setEventPayment(ctx.db.kysely, event, payment.id)
  const reading = payment && (await readSubject(provider, payment, subject))
  await ctx.db.kysely.transaction().execute(async (tx) => {
    if (!(await lockUnprocessedEvent(tx, sender, eventId))) return
    if (payment && reading) {
      await lockAttempts(tx, payment.order_id)
      // Its answer to our request may not have come yet, or have been lost.
      if (!payment.provider_ref)
        await updatePayment(tx, payment.id, { provider_ref: subject.providerRef ?? null })
      await settlePayment(ctx, tx, payment.id, reading)
    }
    await markProcessed(tx, sender, eventId, ctx.clock.now())
  })
}

/** The attempt that an event is about, if it is known. */
export async function findSubject(
  db: Queryable,
  sender: EventSender,
  { paymentId, ...refs }: EventSubject,
): Promise<PaymentRow | undefined> {
  const named = paymentId === undefined ? undefined : await findPayment(db, paymentId)
  return named ?? findPaymentByRefs(db, sender, refs)
}

function readSubject(
  provider: PaymentProvider,
  payment: PaymentRow,
  { providerRef }: EventSubject,
): ReturnType<PaymentProvider['read']> | undefined {
  const attempt = toStarted({
    ...payment,
    provider_ref: payment.provider_ref ?? providerRef ?? null,
  })
  return attempt && provider.read(attempt)
}

/** Makes of an event what it means. */
export const processEventJob = defineJob<{ provider: EventSender; eventId: string }>(
  'process-provider-event',
)

/** Forged messages that cost us questions: nobody shall have us ask without end. */
const forgeries: Limit = { name: 'forged-webhook', times: 300, seconds: 60 }

/** What became of a message. */
export type Received = 'kept' | 'known' | 'ignored' | 'forged' | 'not taken'

/**
 * Keeps what a provider sends, to be processed by a job after the commit; nothing else is done while
 * the provider waits. Nothing is kept of what is not the provider's own, or is not about us. Raises
 * `ProviderUnavailable` when it can not be told who has sent it, `TOO_MANY_REQUESTS`.
 */
export async function receiveEvent(
  ctx: Pick<AppContext, 'db' | 'clock' | 'jobs' | 'limits' | 'payments'>,
  sender: EventSender,
  message: WebhookMessage,
): Promise<Received> {
  const webhook = ctx.payments.providers.get(sender)?.webhook
  if (!webhook) return 'not taken'
  const network = networkOf(message.address)
  if (webhook.isAsked) await ctx.limits.count(forgeries, network)
  const event = await webhook.verify(message)
  if (!event) return 'forged'
  if (webhook.isAsked) await ctx.limits.uncount(forgeries, network)
  const subject = webhook.subjectOf(event)
  if (!subject) return 'ignored'
  const payment = await findSubject(ctx.db.kysely, sender, subject)
  return ctx.db.kysely.transaction().execute(async (tx) => {
    const isNew = await insertEvent(tx, {
      provider: sender,
      event_id: event.id,
      type: event.type,
      payload: event.payload,
      payment_id: payment?.id ?? null,
      received_at: ctx.clock.now(),
    })
    if (!isNew) return 'known'
    await ctx.jobs.enqueue(tx, processEventJob, { provider: sender, eventId: event.id })
    return 'kept'
  })
}
