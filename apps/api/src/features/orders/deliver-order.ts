import type { Order } from '@solvane/contract/orders'
import { type ChangeContext, changeOrder } from './change-order.ts'
import { getOrder } from './get-order.ts'

/** Notes that the carrier has delivered an order. Raises `ORDER_NOT_FOUND`, `ORDER_STATE`. */
export async function deliverOrder(
  ctx: ChangeContext,
  adminId: string,
  orderId: string,
): Promise<Order> {
  await changeOrder(ctx, orderId, async () => ({
    to: 'DELIVERED',
    actor: 'STAFF',
    actorId: adminId,
    reason: 'Delivered',
    news: { kind: 'delivered' },
  }))
  return getOrder(ctx, orderId)
}
