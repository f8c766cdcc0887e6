import type { Order } from '../../lib/api/order-query.ts'
import { isUnpaid, type OrderStatus } from './order-words.ts'

/** One step of an order's way. */
interface TimelineStep {
  status: OrderStatus
  name: string
  /** When it came to it, ISO 8601; null while that is to come. */
  at: string | null
}

/** The way of an order that goes well; completion says nothing new to the shopper until it is there. */
const straightWay: readonly OrderStatus[] = ['PENDING', 'PROCESSING', 'SHIPPED', 'DELIVERED']

const stepNames: Readonly<Record<OrderStatus, string>> = {
  PENDING: 'Placed',
  UNPAID: 'Not paid in time',
  PROCESSING: 'Confirmed',
  SHIPPED: 'Dispatched',
  DELIVERED: 'Delivered',
  COMPLETED: 'Completed',
  CANCELLED: 'Cancelled',
}

/** Every state the order has been in, then those that are still to come. */
export function timelineSteps({
  status,
  timeline,
}: Pick<Order, 'status' | 'timeline'>): TimelineStep[] {
  const past = timeline.map((entry, index) => ({
    status: entry.status,
    // Pay Now has held the pieces once more.
    name: index > 0 && entry.status === 'PENDING' ? 'Held again' : stepNames[entry.status],
    at: entry.at,
  }))
  if (status === 'CANCELLED') return past
  const reached = isUnpaid(status) ? 0 : straightWay.indexOf(status)
  const ahead = reached < 0 ? [] : straightWay.slice(reached + 1)
  return [...past, ...ahead.map((next) => ({ status: next, name: stepNames[next], at: null }))]
}
