import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { recordManualPayment } from '../payments/record-payment.admin.ts'
import { refundedOrders } from './admin/orders-to-review.admin.queries.ts'
import { refreshOrderSearch } from './order-updates.queries.ts'
import { findOrder, linesOfOrders, lockOrder } from './orders.queries.ts'
import { insertExchangeOrder, type Recipient } from './returned-orders.queries.ts'
import { cancelAndRefund, cancelOrder } from './states/cancel-order.ts'
import { type ChangeContext, moveOrder } from './states/change-order.ts'
import { reserveAgain } from './stock.queries.ts'

/** The order that a return is exchanged for. */
interface Exchange {
  returnId: string
  /** The order that the goods came from; it must be locked. */
  from: string
  actorId: string
  /** The reason in words: `Exchange for return RE10001`. */
  reason: string
  /** Each variant once. */
  items: { variantId: string; quantity: number }[]
  /** The recipient of a gift; null: the shopper. */
  recipient: Recipient | null
}

/**
 * Places the order for the exchange of a return: to the same shopper and address, or to the
 * recipient of a gift, at no charge and ready to ship. Reserves its items in the transaction of the
 * exchange, and returns their products, to be published afterwards. Throws `EXCHANGE_UNAVAILABLE`
 * if they are not in stock.
 */
export async function placeExchange(
  ctx: Pick<AppContext, 'clock' | 'config' | 'jobs' | 'log' | 'payments'>,
  tx: Queryable,
  { returnId, from, actorId, reason, items, recipient }: Exchange,
): Promise<{ product_id: string }[]> {
  const at = ctx.clock.now()
  const id = randomUUID()
  await insertExchangeOrder(tx, { id, from, returnId, actorId, items, recipient, at })
  if (!(await reserveAgain(tx, id, at))) throw new ShopError('EXCHANGE_UNAVAILABLE')
  await refreshOrderSearch(tx, { orderId: id })
  await recordManualPayment(ctx, tx, { orderId: id, amountCents: 0, reference: reason })
  const order = await lockOrder(tx, id)
  if (!order) throw new Error('The exchange order is missing')
  await moveOrder(ctx, tx, order, { to: 'PROCESSING', actor: 'STAFF', actorId, reason })
  return (await linesOfOrders(tx, [id])).get(id) ?? []
}

/**
 * Cancels an order from which its shopper has withdrawn before anything was sent; one that is
 * cancelled already stays so. Throws as `cancelOrder` does.
 */
export async function cancelUnsentOrder(
  ctx: ChangeContext & Pick<AppContext, 'payments'>,
  adminId: string,
  { orderId, reason }: { orderId: string; reason: string },
): Promise<void> {
  const order = await findOrder(ctx.db.kysely, orderId)
  if (order?.status !== 'CANCELLED') await cancelOrder(ctx, adminId, { orderId, reason })
}

/**
 * Cancels an order that nobody paid and of which everything has come back in returns, as its last step before stock:
 * they restock what is fit for sale and e-mail the shopper. Call `creditUnpaid` once they have.
 */
export async function cancelReturnedOrder(
  ctx: ChangeContext & Pick<AppContext, 'payments'>,
  tx: Queryable,
  { orderId, actorId, reason }: { orderId: string; actorId: string; reason: string },
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new ShopError('ORDER_NOT_FOUND')
  const by = { actor: 'STAFF', actorId, reason } as const
  const move = await cancelAndRefund(ctx, tx, orderId, by)
  await moveOrder(ctx, tx, order, { ...move, cameBack: 'RETURNS' })
}

/** Throws `ORDER_REFUNDED` if all that was paid for an order is paid back. */
export async function rejectRefunded(tx: Queryable, orderId: string): Promise<void> {
  if ((await refundedOrders(tx, [orderId])).size > 0) throw new ShopError('ORDER_REFUNDED')
}

/**
 * Ends an order that was sent in part once its withdrawal is settled: the rest is never sent. The
 * order is cancelled if everything paid for it is refunded. Otherwise it is complete, because
 * cancelling would refund money that the shop keeps, such as an overpayment, and make the goods of
 * an exchange payable once more. Does nothing for an order that was sent as a whole.
 */
export async function endWithdrawnOrder(
  ctx: ChangeContext,
  tx: Queryable,
  {
    orderId,
    isPaidBack,
    ...by
  }: { orderId: string; isPaidBack: boolean; actorId: string; reason: string },
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (order?.status !== 'PROCESSING') return
  const to = isPaidBack ? 'CANCELLED' : 'COMPLETED'
  await moveOrder(ctx, tx, order, { ...by, to, actor: 'STAFF', cameBack: 'RETURNS' })
}
