import type { AppContext } from '../../../context.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { type Limit, networkOf } from '../../../platform/rate-limit/rate-limits.ts'
import type { WebhookMessage } from '../provider.ts'
import { findSubject } from './process-event.ts'
import { type EventSender, insertEvent } from './provider-events.queries.ts'

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
