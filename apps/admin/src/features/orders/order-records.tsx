import type { StaffOrder } from '@solvane/contract/orders.admin'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import styles from './order-records.module.css'

/** The letters that the shopper was written of an order. */
export function LettersPanel({ letters }: Pick<StaffOrder, 'letters'>) {
  return (
    <Panel title="Letters">
      {letters.length === 0 && <p className={styles.none}>None.</p>}
      <ul className={styles.records}>
        {letters.map(({ id, subject, createdAt, sentAt, lastError, droppedReason }) => (
          <li key={id}>
            {subject}
            <span className={styles.more}>
              {sentAt ? (
                <>
                  Sent, <Moment at={sentAt} />
                </>
              ) : (
                <>
                  Written, <Moment at={createdAt} />; {droppedReason ? 'dropped' : 'not sent yet'}
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
  HOLD: 'Taken out of stock',
  RELEASE: 'Put back, not paid',
  RESTOCK: 'Put back, cancelled',
  ADJUSTMENT: 'Counted',
} as const

/** What an order has done to the stock. */
export function LedgerPanel({ order }: { order: StaffOrder }) {
  const pieceOf = (variantId: string) =>
    order.lines.find((line) => line.variantId === variantId)?.name ?? 'A piece'
  return (
    <Panel title="Stock">
      <ul className={styles.records}>
        {order.movements.map(({ id, variantId, cause, delta, stockAfter, at }) => (
          <li key={id}>
            {delta > 0 ? `+${delta}` : `−${-delta}`} {pieceOf(variantId)}
            <span className={styles.more}>
              {causes[cause]}, <Moment at={at} />; {stockAfter} left then
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
