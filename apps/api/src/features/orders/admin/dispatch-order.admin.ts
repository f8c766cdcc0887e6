import type { Order } from '@solvane/contract/orders'
import { getOrder } from '../read-orders.ts'
import { type ChangeContext, changeOrder } from '../states/change-order.ts'

/** Hands a paid order to the carrier. Throws `ORDER_NOT_FOUND`, `ORDER_STATE`. */
export async function shipOrder(
  ctx: ChangeContext,
  adminId: string,
  {
    orderId,
    carrier,
    trackingNumber,
    trackingUrl,
  }: {
    orderId: string
    carrier: string
    trackingNumber: string
    trackingUrl?: string | null | undefined
  },
): Promise<Order> {
  await changeOrder(ctx, orderId, async () => ({
    to: 'SHIPPED',
    actor: 'STAFF',
    actorId: adminId,
    reason: 'Dispatched',
    tracking: {
      tracking_carrier: carrier,
      tracking_number: trackingNumber,
      tracking_url: trackingUrl ?? null,
    },
    news: { kind: 'shipped' },
  }))
  return getOrder(ctx, orderId)
}

/** Marks an order as delivered. Throws `ORDER_NOT_FOUND`, `ORDER_STATE`. */
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

/** Ends an order before the days for a return are over. Throws `ORDER_NOT_FOUND`, `ORDER_STATE`. */
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
