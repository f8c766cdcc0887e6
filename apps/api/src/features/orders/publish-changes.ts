import type { AppContext } from '../../context.ts'
import { statusForTotal } from './order-refunds.ts'
import { readStatus } from './order-updates.queries.ts'
import type { OrderLineRow } from './orders.queries.ts'

/**
 * Publishes the current status of an order and its payment to the shopper's open pages. Call it after
 * the commit: it does not wait, and a status that cannot be read is only logged. A page that receives it
 * loads the order again, as each page does when it connects.
 */
export function publishOrderChanged(
  { db, log, realtime }: Pick<AppContext, 'db' | 'log' | 'realtime'>,
  orderId: string,
): void {
  readStatus(db, orderId)
    .then((order) => {
      if (!order) return
      const { user_id, status, payment_status } = order
      const paymentStatus =
        payment_status &&
        statusForTotal(
          order.total_cents,
          {
            status: payment_status,
            capturedCents: order.captured_cents ?? 0,
            refundedCents: order.refunded_cents ?? 0,
          },
          order.keeps_more,
        )
      realtime.publishToUser(user_id, 'order:changed', { orderId, status, paymentStatus })
    })
    .catch((error: unknown) => log.warn({ err: error, orderId }, 'order change not published'))
}

/** Publishes to every process that the stock of these products changed. Call it after the commit. */
export function publishStock(
  { changes }: Pick<AppContext, 'changes'>,
  lines: readonly Pick<OrderLineRow, 'product_id'>[],
): void {
  changes.publish(lines.map(({ product_id }) => `product:${product_id}` as const))
}
