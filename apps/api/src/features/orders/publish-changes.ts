import type { AppContext } from '../../context.ts'
import { paymentsOfOrder } from '../payments/payments.ts'
import { countingPayment } from './order-shape.ts'
import { findOrder, type OrderLineRow } from './orders.queries.ts'

/** Publishes the current status of an order and its payment to the shopper's open pages. Call it after the commit. */
export async function publishOrderChanged(
  { db, realtime }: Pick<AppContext, 'db' | 'realtime'>,
  orderId: string,
): Promise<void> {
  const [order, payments] = await Promise.all([
    findOrder(db.kysely, orderId),
    paymentsOfOrder(db.kysely, [orderId]),
  ])
  if (!order) return
  realtime.publishToUser(order.user_id, 'order:changed', {
    orderId,
    status: order.status,
    paymentStatus: countingPayment(payments.get(orderId) ?? [])?.status ?? null,
  })
}

/** Publishes to every process that the stock of these products changed. Call it after the commit. */
export function publishStock(
  { changes }: Pick<AppContext, 'changes'>,
  lines: readonly Pick<OrderLineRow, 'product_id'>[],
): void {
  changes.publish(lines.map(({ product_id }) => `product:${product_id}` as const))
}
