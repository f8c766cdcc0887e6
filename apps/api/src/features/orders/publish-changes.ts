import type { AppContext } from '../../context.ts'
import { readStatus } from './order-updates.queries.ts'
import type { OrderLineRow } from './orders.queries.ts'

/** Publishes the current status of an order and its payment to the shopper's open pages. Call it after the commit. */
export async function publishOrderChanged(
  { db, realtime }: Pick<AppContext, 'db' | 'realtime'>,
  orderId: string,
): Promise<void> {
  const order = await readStatus(db, orderId)
  if (!order) return
  const { user_id, status, payment_status } = order
  realtime.publishToUser(user_id, 'order:changed', {
    orderId,
    status,
    paymentStatus: payment_status,
  })
}

/** Publishes to every process that the stock of these products changed. Call it after the commit. */
export function publishStock(
  { changes }: Pick<AppContext, 'changes'>,
  lines: readonly Pick<OrderLineRow, 'product_id'>[],
): void {
  changes.publish(lines.map(({ product_id }) => `product:${product_id}` as const))
}
