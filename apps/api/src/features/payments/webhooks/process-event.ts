import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import {
  findPayment,
  findPaymentByRefs,
  lockAttempts,
  type PaymentRow,
  updatePayment,
} from '../payments.queries.ts'
import type { EventSubject, PaymentProvider } from '../provider.ts'
import { toStarted } from '../provider-of.ts'
import { settlePayment } from '../settlement/settle-payment.ts'
import {
  type EventRow,
  type EventSender,
  findEvent,
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
