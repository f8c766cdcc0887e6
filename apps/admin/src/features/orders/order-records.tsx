import type { StaffOrder } from '@solvane/contract/orders.admin'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import styles from './order-records.module.css'

/** The e-mails that the customer got about an order. */
export function EmailsPanel({ emails }: { emails: StaffOrder['letters'] }) {
  return (
    <Panel title="E-mails">
      {emails.length === 0 && <p className={styles.none}>No e-mails yet.</p>}
      <ul className={styles.records}>
        {emails.map(({ id, subject, createdAt, sentAt, lastError, droppedReason }) => (
          <li key={id}>
            {subject}
            <span className={styles.more}>
              {sentAt ? (
                <>
                  Sent <Moment at={sentAt} />
                </>
              ) : (
                <>
                  Created <Moment at={createdAt} />; {droppedReason ? 'not sent' : 'not sent yet'}
                </>
              )}
            </span>
            {(droppedReason ?? lastError) && (
              <span className={styles.error}>{droppedReason ?? lastError}</span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const causes = {
  HOLD: 'Reserved for this order',
  RELEASE: 'Released, not paid',
  RESTOCK: 'Restocked, cancelled',
  ADJUSTMENT: 'Adjusted',
} as const

/** The stock changes of an order. */
export function LedgerPanel({ order }: { order: StaffOrder }) {
  const nameOf = (variantId: string) =>
    order.lines.find((line) => line.variantId === variantId)?.name ?? 'Unknown item'
  return (
    <Panel title="Stock">
      <ul className={styles.records}>
        {order.movements.map(({ id, variantId, cause, delta, stockAfter, at }) => (
          <li key={id}>
            {delta > 0 ? `+${delta}` : `−${-delta}`} {nameOf(variantId)}
            <span className={styles.more}>
              {causes[cause]}, <Moment at={at} />; {stockAfter} in stock after
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
