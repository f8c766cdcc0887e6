import type { AppContext } from '../../context.ts'
import { paymentsOfOrder } from '../payments/payments.ts'
import { countingPayment } from './order-shape.ts'
import { findOrder, type OrderLineRow } from './orders.queries.ts'

/** Tells the shopper's open pages how an order and its payment stand now. For after the commit. */
export async function tellOrderChanged(
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

/** Tells every process, after the commit, that answers about these pieces may show another stock now. */
export function announceStock(
  { changes }: Pick<AppContext, 'changes'>,
  lines: readonly Pick<OrderLineRow, 'product_id'>[],
): void {
  changes.announce(lines.map(({ product_id }) => `product:${product_id}` as const))
}
