import { endpoints } from '@solvane/contract/endpoints'
import { readOrderNumber } from '@solvane/contract/orders'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { networkOf } from '../../platform/rate-limit/rate-limits.ts'
import { findReturnedOrder, orderWithEmail, type ReturnedOrder } from '../orders/returned-orders.ts'
import { countReturns, getReturn, listReturns } from './get-return.admin.ts'
import { cancelGiftExchange, openGift, requestGiftExchange } from './gift-exchange.ts'
import {
  approveReturn,
  cancelWithdrawnOrder,
  declineReturn,
  exchangeReturn,
  inspectReturn,
  receiveReturn,
  sendReturnBack,
} from './handle-return.admin.ts'
import { cancelMyReturn, getMyReturn, getPhoto, sendMyReturn } from './move-return.ts'
import { removeOldRecipients } from './personal-data.ts'
import { refundReturn } from './refund-return.admin.ts'
import {
  addReturn,
  getReturnOptions,
  leftOfOrder,
  requestReturn,
  windowOf,
} from './request-return.ts'
import { queueWithdrawalRejection } from './return-emails.ts'

/** Serves the returns of shoppers, withdrawals by anyone, and what staff do with returns. */
export function registerReturns(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.getReturnOptions, async ({ caller, params }) => ({
    data: await getReturnOptions(ctx, caller.user.id, params.orderId),
  }))
  registry.register(endpoints.requestReturn, async ({ caller, params, body }) => ({
    data: await requestReturn(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.getMyReturn, async ({ caller, params }) => ({
    data: await getMyReturn(ctx, caller.user.id, params.returnId),
  }))
  registry.register(endpoints.getReturnPhoto, async ({ caller, params }) => ({
    data: await getPhoto(ctx, { ...params, userId: caller.user.id }),
  }))
  registry.register(endpoints.sendMyReturn, async ({ caller, params, body }) => ({
    data: await sendMyReturn(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.cancelMyReturn, async ({ caller, params }) => ({
    data: await cancelMyReturn(ctx, caller.user.id, params.returnId),
  }))
  registry.register(endpoints.withdrawFromOrder, async ({ caller, body }) => {
    await withdrawFromOrder(ctx, body, caller.address)
    return { data: null }
  })
  registry.register(endpoints.openGift, async ({ caller, body }) => ({
    data: await openGift(ctx, body.code, caller.address),
  }))
  registry.register(endpoints.requestGiftExchange, async ({ caller, body }) => ({
    data: await requestGiftExchange(ctx, body, caller.address),
  }))
  registry.register(endpoints.cancelGiftExchange, async ({ caller, body }) => ({
    data: await cancelGiftExchange(ctx, body, caller.address),
  }))
  registerReturnsAdmin(registry, ctx)
}

function registerReturnsAdmin(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.listReturns, ({ query }) => listReturns(ctx, query))
  registry.register(endpoints.countReturns, async ({ query }) => ({
    data: await countReturns(ctx, query),
  }))
  registry.register(endpoints.getReturn, async ({ params }) => ({
    data: await getReturn(ctx, params.returnId),
  }))
  registry.register(endpoints.getStaffReturnPhoto, async ({ params }) => ({
    data: await getPhoto(ctx, params),
  }))
  registry.register(endpoints.approveReturn, async ({ caller, params, body }) => ({
    data: await approveReturn(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.declineReturn, async ({ caller, params, body }) => ({
    data: await declineReturn(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.receiveReturn, async ({ caller, params }) => ({
    data: await receiveReturn(ctx, caller.user.id, params.returnId),
  }))
  registry.register(endpoints.inspectReturn, async ({ caller, params, body }) => ({
    data: await inspectReturn(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.refundReturn, async ({ caller, params, body }) => ({
    data: await refundReturn(ctx, caller.user.id, { ...params, ...body }),
  }))
  registry.register(endpoints.exchangeReturn, async ({ caller, params }) => ({
    data: await exchangeReturn(ctx, caller.user.id, params.returnId),
  }))
  registry.register(endpoints.cancelWithdrawnOrder, async ({ caller, params }) => ({
    data: await cancelWithdrawnOrder(ctx, caller.user.id, params.returnId),
  }))
  registry.register(endpoints.sendReturnBack, async ({ caller, params, body }) => ({
    data: await sendReturnBack(ctx, caller.user.id, { ...params, ...body }),
  }))
}

/** A withdrawal that someone has sent; the job finds out which order it is about. */
const answerWithdrawalJob = defineJob<{ orderNumber: string; email: string }>('answer-withdrawal')

const limits = {
  ofNetwork: { name: 'withdrawals-of-network', times: 10, seconds: 60 * 60 },
  ofEmail: { name: 'withdrawals-of-email', times: 5, seconds: 60 * 60 },
} as const

/**
 * Receives a withdrawal by the number and the e-mail address of an order. The order is looked up
 * only afterwards, so that neither the answer nor its time reveals whether it exists. Throws
 * `TOO_MANY_REQUESTS`.
 */
async function withdrawFromOrder(
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
    // Any key will do: a repetition is rejected above, because no units are left.
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
