import type { StaffOrderRow } from '@solvane/contract/order-lists.admin'
import { paymentMethodTexts } from '@solvane/contract/payment-methods'
import type { StaffReturnRow } from '@solvane/contract/returns.admin'
import { Mark, type MarkTone } from './panel.tsx'

/** A name of the code as text: `changeStaffRole` becomes "Change staff role", `order-shipped` "Order shipped". */
export function inWords(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[-_]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

/** The options of a variant on one line, the color before the size: `Black, 40`. */
export function optionsOf(attributeValues: Readonly<Record<string, string>>): string {
  return Object.entries(attributeValues)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([, value]) => value)
    .join(', ')
}

/** A variant by its product and options: `Calvi Tote, Black`. */
export function variantTitle(variant: {
  name: string
  attributeValues: Readonly<Record<string, string>>
}): string {
  return [variant.name, optionsOf(variant.attributeValues)].filter(Boolean).join(', ')
}

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

export type ReturnStatus = StaffReturnRow['status']

/** The names of the states of a return, in the order of the work. */
export const returnStatusNames: Readonly<Record<ReturnStatus, string>> = {
  REQUESTED: 'Requested',
  APPROVED: 'Approved',
  IN_TRANSIT: 'In transit',
  RECEIVED: 'Received',
  INSPECTED: 'Inspected',
  REFUNDED: 'Refunded',
  EXCHANGED: 'Exchanged',
  SENT_BACK: 'Sent back',
  DECLINED: 'Declined',
  CANCELLED: 'Cancelled',
}

const returnTones: Record<ReturnStatus, MarkTone> = {
  REQUESTED: 'urgent',
  APPROVED: 'open',
  IN_TRANSIT: 'open',
  RECEIVED: 'urgent',
  INSPECTED: 'urgent',
  REFUNDED: 'good',
  EXCHANGED: 'good',
  SENT_BACK: 'quiet',
  DECLINED: 'quiet',
  CANCELLED: 'quiet',
}

/** The state of a return. */
export function ReturnMark({ status }: { status: ReturnStatus }) {
  return <Mark tone={returnTones[status]}>{returnStatusNames[status]}</Mark>
}
