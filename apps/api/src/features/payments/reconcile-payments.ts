import pLimit from 'p-limit'
import type { AppContext } from '../../context.ts'
import { checkPayment } from './check-payment.ts'
import { listOpenPayments } from './payments.queries.ts'
import { performRefund } from './perform-refund.ts'
import { processEvent } from './process-event.ts'
import { listUnprocessedEvents } from './provider-events.queries.ts'
import { listPendingRefunds } from './refunds.queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'jobs' | 'payments' | 'log'>

/** How much is looked at in one go, and how many questions are asked at once. */
const batchSize = 500
const atOnce = 8

const minute = 60_000
/** Who has just been asked is not asked again; in milliseconds. */
const restOfPayment = 2 * minute
/** Jobs try on their own for about half a day; after that nothing else would. In milliseconds. */
const restOfJobs = 13 * 60 * minute

/**
 * Asks providers about every open attempt, those first that were not asked about for the longest time,
 * and takes up refunds and events that their jobs have given up on.
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
    before: ago(restOfJobs),
    limit: batchSize,
  })
  const events = await listUnprocessedEvents(ctx.db.kysely, ago(restOfJobs), batchSize)
  const done = await Promise.allSettled([
    ...open.map(({ id }) => limit(() => checkPayment(ctx, id))),
    ...refunds.map(({ id }) => limit(() => performRefund(ctx, id))),
    ...events.map((event) => limit(() => processEvent(ctx, event))),
  ])
  // One that fails keeps no other from being looked at.
  for (const outcome of done)
    if (outcome.status === 'rejected') ctx.log.error({ err: outcome.reason }, 'not reconciled')
}
