import type { AppContext } from '../../context.ts'
import { paymentChanged } from '../payments/payments.ts'
import { applyPayment } from './paying/apply-payment.ts'
import { deleteOrderRequestsBefore } from './placing/place-order.queries.ts'
import { cancelUnpaidOrders, completeOrders, expireOrders } from './states/end-due-orders.ts'

/** How many days idempotency keys are kept. */
const daysOfRequests = 30
const dayMilliseconds = 24 * 60 * 60 * 1_000

/** Registers the jobs that follow payments and deadlines. */
export async function registerOrderJobs(ctx: AppContext): Promise<void> {
  await ctx.jobs.handle(paymentChanged, ({ paymentId }) => applyPayment(ctx, paymentId))
  await ctx.jobs.every('lapse-orders', 1, () => expireOrders(ctx))
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
