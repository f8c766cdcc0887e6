import type { AppContext } from '../../../context.ts'
import { paymentsOfOrder } from '../../payments/payments.ts'
import { countingPayment } from '../order-shape.ts'
import { findOrder } from '../orders.queries.ts'

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
