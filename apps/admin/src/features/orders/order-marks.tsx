import type { StaffOrderRow } from '@solvane/contract/orders-admin'
import { Mark, type MarkTone } from '../../parts/mark.tsx'
import {
  methodNames,
  type OrderStatus,
  orderStatusNames,
  type PaymentStatus,
  paymentStatusNames,
} from '../../parts/order-words.ts'

const orderTones: Record<OrderStatus, MarkTone> = {
  PENDING: 'quiet',
  UNPAID: 'quiet',
  PROCESSING: 'open',
  SHIPPED: 'open',
  DELIVERED: 'good',
  COMPLETED: 'good',
  CANCELLED: 'quiet',
}

const paymentTones: Record<PaymentStatus, MarkTone> = {
  PENDING: 'quiet',
  PROCESSING: 'open',
  PAID: 'good',
  FAILED: 'quiet',
  REFUNDED: 'quiet',
  PARTIALLY_REFUNDED: 'good',
}

/** The state an order is in. */
export function OrderMark({ status }: { status: OrderStatus }) {
  return <Mark tone={orderTones[status]}>{orderStatusNames[status]}</Mark>
}

/** How an attempt to pay stands. */
export function PaymentMark({ status }: { status: PaymentStatus }) {
  return <Mark tone={paymentTones[status]}>{paymentStatusNames[status]}</Mark>
}

type Paid = Pick<StaffOrderRow, 'paymentMethod' | 'paymentStatus' | 'needsReview'>

/** How an order is paid, or that someone must look at it. */
export function PaymentOf({ paymentMethod, paymentStatus, needsReview }: Paid) {
  if (!paymentMethod || !paymentStatus) return <Mark tone="quiet">Not begun</Mark>
  const name = `${methodNames[paymentMethod]}, ${paymentStatusNames[paymentStatus].toLowerCase()}`
  if (needsReview) return <Mark tone="look">{name}, to be looked at</Mark>
  return <Mark tone={paymentTones[paymentStatus]}>{name}</Mark>
}
