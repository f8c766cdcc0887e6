import type { StaffOrder } from '@solvane/contract/orders.admin'
import { formatMoney } from '@solvane/ui/price'
import { Moment } from '../../parts/moment.tsx'
import { methodNames, orderStatusNames, paymentStatusNames } from '../../parts/order-words.ts'
import { Panel } from '../../parts/panel.tsx'
import styles from './order-timeline.module.css'

/** Something that has happened to an order. */
export interface StoryEvent {
  at: string
  what: string
  /** Who did it, and why. */
  why: string
  /** The order itself has moved; else its money has. */
  isMove: boolean
}

const actorNames = {
  SHOPPER: 'The shopper',
  STAFF: 'Staff',
  PROVIDER: 'The payment provider',
  SYSTEM: 'The house, by itself',
} as const

const correctionNames = {
  TRACKING: 'Tracking',
  ADDRESS: 'Delivery address',
  EMAIL: 'E-mail address',
}

/** All that has happened to an order and its money, the oldest first. */
export function storyOf({ transitions, corrections, payments }: StaffOrder): StoryEvent[] {
  const moves = transitions.map(({ to, actor, by, reason, at }) => ({
    at,
    what: orderStatusNames[to],
    why: `${actor === 'STAFF' ? (by?.name ?? actorNames.STAFF) : actorNames[actor]}: ${reason}`,
    isMove: true,
  }))
  const money = payments.flatMap((payment) => [
    ...payment.transitions.map(({ to, reason, at }) => ({
      at,
      what: `${methodNames[payment.method]}: ${paymentStatusNames[to].toLowerCase()}`,
      why: reason,
      isMove: false,
    })),
    ...payment.refunds.map(({ amount, by, reason, createdAt }) => ({
      at: createdAt,
      what: `${formatMoney(amount)} asked back`,
      why: `${by?.name ?? 'The house, by itself'}: ${reason}`,
      isMove: false,
    })),
  ])
  const corrected = corrections.map(({ kind, before, after, by, at }) => ({
    at,
    what: `${correctionNames[kind]} corrected`,
    why: `${by?.name ?? actorNames.STAFF}: ${Object.keys(after)
      .map((name) => `${before[name] ?? 'none'} → ${after[name] ?? 'none'}`)
      .join('; ')}`,
    isMove: false,
  }))
  return [...moves, ...corrected, ...money].toSorted((one, other) => one.at.localeCompare(other.at))
}

/** What has happened to an order, when, by whom and why. */
export function OrderStory({ order }: { order: StaffOrder }) {
  return (
    <Panel title="What happened">
      <ol className={styles.story}>
        {storyOf(order).map(({ at, what, why, isMove }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an event is its place; two may be alike
          <li key={index} className={styles.event} data-move={isMove || undefined}>
            <span className={styles.at}>
              <Moment at={at} />
            </span>
            <span>
              <span className={styles.what}>{what}</span>
              <span className={styles.why}>{why}</span>
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
