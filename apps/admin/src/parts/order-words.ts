import type { StaffOrderRow } from '@solvane/contract/orders.admin'

export type OrderStatus = StaffOrderRow['status']
export type PaymentStatus = NonNullable<StaffOrderRow['paymentStatus']>
export type AnyMethod = NonNullable<StaffOrderRow['paymentMethod']>

/** The states of an order as staff say them, in the order of their work. */
export const orderStatusNames: Readonly<Record<OrderStatus, string>> = {
  PENDING: 'Awaits payment',
  UNPAID: 'Not paid',
  PROCESSING: 'To send',
  SHIPPED: 'On its way',
  DELIVERED: 'Delivered',
  COMPLETED: 'Completed',
  CANCELLED: 'Cancelled',
}

export const paymentStatusNames: Readonly<Record<PaymentStatus, string>> = {
  PENDING: 'Open',
  PROCESSING: 'Being confirmed',
  PAID: 'Paid',
  FAILED: 'Failed',
  REFUNDED: 'Paid back',
  PARTIALLY_REFUNDED: 'Paid back in part',
}

export const methodNames: Readonly<Record<AnyMethod, string>> = {
  STRIPE: 'Card',
  PAYPAL: 'PayPal',
  USDT: 'USDT',
  COD: 'Cash on delivery',
  MANUAL: 'Noted by staff',
}
