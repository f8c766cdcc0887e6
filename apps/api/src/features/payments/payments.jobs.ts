import type { AppContext } from '../../context.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { performRefund } from './refunds/perform-refund.ts'
import { refundPayment } from './request-refund.ts'
import { processEvent } from './webhooks/process-event.ts'
import { deleteEventsBefore } from './webhooks/provider-events.queries.ts'
import { processEventJob } from './webhooks/receive-event.ts'

const minutesBetweenQuestions = 3

/** How long it is kept what providers have told, in milliseconds. */
const keptEvents = 90 * 24 * 60 * 60 * 1000

/** Processes what providers tell, pays back, and asks about what is open. */
export async function registerPaymentJobs(ctx: AppContext): Promise<void> {
  await ctx.jobs.handle(processEventJob, (event) => processEvent(ctx, event))
  await ctx.jobs.handle(refundPayment, ({ refundId }) => performRefund(ctx, refundId))
  await ctx.jobs.every('reconcile-payments', minutesBetweenQuestions, () => reconcilePayments(ctx))
  await ctx.jobs.daily('remove-old-provider-events', '03:40', () =>
    deleteEventsBefore(ctx.db.kysely, new Date(ctx.clock.now().getTime() - keptEvents)),
  )
}
