import { readOrderNumber } from '@solvane/contract/orders'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { networkOf } from '../../platform/rate-limit/rate-limits.ts'
import { findReturnedOrder, orderWithEmail, type ReturnedOrder } from '../orders/returned-orders.ts'
import { removeOldRecipients } from './personal-data.ts'
import { addReturn, leftOfOrder, windowOf } from './request-return.ts'
import { queueWithdrawalRejection } from './return-emails.ts'

/** A withdrawal that someone has sent; the job finds out which order it is about. */
const answerWithdrawalJob = defineJob<{ orderNumber: string; email: string }>('answer-withdrawal')

const limits = {
  ofNetwork: { name: 'withdrawals-of-network', times: 10, seconds: 60 * 60 },
  ofEmail: { name: 'withdrawals-of-email', times: 5, seconds: 60 * 60 },
} as const

/**
 * Takes a withdrawal by the number and the e-mail address of an order. The order is looked up only
 * afterwards, so that neither the answer nor its time reveals whether there is one. Throws
 * `TOO_MANY_REQUESTS`.
 */
export async function withdrawFromOrder(
  ctx: Pick<AppContext, 'db' | 'jobs' | 'limits'>,
  { orderNumber, email }: { orderNumber: string; email: string },
  address: string,
): Promise<void> {
  await Promise.all([
    ctx.limits.count(limits.ofNetwork, networkOf(address)),
    ctx.limits.count(limits.ofEmail, email.toLowerCase()),
  ])
  await ctx.db.kysely
    .transaction()
    .execute((tx) => ctx.jobs.enqueue(tx, answerWithdrawalJob, { orderNumber, email }))
}

/**
 * Withdraws from everything of an order that no return takes yet, and e-mails the receipt, or why
 * that is not possible, to the address of the order. Without such an order it does nothing.
 */
async function answerWithdrawal(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db' | 'jobs'>,
  { orderNumber, email }: { orderNumber: string; email: string },
): Promise<void> {
  const number = readOrderNumber(orderNumber)
  if (number === undefined) return
  await ctx.db.kysely.transaction().execute(async (tx) => {
    const orderId = await orderWithEmail(tx, { number, email })
    const order = orderId && (await findReturnedOrder(tx, orderId, { lock: true }))
    if (!order) return
    const rejection = await withdraw(ctx, tx, order)
    if (rejection) await queueWithdrawalRejection(ctx, tx, order, rejection)
  })
}

/** Withdraws from a locked order; returns why it cannot be done, else null. */
async function withdraw(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db' | 'jobs'>,
  tx: Queryable,
  order: ReturnedOrder,
): Promise<string | null> {
  const { policy, isOpen } = await windowOf(ctx, tx, order)
  if (order.status === 'CANCELLED') return 'This order is cancelled already.'
  if (order.status === 'PENDING' || order.status === 'UNPAID')
    return 'Nothing has been paid for this order; you can cancel it on its page.'
  if (!policy.is_withdrawal)
    return 'Orders to this country are returned from their page, within the days that our terms name.'
  if (!isOpen && order.status !== 'PROCESSING')
    return `The ${policy.notice_days} days after delivery, within which one may withdraw, are over.`
  const left = await leftOfOrder(tx, order)
  if (left.size === 0) return 'Everything of this order is being returned already.'
  await addReturn(ctx, tx, order, {
    policy,
    lines: [...left].map(([variantId, { quantity }]) => ({ variantId, quantity })),
    wish: 'REFUND',
    // What is left decides whether a repetition does anything.
    key: `withdrawal:${ctx.clock.now().toISOString()}`,
  })
  return null
}

/** Registers the jobs that answer withdrawals, and remove the recipients of gifts. */
export async function registerReturnJobs(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db' | 'jobs'>,
): Promise<void> {
  await ctx.jobs.handle(answerWithdrawalJob, (sent) => answerWithdrawal(ctx, sent))
  await ctx.jobs.daily('remove-old-recipients', '03:45', () => removeOldRecipients(ctx))
}
