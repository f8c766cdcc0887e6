import type { Order } from '@solvane/contract/orders'
import { getOrder } from '../get-order.ts'
import { type ChangeContext, changeOrder } from '../states/change-order.ts'

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
