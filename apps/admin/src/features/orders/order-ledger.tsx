import type { StaffOrder } from '@solvane/contract/orders.admin'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import styles from './order-page.module.css'

const causes = {
  HOLD: 'Reserved for this order',
  RELEASE: 'Released',
  RESTOCK: 'Restocked, cancelled or changed',
  ADJUSTMENT: 'Adjusted',
} as const

/** The stock changes of an order. */
export function OrderLedger({ order }: { order: StaffOrder }) {
  const former = order.edits.flatMap(({ before }) =>
    before.items.map(({ variantId, productName }) => ({ variantId, name: productName })),
  )
  const nameOf = (variantId: string) =>
    [...order.lines, ...former].find((line) => line.variantId === variantId)?.name ?? 'Unknown item'
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
