import type { Order } from '@solvane/contract/orders'
import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import {
  closeOpenAttempts,
  endCashOnDelivery,
  endPayments,
  supersedeOthers,
} from '../../payments/open-attempts.ts'
import { paymentsOfOrder } from '../../payments/payments.ts'
import { refundEverything } from '../../payments/request-refund.ts'
import { exchangedReturn } from '../admin/orders-to-review.admin.queries.ts'
import { hasReturn, supplementIds } from '../edits/order-edits.queries.ts'
import { queueOrderEmail } from '../notices/order-emails.ts'
import { countingPayment, hasMoneyLeft } from '../order-refunds.ts'
import {
  findOrder,
  findOrderOf,
  linesOfOrders,
  lockOrder,
  type OrderRow,
} from '../orders.queries.ts'
import { parcelsOfOrders } from '../parcels.queries.ts'
import { publishOrderChanged } from '../publish-changes.ts'
import { getMyOrder, getOrder } from '../read-orders.ts'
import type { Move } from './change-order.ts'
import { type ChangeContext, changeOrder, type Decision, moveOrder } from './change-order.ts'
import { canBeRefused, mayMove } from './order-transitions.ts'

type Context = ChangeContext & Pick<AppContext, 'payments'>

/**
 * Cancels a shopper's order before it is dispatched, and refunds its payments. Throws
 * `ORDER_NOT_FOUND`, `ORDER_NOT_CANCELLABLE`, `PAYMENT_IN_PROGRESS` while a payment is being
 * confirmed.
 */
export async function cancelMyOrder(
  ctx: Context,
  userId: string,
  { orderId, reason }: { orderId: string; reason?: string | undefined },
): Promise<Order> {
  const order = await findOrderOf(ctx.db, userId, orderId)
  // An exchange has no payment that could be refunded; staff can cancel it.
  if (order?.exchange_of) throw new ShopError('ORDER_NOT_CANCELLABLE')
  await cancel(ctx, order, 'ORDER_NOT_CANCELLABLE', {
    actor: 'SHOPPER',
    actorId: userId,
    reason: reason || 'Cancelled by the shopper',
  })
  return getMyOrder(ctx, userId, orderId)
}

/** Cancels an order by staff. Throws `ORDER_STATE` if it has been dispatched. */
export async function cancelOrder(
  ctx: Context,
  adminId: string,
  { orderId, reason }: { orderId: string; reason: string },
): Promise<Order> {
  const order = await findOrder(ctx.db.kysely, orderId)
  await cancel(ctx, order, 'ORDER_STATE', { actor: 'STAFF', actorId: adminId, reason })
  return getOrder(ctx, orderId)
}

async function cancel(
  ctx: Context,
  order: OrderRow | undefined,
  rejection: 'ORDER_NOT_CANCELLABLE' | 'ORDER_STATE',
  by: Omit<Move, 'to'>,
): Promise<void> {
  if (!order) throw new ShopError('ORDER_NOT_FOUND')
  if (!mayMove(order.status, 'CANCELLED')) throw new ShopError(rejection)
  const supplements = await supplementIds(ctx.db.kysely, order.id)
  // No further payment may start. Money that arrives anyway is refunded.
  await endPayments(ctx, [order.id, ...supplements], () =>
    changeOrder(ctx, order.id, async (tx, { id, status }) => {
      if (!mayMove(status, 'CANCELLED')) throw new ShopError(rejection)
      // Cancelling cannot bring back goods that were sent.
      if ((await parcelsOfOrders(tx, [id])).has(id)) throw new ShopError(rejection)
      const attempts = (await paymentsOfOrder(tx, [id])).get(id) ?? []
      if (countingPayment(attempts)?.status === 'PROCESSING')
        throw new ShopError('PAYMENT_IN_PROGRESS')
      return cancelAndRefund(ctx, tx, id, by)
    }),
  )
  for (const id of supplements) publishOrderChanged(ctx, id)
}

/**
 * Cancels an order whose parcel, or all that was sent of it, has come back and whose cash on delivery nobody paid:
 * restocks its items, and credits its invoice. Of an exchange it is the cash of the first order, whose return then waits to be
 * closed. Throws `ORDER_NOT_FOUND`, `ORDER_STATE` unless something was sent, the cash is still expected and no return has what
 * was sent, `PAYMENT_IN_PROGRESS` while another payment is being confirmed.
 */
export async function markOrderRefused(
  ctx: Context,
  adminId: string,
  { orderId, reason }: { orderId: string; reason: string },
): Promise<Order> {
  const db = ctx.db.kysely
  const order = await findOrder(db, orderId)
  if (!order) throw new ShopError('ORDER_NOT_FOUND')
  await rejectUnlessRefused(db, order)
  const supplements = await supplementIds(db, orderId)
  for (const id of [orderId, ...supplements]) await closeOpenAttempts(ctx, id)
  await changeOrder(ctx, orderId, async (tx, locked) => {
    await rejectUnlessRefused(tx, locked)
    const by = { actor: 'STAFF', actorId: adminId, reason } as const
    return { ...(await cancelAndRefund(ctx, tx, orderId, by)), cameBack: 'PARCEL' }
  })
  for (const id of supplements) publishOrderChanged(ctx, id)
  return getOrder(ctx, orderId)
}

async function rejectUnlessRefused(db: Queryable, order: OrderRow): Promise<void> {
  const paidBy =
    order.exchange_of === null
      ? order.id
      : (await exchangedReturn(db, order.exchange_of)).paid_order_id
  const attempts = (await paymentsOfOrder(db, [paidBy])).get(paidBy) ?? []
  const sent = {
    hasParcels: (await parcelsOfOrders(db, [order.id])).has(order.id),
    hasReturn: await hasReturn(db, order.id),
  }
  if (!canBeRefused(order, attempts, sent)) throw new ShopError('ORDER_STATE')
  if (countingPayment(attempts)?.status === 'PROCESSING') throw new ShopError('PAYMENT_IN_PROGRESS')
}

/**
 * Refunds all payments of a locked order and of its supplementary orders, cancels those of them that
 * are not paid, and returns how the order is cancelled.
 */
export async function cancelAndRefund(
  ctx: Context,
  tx: Queryable,
  orderId: string,
  by: Omit<Move, 'to'>,
): Promise<Decision> {
  const supplements = await supplementIds(tx, orderId, { lock: true })
  const attempts = await paymentsOfOrder(tx, [orderId, ...supplements])
  await endCashOnDelivery(ctx, tx, orderId)
  const isPaidBack = hasMoneyLeft([...attempts.values()].flat())
  // A fixed text instead of the shopper's own words, because providers receive the reason of a refund.
  await refundEverything(ctx, tx, orderId, 'The order was cancelled')
  for (const id of supplements) {
    const supplement = await lockOrder(tx, id)
    await refundEverything(ctx, tx, id, 'The order was cancelled')
    if (supplement?.status === 'COMPLETED') await supersedeOthers(tx, id)
    if (supplement && mayMove(supplement.status, 'CANCELLED')) {
      const now = await moveOrder(ctx, tx, supplement, { ...by, to: 'CANCELLED' })
      const lines = (await linesOfOrders(tx, [id])).get(id) ?? []
      await queueOrderEmail(ctx, tx, now, lines, { kind: 'cancelled', isPaidBack: false })
    }
  }
  return { to: 'CANCELLED', ...by, news: { kind: 'cancelled', isPaidBack } }
}
