import type { Order } from '@solvane/contract/orders'
import type { AppContext } from '../../../context.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { recordCashCollected } from '../../payments/record-payment.admin.ts'
import { getOrder } from '../get-order.ts'
import { tellOrderChanged } from '../notices/publish-order-changed.ts'
import { lockOrder } from '../orders.queries.ts'
import type { ChangeContext } from '../states/change-order.ts'
import { isAtTheDoor } from './order-actions.admin.ts'

type Context = ChangeContext & Pick<AppContext, 'log' | 'payments'>

/**
 * Notes that the cash of an order paid on delivery was taken (decision O8). Raises `ORDER_NOT_FOUND`,
 * `ORDER_STATE` when no cash is awaited.
 */
export async function collectCash(ctx: Context, orderId: string): Promise<Order> {
  await ctx.db.kysely.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new ShopError('ORDER_NOT_FOUND')
    if (!isAtTheDoor(order)) throw new ShopError('ORDER_STATE')
    await recordCashCollected(ctx, tx, orderId)
  })
  await tellOrderChanged(ctx, orderId)
  return getOrder(ctx, orderId)
}
