import type { StaffOrderRow } from '@solvane/contract/order-lists.admin'
import { paymentMethodTexts } from '@solvane/contract/payment-methods'

export type OrderStatus = StaffOrderRow['status']
export type PaymentStatus = NonNullable<StaffOrderRow['paymentStatus']>
export type AnyMethod = NonNullable<StaffOrderRow['paymentMethod']>

/** The names of order states, in the order of the work. */
export const orderStatusNames: Readonly<Record<OrderStatus, string>> = {
  PENDING: 'Awaiting payment',
  UNPAID: 'Unpaid',
  PROCESSING: 'To ship',
  SHIPPED: 'Shipped',
  DELIVERED: 'Delivered',
  COMPLETED: 'Completed',
  CANCELLED: 'Cancelled',
}

export const paymentStatusNames: Readonly<Record<PaymentStatus, string>> = {
  PENDING: 'Pending',
  PROCESSING: 'Processing',
  PAID: 'Paid',
  FAILED: 'Failed',
  REFUNDED: 'Refunded',
  PARTIALLY_REFUNDED: 'Partially refunded',
}

/** The name for staff of how an order is paid. */
export function methodName(method: AnyMethod): string {
  return method === 'MANUAL' ? 'Manual payment' : paymentMethodTexts[method].name
}
