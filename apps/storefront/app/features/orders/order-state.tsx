import { formatInstant } from '@solvane/ui/dates.ts'
import { TextLink } from '@solvane/ui/text-link'
import type { ReactNode, Ref } from 'react'
import type { Order } from '../../lib/api/order-query.ts'
import styles from './order-state.module.css'
import { timelineSteps } from './order-timeline.ts'

interface OrderStateProps {
  ref?: Ref<HTMLDivElement>
  order: Order
  /** How it stands, in a few words. */
  title: string
  /** What there is to know about that. */
  children: ReactNode
}

/** Where an order stands, how far it has come, and where its parcel is. */
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
