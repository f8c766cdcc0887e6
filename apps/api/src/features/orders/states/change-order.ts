import type { OrderStatus } from '@solvane/contract/orders'
import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { againAfterDeadlock } from '../../../platform/database/database-errors.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { type OrderNews, writeToShopper } from '../notices/order-emails.ts'
import { tellOrderChanged } from '../notices/publish-order-changed.ts'
import { linesOfOrders, lockOrder, type OrderRow } from '../orders.queries.ts'
import { announceStock } from '../publish-stock.ts'
import { type Move, moveOrder } from './move-order.ts'
import { effectsOf } from './order-transitions.ts'

/** What changing an order needs. */
export type ChangeContext = Pick<
  AppContext,
  'changes' | 'clock' | 'config' | 'db' | 'jobs' | 'realtime'
>

/** Where an order goes, and what the shopper is written of it. */
export type Decision = Move & { news?: OrderNews }

/**
 * Moves an order as `decide` says once the order is locked, in one transaction, and gives whether it was
 * moved; null leaves it where it is. Writes the letter in the same transaction, and tells the shopper's
 * pages after the commit. Raises `ORDER_NOT_FOUND`, and what `moveOrder` and `decide` raise: then nothing
 * has changed. With `skipLocked` an order that another is changing is left to it.
 */
export async function changeOrder(
  ctx: ChangeContext,
  orderId: string,
  decide: (tx: Queryable, order: OrderRow) => Promise<Decision | null>,
  { skipLocked = false } = {},
): Promise<boolean> {
  const change = async (tx: Queryable) => {
    const order = await lockOrder(tx, orderId, { skipLocked })
    if (!order && skipLocked) return null
    if (!order) throw new ShopError('ORDER_NOT_FOUND')
    const decision = await decide(tx, order)
    if (!decision) return null
    const now = await moveOrder(ctx, tx, order, decision)
    const lines = (await linesOfOrders(tx, [orderId])).get(orderId) ?? []
    if (decision.news) await writeToShopper(ctx, tx, now, lines, decision.news)
    return { from: order.status, to: now.status, lines }
  }
  const moved = await againAfterDeadlock(() => ctx.db.kysely.transaction().execute(change))
  if (!moved) return false
  if (effectsOf(moved.from, moved.to)?.stock) announceStock(ctx, moved.lines)
  await tellOrderChanged(ctx, orderId)
  return true
}

/** Refuses to go on unless an order may go to `to`. */
export function checkMove(from: OrderStatus, to: OrderStatus): void {
  if (!effectsOf(from, to)) throw new ShopError('ORDER_STATE')
}
