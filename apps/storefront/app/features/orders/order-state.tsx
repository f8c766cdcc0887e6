import { formatInstant } from '@solvane/ui/dates.ts'
import { TextLink } from '@solvane/ui/text-link'
import type { ReactNode, Ref } from 'react'
import type { Order } from '../../lib/api/order-query.ts'
import styles from './order-state.module.css'
import { isUnpaid, type OrderStatus } from './order-texts.ts'

interface OrderStateProps {
  ref?: Ref<HTMLDivElement>
  order: Order
  /** How it stands, in a few words. */
  title: string
  /** What there is to know about that. */
  children: ReactNode
}

/** The state of an order, its timeline and its tracking. */
export function OrderState({ ref, order, title, children }: OrderStateProps) {
  const { tracking } = order
  const steps = timelineSteps(order)
  const current = steps.findLastIndex(({ at }) => at !== null)
  return (
    <section className={styles.state} aria-label="State of the order">
      <div ref={ref} className={styles.words} tabIndex={-1} role="status">
        <p className={styles.title}>{title}</p>
        {children}
      </div>
      <ol className={styles.steps}>
        {steps.map(({ name, at }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place on the way
            key={index}
            className={styles.step}
            data-done={at !== null || undefined}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className={styles.name}>{name}</span>
            <span className={styles.at}>{at ? formatInstant(at) : 'To come'}</span>
          </li>
        ))}
      </ol>
      {tracking && (
        <p className={styles.tracking}>
          {tracking.carrier},{' '}
          {tracking.url ? (
            <TextLink href={tracking.url} target="_blank" rel="noopener noreferrer">
              {tracking.number}
            </TextLink>
          ) : (
            tracking.number
          )}
        </p>
      )}
    </section>
  )
}

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

/** The past states of the order, then those that are still ahead. */
export function timelineSteps({
  status,
  timeline,
}: Pick<Order, 'status' | 'timeline'>): TimelineStep[] {
  const past = timeline.map((entry, index) => ({
    status: entry.status,
    // 'Pay Now' has reserved the items again.
    name: index > 0 && entry.status === 'PENDING' ? 'Held again' : stepNames[entry.status],
    at: entry.at,
  }))
  if (status === 'CANCELLED') return past
  const reached = isUnpaid(status) ? 0 : straightWay.indexOf(status)
  const ahead = reached < 0 ? [] : straightWay.slice(reached + 1)
  return [...past, ...ahead.map((next) => ({ status: next, name: stepNames[next], at: null }))]
}
