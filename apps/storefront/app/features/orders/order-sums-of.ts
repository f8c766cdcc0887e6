import type { Sums } from '../../components/order-page.tsx'
import type { Order } from '../../lib/api/order-query.ts'

/** What an order came to. */
export function sumsOf(order: Order): Sums {
  return {
    goods: order.itemsTotalPrice,
    delivery: order.shippingFee,
    discount: order.couponDiscountAmount,
    couponCode: order.couponCode,
    total: order.totalAmount,
    refunded: order.refundedAmount,
  }
}
