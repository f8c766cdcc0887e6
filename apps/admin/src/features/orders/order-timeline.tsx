import type { StaffOrder } from '@solvane/contract/orders.admin'
import { formatMoney } from '@solvane/ui/price'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import {
  methodName,
  orderStatusNames,
  paymentStatusNames,
  variantTitle,
} from '../../parts/words.tsx'
import styles from './order-timeline.module.css'
import { unitsInWords, unitsOf } from './order-words.tsx'

/** An event of an order's timeline. */
export interface TimelineEvent {
  at: string
  what: string
  /** The actor and the reason. */
  why: string
  /** Whether the order changed its state; other events are about parcels, payments or corrections. */
  isTransition: boolean
}

const actorNames = {
  SHOPPER: 'Customer',
  STAFF: 'Staff',
  PROVIDER: 'Payment provider',
  SYSTEM: 'Automatic',
} as const

const correctionNames = {
  TRACKING: 'Tracking',
  ADDRESS: 'Delivery address',
  EMAIL: 'E-mail address',
}

/** The events of an order and its payments, the oldest first. */
export function timelineOf({
  transitions,
  corrections,
  edits,
  parcels,
  payments,
}: StaffOrder): TimelineEvent[] {
  const states = transitions.map(({ to, actor, by, reason, at }) => ({
    at,
    what: orderStatusNames[to],
    why: `${actor === 'STAFF' ? (by?.name ?? actorNames.STAFF) : actorNames[actor]}: ${reason}`,
    isTransition: true,
  }))
  const money = payments.flatMap((payment) => [
    ...payment.transitions.map(({ to, reason, at }) => ({
      at,
      what: `${methodName(payment.method)}: ${paymentStatusNames[to].toLowerCase()}`,
      why: reason,
      isTransition: false,
    })),
    ...payment.refunds.map(({ amount, by, reason, createdAt }) => ({
      at: createdAt,
      what: `${formatMoney(amount)} refund requested`,
      why: `${by?.name ?? actorNames.SYSTEM}: ${reason}`,
      isTransition: false,
    })),
  ])
  const corrected = corrections.map(({ kind, before, after, by, at }) => ({
    at,
    what: `${correctionNames[kind]} corrected`,
    why: `${by?.name ?? actorNames.STAFF}: ${Object.keys(after)
      .map((name) => `${before[name] ?? 'none'} → ${after[name] ?? 'none'}`)
      .join('; ')}`,
    isTransition: false,
  }))
  const edited = edits.map(({ before, after, supplementNumber, refundAmount, by, at }) => ({
    at,
    what: 'Order changed',
    why: [
      `${by?.name ?? actorNames.STAFF}: ${inWords(before)} → ${inWords(after)}`,
      supplementNumber && `difference billed by ${supplementNumber}`,
      refundAmount > 0 && `${formatMoney(refundAmount)} refunded`,
    ]
      .filter(Boolean)
      .join('; '),
    isTransition: false,
  }))
  const sent = parcels.map(({ carrier, number, sentAt, items }, at) => ({
    at: sentAt,
    what: `Parcel ${at + 1} sent`,
    why: `${unitsInWords(unitsOf(items))} with ${carrier}, number ${number}`,
    isTransition: false,
  }))
  return [...states, ...sent, ...corrected, ...edited, ...money].toSorted((one, other) =>
    one.at.localeCompare(other.at),
  )
}

/** `Calvi Tote, Black × 1; $415.99`. */
function inWords({ items, totalAmount }: StaffOrder['edits'][number]['before']): string {
  const lines = items.map(
    ({ productName, attributeValues, quantity }) =>
      `${variantTitle({ name: productName, attributeValues })} × ${quantity}`,
  )
  return [...lines, formatMoney(totalAmount)].join('; ')
}

/** The timeline of an order: what happened, when, by whom and why. */
export function OrderTimeline({ order }: { order: StaffOrder }) {
  return (
    <Panel title="Timeline">
      <ol className={styles.timeline}>
        {timelineOf(order).map(({ at, what, why, isTransition }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events have no id; two may be equal
          <li key={index} className={styles.event} data-move={isTransition || undefined}>
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
