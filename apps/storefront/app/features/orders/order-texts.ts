import { statesDelivery } from '@solvane/contract/delivery-texts'
import type { Sums } from '../../components/order-page.tsx'
import { optionsOf } from '../../components/product-options.ts'
import type { Order } from '../../lib/api/order-query.ts'

/** Texts of My Orders and an order's page (spec sections 4 and 8), word for word. */
export const orderMessages = {
  loadingList: 'Loading orders...',
  listFailed: 'Failed to fetch order list',
  none: 'No orders found matching your criteria.',
  loading: 'Loading order information...',
  confirmed: 'Order confirmed. Awaiting shipment.',
  completed: 'Order completed',
} as const

export type OrderStatus = Order['status']

/** The states of an order as a shopper reads them, in the order of the filter. */
export const statusNames: Readonly<Record<OrderStatus, string>> = {
  PENDING: 'Awaiting payment',
  UNPAID: 'Not paid',
  PROCESSING: 'Confirmed',
  SHIPPED: 'On its way',
  DELIVERED: 'Delivered',
  COMPLETED: 'Completed',
  CANCELLED: 'Cancelled',
}

/** The suffix for the state of an order that was refunded in part or in full. */
export const refundNames: Readonly<Record<Order['refundState'], string>> = {
  NONE: '',
  PARTIAL: ', partly refunded',
  FULL: ', refunded',
}

/** Whether an order waits for its payment. */
export function isUnpaid(status: OrderStatus): boolean {
  return status === 'PENDING' || status === 'UNPAID'
}

/** Whether an order is still to arrive, if it is paid in time. */
export function isExpected(status: OrderStatus): boolean {
  return status === 'PENDING' || status === 'PROCESSING' || status === 'SHIPPED'
}

/** The sentence about an order's state. */
export function statusLine({
  status,
  paymentStatus,
  paymentMethod,
  isPaymentInReview,
  supplementOf,
  parcels = [],
}: Pick<Order, 'status' | 'paymentStatus' | 'paymentMethod' | 'isPaymentInReview'> &
  Partial<Pick<Order, 'supplementOf' | 'parcels'>>): string {
  if (isPaymentInReview)
    return paymentMethod === 'USDT'
      ? 'Not all of your payment came in time.'
      : 'The amount received differs from the total.'
  if (isUnpaid(status) && paymentStatus === 'PROCESSING') return 'Your payment is being confirmed.'
  switch (status) {
    case 'PENDING':
      return 'Awaiting payment'
    case 'UNPAID':
      return supplementOf ? 'Awaiting payment' : 'Your reservation has ended.'
    case 'PROCESSING':
      return orderMessages.confirmed
    case 'SHIPPED':
      return 'Your order is on its way.'
    case 'DELIVERED':
      return 'Your order has been delivered.'
    case 'COMPLETED':
      return orderMessages.completed
    case 'CANCELLED':
      // A sent order is cancelled only after its goods have come back.
      return parcels.length > 0
        ? 'This order was cancelled: it came back to us.'
        : 'This order was cancelled.'
  }
}

/** The payment of an order in words; null if there is nothing to say. */
export function paymentLine(
  order: Pick<
    Order,
    'status' | 'totalAmount' | 'paymentMethod' | 'paymentStatus' | 'isPaymentInReview'
  >,
  methodName: string | null,
): string | null {
  const { status, totalAmount, paymentMethod, paymentStatus } = order
  if (!paymentMethod || !paymentStatus || !methodName) return null
  if (totalAmount === 0) return 'Nothing to pay'
  const isPaid = paymentStatus === 'PAID' || paymentStatus === 'PARTIALLY_REFUNDED'
  if (status === 'CANCELLED' && isPaid) return `${methodName}, being paid back`
  switch (paymentStatus) {
    case 'PAID':
      return `${methodName}, paid`
    case 'PROCESSING':
      return `${methodName}, ${order.isPaymentInReview ? 'being looked into' : 'being confirmed'}`
    case 'REFUNDED':
      return `${methodName}, paid back`
    case 'PARTIALLY_REFUNDED':
      return `${methodName}, paid back in part`
    case 'PENDING':
      return paymentMethod === 'COD' ? `${methodName}, to the courier` : null
    case 'FAILED':
      return null
  }
}

/** The contents of a parcel: `Calvi Tote (Cognac) × 2, Nico Sneaker (White, 42)`. */
export function contentsOf(
  { items }: Pick<Order['parcels'][number], 'items'>,
  order: Pick<Order, 'items'>,
): string {
  return items
    .map(({ variantId, quantity }) => {
      const line = order.items.find((item) => item.variantId === variantId)
      const options = optionsOf(line?.variant.attributeValues ?? {})
      return [line?.productName, options !== '' && `(${options})`, quantity > 1 && `× ${quantity}`]
        .filter(Boolean)
        .join(' ')
    })
    .join(', ')
}

/** The totals of an order. */
export function sumsOf(order: Order): Sums {
  return {
    goods: order.itemsTotalPrice,
    delivery: statesDelivery(Boolean(order.supplementOf), order.shippingFee)
      ? order.shippingFee
      : null,
    discount: order.couponDiscountAmount,
    couponCode: order.couponCode,
    billedSeparately: order.supplementAmount,
    wrapping: order.gift?.isWrapped ? order.gift.wrapFee : null,
    total: order.totalAmount,
    tax: order.tax,
    duties: order.duties,
    refunded: order.refundedAmount,
  }
}
