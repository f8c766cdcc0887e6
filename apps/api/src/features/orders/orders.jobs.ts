import type { AppContext } from '../../context.ts'
import { checkPayment, closeOpenAttempts, endCashOnDelivery } from '../payments/open-attempts.ts'
import { hasMoneyUnderWay, paymentChanged, paymentsOfOrder } from '../payments/payments.ts'
import { type DueOrder, listDueOrders, type TimedStatus } from './order-updates.queries.ts'
import { applyPayment, syncOrderWithPayments } from './paying/apply-payment.ts'
import { deleteOrderRequestsBefore } from './placing/place-order.queries.ts'
import { type ChangeContext, changeOrder } from './states/change-order.ts'

/** How many days idempotency keys are kept. */
const daysOfRequests = 30
const dayMilliseconds = 24 * 60 * 60 * 1_000

/** Registers the jobs that follow payments and deadlines. */
export async function registerOrderJobs(ctx: AppContext): Promise<void> {
  await ctx.jobs.handle(paymentChanged, ({ paymentId }) => applyPayment(ctx, paymentId))
  await ctx.jobs.every('expire-orders', 1, () => expireOrders(ctx))
  await ctx.jobs.daily('end-orders', '03:40', async () => {
    await cancelUnpaidOrders(ctx)
    await completeOrders(ctx)
  })
  await ctx.jobs.daily('remove-order-requests', '03:50', () => removeOrderRequests(ctx))
}

async function removeOrderRequests({ db, clock }: AppContext): Promise<void> {
  const before = new Date(clock.now().getTime() - daysOfRequests * dayMilliseconds)
  await deleteOrderRequestsBefore(db.kysely, before)
}

type Context = ChangeContext & Pick<AppContext, 'payments'>

/**
 * Expires orders whose reservation has ended: queries the providers, closes their payment attempts, and only
 * then releases the stock. An order keeps its reservation while a payment is being confirmed or its
 * provider is unavailable. Several workers may run this at once.
 */
export async function expireOrders(ctx: Context): Promise<void> {
  await forEachDueOrder(ctx, 'PENDING', (orderId) => expire(ctx, orderId))
}

/** Cancels orders that stayed unpaid past the last day on which they can be paid. */
export async function cancelUnpaidOrders(ctx: Context): Promise<void> {
  await forEachDueOrder(ctx, 'UNPAID', async (orderId) => {
    if ((await closeOpenAttempts(ctx, orderId)) === 'unreachable') return
    await changeOrder(
      ctx,
      orderId,
      async (tx, order) => {
        if (!isOver(ctx, order.given_up_at) || (await hasMoneyUnderWay(tx, orderId))) return null
        await endCashOnDelivery(ctx, tx, orderId)
        return {
          to: 'CANCELLED',
          actor: 'SYSTEM',
          reason: 'Never paid',
          news: { kind: 'cancelled', isPaidBack: false },
        }
      },
      { skipLocked: true },
    )
  })
}

/** Completes orders whose return period has ended. */
export async function completeOrders(ctx: Context): Promise<void> {
  await forEachDueOrder(ctx, 'DELIVERED', (orderId) =>
    changeOrder(
      ctx,
      orderId,
      async (_tx, order) =>
        isOver(ctx, order.completes_at)
          ? { to: 'COMPLETED', actor: 'SYSTEM', reason: 'The days for a return are over' }
          : null,
      { skipLocked: true },
    ),
  )
}

async function expire(ctx: Context, orderId: string): Promise<void> {
  const attempts = (await paymentsOfOrder(ctx.db.kysely, [orderId])).get(orderId) ?? []
  for (const { paymentId, status } of attempts)
    if (status === 'PROCESSING') await checkPayment(ctx, paymentId)
  if ((await closeOpenAttempts(ctx, orderId)) === 'unreachable') return
  // Apply what the providers just reported; the job for it may not have run yet.
  if (attempts.length > 0) await syncOrderWithPayments(ctx, orderId)
  await changeOrder(
    ctx,
    orderId,
    async (tx, order) => {
      if (!isOver(ctx, order.hold_ends_at) || (await hasMoneyUnderWay(tx, orderId))) return null
      await endCashOnDelivery(ctx, tx, orderId)
      return { to: 'UNPAID', actor: 'SYSTEM', reason: 'Not paid in time' }
    },
    { skipLocked: true },
  )
}

/** Whether an order's time in its state has ended; false if it has left the state. */
function isOver({ clock }: Context, until: Date | null): boolean {
  return until !== null && until <= clock.now()
}

const batchSize = 100

/**
 * Runs `work` for each order whose time in a state has ended, one after the other. An error is
 * logged, and the order left for the next run.
 */
async function forEachDueOrder(
  { db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>,
  status: TimedStatus,
  work: (orderId: string) => Promise<unknown>,
): Promise<void> {
  const at = clock.now()
  let after: DueOrder | null = null
  for (;;) {
    const due: DueOrder[] = await listDueOrders(db.kysely, status, { at, after, limit: batchSize })
    for (const { id } of due)
      await work(id).catch((error) =>
        log.error({ err: error, orderId: id, status }, 'a due order could not be processed'),
      )
    after = due.at(-1) ?? null
    if (due.length < batchSize) return
  }
}
