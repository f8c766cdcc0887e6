import type { Dashboard } from '@solvane/contract/dashboard'
import { formatMoney } from '@solvane/ui/price'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMayAct } from '../../data/staff.ts'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { type OrderStatus, optionsOf, orderStatusNames } from '../../parts/words.tsx'
import styles from './dashboard.module.css'

const counts = new Intl.NumberFormat('en-US')

/** The address of a list with these filters. */
const listPath = (name: string, filters: Record<string, string>) =>
  `/${name}?${new URLSearchParams(filters)}`

interface LineProps {
  to: string
  children: ReactNode
  note?: ReactNode
  value: ReactNode
  isUrgent?: boolean
}

function Line({ to, children, note, value, isUrgent = false }: LineProps) {
  return (
    <li>
      <Link className={styles.line} to={to}>
        <span className={styles.name}>
          {children}
          {note && <span className={styles.waitingNote}>{note}</span>}
        </span>
        <span className={clsx(styles.value, isUrgent && styles.urgent)}>{value}</span>
      </Link>
    </li>
  )
}

/** The number of orders in each state, linked to the list of them. */
export function OrdersByState({ counts: byStatus }: { counts: Dashboard['ordersByStatus'] }) {
  return (
    <Panel title="Orders">
      <ul>
        {Object.entries(orderStatusNames).map(([status, name]) => (
          <Line
            key={status}
            to={listPath('orders', { status })}
            value={counts.format(byStatus[status as OrderStatus] ?? 0)}
          >
            {name}
          </Line>
        ))}
      </ul>
    </Panel>
  )
}

/** Conversations and e-mails that wait. */
export function OpenConversations({ waiting: { conversations, emails } }: { waiting: Dashboard }) {
  return (
    <Panel title="Conversations and e-mails">
      <ul>
        <Line
          to="/conversations"
          note={
            conversations.assigned > 0 &&
            `${counts.format(conversations.assigned)} of these assigned`
          }
          value={counts.format(conversations.waiting)}
          isUrgent={conversations.waiting > 0}
        >
          Waiting for an answer
        </Line>
        <Line to="/conversations" value={counts.format(conversations.unread)}>
          Unread messages
        </Line>
        <Line
          to={listPath('emails', { state: 'FAILED' })}
          value={counts.format(emails.failed)}
          isUrgent={emails.failed > 0}
        >
          E-mails that could not be sent
        </Line>
        <Line
          to={listPath('emails', { state: 'WAITING' })}
          note={!emails.hasMailServer && 'No mail server is set up'}
          value={counts.format(emails.waiting)}
        >
          E-mails in the outbox
        </Line>
      </ul>
    </Panel>
  )
}

/** A link to the rest of a list that the panel has no room for. */
function More({ count, shown, to }: { count: number; shown: number; to: string }) {
  if (count <= shown) return null
  return (
    <Link className={styles.more} to={to}>
      {counts.format(count - shown)} more
    </Link>
  )
}

/** Orders whose money waits for staff, as the list of orders has them, and unknown events. */
export function Reviews({ reviews }: Pick<Dashboard, 'reviews'>) {
  const { count, payments, events, eventCount } = reviews
  return (
    <Panel title="Needs review">
      {count + eventCount === 0 && <p className={styles.none}>Nothing needs review.</p>}
      <ul>
        {payments.map((payment) => (
          <Line
            key={`${payment.orderId} ${payment.since}`}
            to={`/orders/${payment.orderId}`}
            note={
              <>
                {payment.review}, <Moment at={payment.since} isDay />
              </>
            }
            value={formatMoney(payment.amount)}
          >
            {payment.orderNumber}
          </Line>
        ))}
      </ul>
      {events.map(({ id, review, since }) => (
        <p key={id} className={styles.none}>
          {review} since <Moment at={since} /> (provider event {id}).
        </p>
      ))}
      {eventCount > events.length && (
        <p className={styles.none}>{counts.format(eventCount - events.length)} more events</p>
      )}
      <More
        count={count}
        shown={payments.length}
        to={listPath('orders', { needsReview: 'true' })}
      />
    </Panel>
  )
}

/** Variants with little stock. */
export function LowStock({ scarce: { count, atMost, variants } }: Pick<Dashboard, 'scarce'>) {
  const mayEdit = useMayAct('MANAGER')
  return (
    <Panel title="Low stock">
      {count === 0 && <p className={styles.none}>Every variant has more than {atMost} in stock.</p>}
      <ul>
        {variants.map((variant) => (
          <Line
            key={variant.variantId}
            to={
              mayEdit ? `/products/${variant.productId}` : listPath('products', { q: variant.name })
            }
            note={stockNote(variant)}
            value={variant.stock === 0 ? 'Out of stock' : counts.format(variant.stock)}
            isUrgent={variant.stock === 0}
          >
            {variant.name}
          </Line>
        ))}
      </ul>
      <More
        count={count}
        shown={variants.length}
        to={listPath('products', { availability: 'LOW' })}
      />
    </Panel>
  )
}

/** The options of a variant and how many were sold lately. */
function stockNote({ attributes, soldLately }: Dashboard['scarce']['variants'][number]): string {
  const sold = soldLately > 0 && `${counts.format(soldLately)} sold in 30 days`
  return [optionsOf(attributes), sold].filter(Boolean).join(' · ')
}
