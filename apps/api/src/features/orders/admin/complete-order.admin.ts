import type { Order } from '@solvane/contract/orders'
import { getOrder } from '../get-order.ts'
import { type ChangeContext, changeOrder } from '../states/change-order.ts'

/** Ends an order before the days for a return are over. Raises `ORDER_NOT_FOUND`, `ORDER_STATE`. */
export async function completeOrder(
  ctx: ChangeContext,
  adminId: string,
  orderId: string,
): Promise<Order> {
  await changeOrder(ctx, orderId, async () => ({
    to: 'COMPLETED',
    actor: 'STAFF',
    actorId: adminId,
    reason: 'Completed by staff',
  }))
  return getOrder(ctx, orderId)
}
