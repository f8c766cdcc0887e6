import type { orderActions } from '@solvane/contract/orders.admin'
import { cashOnDeliveryOf, type PaymentFacts, paysOrder } from '../../payments/payments.ts'
import type { OrderRow } from '../orders.queries.ts'
import { mayMove } from '../states/order-transitions.ts'

type OrderAction = (typeof orderActions)[number]

type Attempt = Pick<PaymentFacts, 'method' | 'status' | 'review' | 'capturedCents'>

/** Whether the cash of an order can be collected: it was dispatched. */
export function isAtTheDoor({ status }: Pick<OrderRow, 'status'>): boolean {
  return status === 'SHIPPED' || status === 'DELIVERED' || status === 'COMPLETED'
}

/** Whether the tracking can be corrected: the order is shipped or delivered. */
export function canCorrectTracking({ status }: Pick<OrderRow, 'status'>): boolean {
  return status === 'SHIPPED' || status === 'DELIVERED'
}

/** Whether address and e-mail can be corrected: the order is not shipped yet. */
export function canCorrectContact({ status }: Pick<OrderRow, 'status'>): boolean {
  return status === 'PENDING' || status === 'UNPAID' || status === 'PROCESSING'
}

type EditableOrder = Pick<OrderRow, 'status'> &
  Partial<Pick<OrderRow, 'exchange_of' | 'supplement_of'>>

/** Whether its lines can be changed, as far as its row says: nothing is sent yet. */
export function canEdit({ status, exchange_of, supplement_of }: EditableOrder): boolean {
  return (status === 'PENDING' || status === 'PROCESSING') && !exchange_of && !supplement_of
}

/** The available actions of an order in its state, the next one first. */
export function actionsFor(
  order: EditableOrder,
  attempts: readonly Attempt[],
  hasParcels: boolean,
): OrderAction[] {
  const { status } = order
  const underWay = attempts.find((attempt) => attempt.status === 'PROCESSING')
  const canTakeMoney = !underWay || (underWay.review !== null && underWay.capturedCents > 0)
  const isPaid = attempts.some((attempt) => paysOrder(attempt.status))
  const possible: Record<OrderAction, boolean> = {
    ship: mayMove(status, 'SHIPPED'),
    sendParcel: mayMove(status, 'SHIPPED'),
    // Cash is collected on delivery, before it is recorded.
    deliver: mayMove(status, 'DELIVERED'),
    collectCash: cashOnDeliveryOf(attempts) !== undefined && isAtTheDoor(order),
    complete: mayMove(status, 'COMPLETED'),
    markPaid: mayMove(status, 'PROCESSING') && canTakeMoney && !isPaid,
    cancel: mayMove(status, 'CANCELLED') && !underWay && !hasParcels,
    correctTracking: canCorrectTracking(order) || hasParcels,
    correctContact: canCorrectContact(order),
    edit: canEdit(order) && !hasParcels && !(status === 'PENDING' && underWay),
  }
  return (Object.keys(possible) as OrderAction[]).filter((action) => possible[action])
}
