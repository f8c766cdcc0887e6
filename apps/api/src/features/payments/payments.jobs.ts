import pLimit from 'p-limit'
import type { AppContext } from '../../context.ts'
import { checkPayment } from './open-attempts.ts'
import { listOpenPayments } from './payments.queries.ts'
import { performRefund } from './refunds/perform-refund.ts'
import { listPendingRefunds } from './refunds/refunds.queries.ts'
import { refundPayment } from './request-refund.ts'
import { deleteEventsBefore, listUnprocessedEvents } from './webhooks/provider-events.queries.ts'
import { processEvent, processEventJob } from './webhooks/provider-events.ts'

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

type Context = Pick<AppContext, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>

/** How much is looked at in one go, and how many questions are asked at once. */
const batchSize = 500
const atOnce = 8

const minute = 60_000
/** Who has just been asked is not asked again; in milliseconds. */
const restOfPayment = 2 * minute
/**
 * What was not tried for so long is tried again, in milliseconds. Jobs try less and less often, and give up
 * after half a day.
 */
const restOfTries = 10 * minute
/** A refund that the provider has taken comes about by itself, and is only asked about; in milliseconds. */
const restOfTakenRefund = 60 * minute

/**
 * Asks providers about every open attempt, those first that were not asked about for the longest time,
 * and tries again whatever refund or event has not got through. Any process may do so, also several at the
 * same time: a refund's id is the key it is asked for with, and an event is locked while it takes effect.
 */
export async function reconcilePayments(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime()
  const limit = pLimit(atOnce)
  const ago = (milliseconds: number) => new Date(now - milliseconds)
  const providers = [...ctx.payments.providers.values()]
  const open = await listOpenPayments(ctx.db.kysely, {
    methods: providers.map(({ method }) => method).filter((method) => method !== 'COD'),
    askedBefore: ago(restOfPayment),
    limit: batchSize,
  })
  const refunds = await listPendingRefunds(ctx.db.kysely, {
    methods: providers.filter(({ refund }) => refund).map(({ method }) => method),
    untakenBefore: ago(restOfTries),
    takenBefore: ago(restOfTakenRefund),
    limit: batchSize,
  })
  const events = await listUnprocessedEvents(ctx.db.kysely, ago(restOfTries), batchSize)
  const done = await Promise.allSettled([
    ...open.map(({ id }) => limit(() => checkPayment(ctx, id))),
    ...refunds.map(({ id }) => limit(() => performRefund(ctx, id))),
    ...events.map((event) => limit(() => processEvent(ctx, event))),
  ])
  // One that fails keeps no other from being looked at.
  for (const outcome of done)
    if (outcome.status === 'rejected') ctx.log.error({ err: outcome.reason }, 'not reconciled')
}
