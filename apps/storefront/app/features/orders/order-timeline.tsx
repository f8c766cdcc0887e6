import { formatInstant } from '@solvane/ui/dates.ts'
import type { Order } from '../../lib/api/order-query.ts'
import orderStateStyles from './order-state.module.css'
import { isUnpaid, type OrderStatus } from './order-texts.ts'

/** One step of an order's way. */
interface TimelineStep {
  status: OrderStatus
  name: string
  /** When the state was reached, ISO 8601; null while it is ahead. */
  at: string | null
}

/** The states of an order without problems. Completion is left out until it is reached. */
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

type TimelineOrder = Pick<Order, 'status' | 'timeline'> & Partial<Pick<Order, 'supplementOf'>>

/** The past states of the order, then, unless it `isOver`, those that are still ahead. */
export function timelineSteps(
  { status, timeline, supplementOf }: TimelineOrder,
  isOver = status === 'CANCELLED',
): TimelineStep[] {
  const nameOf = (state: OrderStatus) =>
    supplementOf && state === 'COMPLETED' ? 'Paid' : stepNames[state]
  const past = timeline.map((entry, index) => ({
    status: entry.status,
    // 'Pay Now' has reserved the items again.
    name: index > 0 && entry.status === 'PENDING' ? 'Reserved again' : nameOf(entry.status),
    at: entry.at,
  }))
  if (isOver) return past
  if (supplementOf)
    return status === 'COMPLETED'
      ? past
      : [...past, { status: 'COMPLETED', name: 'Paid', at: null }]
  const reached = isUnpaid(status) ? 0 : straightWay.indexOf(status)
  const ahead = reached < 0 ? [] : straightWay.slice(reached + 1)
  return [...past, ...ahead.map((next) => ({ status: next, name: stepNames[next], at: null }))]
}

interface OrderTimelineProps {
  order: TimelineOrder
  /** Nothing of it will be sent: the shopper has withdrawn, for example. */
  isOver?: boolean
}

/** The states of an order as steps with their times. */
export function OrderTimeline({ order, isOver }: OrderTimelineProps) {
  const steps = timelineSteps(order, isOver)
  const current = steps.findLastIndex(({ at }) => at !== null)
  return (
    <ol className={orderStateStyles.steps}>
      {steps.map(({ name, at }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place on the way
          key={index}
          className={orderStateStyles.step}
          data-done={at !== null || undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={orderStateStyles.name}>{name}</span>
          <span className={orderStateStyles.at}>{at && formatInstant(at)}</span>
        </li>
      ))}
    </ol>
  )
}
