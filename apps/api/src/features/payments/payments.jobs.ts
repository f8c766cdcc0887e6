import pLimit from 'p-limit'
import type { AppContext } from '../../context.ts'
import { checkPayment } from './open-attempts.ts'
import { listOpenPayments } from './payments.queries.ts'
import { performRefund } from './refunds/provider-refunds.ts'
import { listPendingRefunds } from './refunds/refunds.queries.ts'
import { refundPayment } from './request-refund.ts'
import { deleteEventsBefore, listUnprocessedEvents } from './webhooks/provider-events.queries.ts'
import { processEvent, processEventJob } from './webhooks/provider-events.ts'

const reconcileMinutes = 3

/** How long processed events are kept, in milliseconds. */
const eventRetention = 90 * 24 * 60 * 60 * 1000

/** Registers the jobs that process events, make refunds and reconcile open payments. */
export async function registerPaymentJobs(ctx: AppContext): Promise<void> {
  await ctx.jobs.handle(processEventJob, (event) => processEvent(ctx, event))
  await ctx.jobs.handle(refundPayment, ({ refundId }) => performRefund(ctx, refundId))
  await ctx.jobs.every('reconcile-payments', reconcileMinutes, () => reconcilePayments(ctx))
  await ctx.jobs.daily('remove-old-provider-events', '03:40', () =>
    deleteEventsBefore(ctx.db.kysely, new Date(ctx.clock.now().getTime() - eventRetention)),
  )
}

type Context = Pick<AppContext, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>

/** Rows per run, and concurrent requests. */
const batchSize = 500
const concurrency = 8

const minute = 60_000
/** The least time between two queries of an open payment, in milliseconds. */
const paymentQueryInterval = 2 * minute
/**
 * The time after which a refund or event is retried, in milliseconds. Jobs retry less and less often, and
 * stop after half a day.
 */
const retryInterval = 10 * minute
/** The least time between two queries of a refund that the provider has accepted, in milliseconds. */
const acceptedRefundQueryInterval = 60 * minute

/**
 * Queries providers about open attempts, longest waiting first, and retries refunds and events that did
 * not get through. Several processes may do this concurrently: a refund's id is its idempotency key, and
 * an event is locked while it takes effect.
 */
export async function reconcilePayments(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime()
  const limit = pLimit(concurrency)
  const ago = (milliseconds: number) => new Date(now - milliseconds)
  const providers = [...ctx.payments.providers.values()]
  const open = await listOpenPayments(ctx.db.kysely, {
    methods: providers.map(({ method }) => method).filter((method) => method !== 'COD'),
    askedBefore: ago(paymentQueryInterval),
    limit: batchSize,
  })
  const refunds = await listPendingRefunds(ctx.db.kysely, {
    methods: providers.filter(({ refund }) => refund).map(({ method }) => method),
    untakenBefore: ago(retryInterval),
    takenBefore: ago(acceptedRefundQueryInterval),
    limit: batchSize,
  })
  const events = await listUnprocessedEvents(ctx.db.kysely, ago(retryInterval), batchSize)
  const done = await Promise.allSettled([
    ...open.map(({ id }) => limit(() => checkPayment(ctx, id))),
    ...refunds.map(({ id }) => limit(() => performRefund(ctx, id))),
    ...events.map((event) => limit(() => processEvent(ctx, event))),
  ])
  // One failure does not stop the others.
  for (const outcome of done)
    if (outcome.status === 'rejected')
      ctx.log.error({ err: outcome.reason }, 'payment, refund or event could not be reconciled')
}
