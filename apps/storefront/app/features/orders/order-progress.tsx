import { TextLink } from '@solvane/ui/text-link'
import { formatInstant } from '../../lib/dates.ts'
import type { Order } from '../../lib/order-query.ts'
import styles from './order-progress.module.css'
import { timelineSteps } from './order-timeline.ts'

/** How far an order has come, and where its parcel is. */
export function OrderProgress({ order }: { order: Order }) {
  const { tracking } = order
  const steps = timelineSteps(order)
  const current = steps.findLastIndex(({ at }) => at !== null)
  return (
    <section className={styles.progress} aria-label="Progress">
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
