import type { StaffOrderRow } from '@solvane/contract/order-lists.admin'
import type { StaffOrder } from '@solvane/contract/orders.admin'
import { formatMoney } from '@solvane/ui/price'
import { Mark, type MarkTone } from '../../parts/panel.tsx'
import { TwoLines } from '../../parts/rows.tsx'
import {
  methodName,
  type OrderStatus,
  orderStatusNames,
  type PaymentStatus,
  paymentStatusNames,
} from '../../parts/words.tsx'

type SentOrder = Pick<StaffOrder, 'lines' | 'parcels'>

/** The lines of an order, with how many units of each were sent in parcels, and how many are left. */
export function sentLines({ lines, parcels }: SentOrder) {
  const items = parcels.flatMap((parcel) => parcel.items)
  return lines.map((line) => {
    const sent = unitsOf(items.filter(({ variantId }) => variantId === line.variantId))
    return { ...line, sent, left: line.quantity - sent }
  })
}

/** The lines of an order of which something is left to send. */
export function linesToSend(order: SentOrder) {
  return sentLines(order).filter(({ left }) => left > 0)
}

/** How many units of some lines or items there are. */
export function unitsOf(items: readonly { quantity: number }[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** `1 unit`, `3 units`. */
export function unitsInWords(count: number): string {
  return count === 1 ? '1 unit' : `${count} units`
}

/** What cancelling an order refunds, of its own payments and of its paid supplementary orders. */
export function refundOnCancelling({
  payments,
  supplements,
  supplementAmount,
}: Pick<StaffOrder, 'payments' | 'supplements' | 'supplementAmount'>): string {
  const owed = payments
    .map(({ captured, refunds }) =>
      refunds
        .filter(({ status }) => status !== 'FAILED')
        .reduce((rest, { amount }) => rest - amount, captured),
    )
    .reduce((sum, part) => sum + part, 0)
  const isManual = payments.some(
    ({ refundable, isRefundedByProvider }) => refundable > 0 && !isRefundedByProvider,
  )
  const paid = supplements
    .filter(({ status }) => supplementAmount > 0 && status === 'COMPLETED')
    .map(({ orderNumber }) => orderNumber)
  const rest = paid.length > 0 && `What is left of the payment of ${paid.join(', ')} is refunded.`
  const own =
    owed <= 0
      ? !rest && 'No payment has to be refunded.'
      : isManual
        ? `${formatMoney(owed)} has to be refunded by you; the payment says so then.`
        : `${formatMoney(owed)} is refunded to the original payment method.`
  return [own, rest].filter(Boolean).join(' ')
}

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

/** The state of an order. */
export function OrderMark({ status }: { status: OrderStatus }) {
  return <Mark tone={orderTones[status]}>{orderStatusNames[status]}</Mark>
}

/** Says that the customer has withdrawn from an order, which is therefore not shipped. */
export function WithdrawnMark() {
  return <Mark tone="urgent">Withdrawn</Mark>
}

/** The state of a payment attempt. */
export function PaymentMark({ status }: { status: PaymentStatus }) {
  return <Mark tone={paymentTones[status]}>{paymentStatusNames[status]}</Mark>
}

type Paid = Pick<StaffOrderRow, 'paymentMethod' | 'paymentStatus' | 'needsReview'>

/** How an order is paid: the state, or that it needs review, and the method. */
export function PaymentOf({ paymentMethod, paymentStatus, needsReview }: Paid) {
  if (!paymentMethod || !paymentStatus) return <Mark tone="quiet">No payment yet</Mark>
  const isDueOnDelivery = paymentMethod === 'COD' && paymentStatus === 'PENDING'
  const state = isDueOnDelivery ? 'To collect' : paymentStatusNames[paymentStatus]
  const method = methodName(paymentMethod)
  if (needsReview)
    return (
      <TwoLines
        first={<Mark tone="urgent">Needs review</Mark>}
        second={`${method}, ${state.toLowerCase()}`}
      />
    )
  return (
    <TwoLines first={<Mark tone={paymentTones[paymentStatus]}>{state}</Mark>} second={method} />
  )
}
