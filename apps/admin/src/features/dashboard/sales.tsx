import type { Sales, SalesPeriod } from '@solvane/contract/dashboard'
import { placeOfZone } from '@solvane/contract/time-zone'
import { formatMoney } from '@solvane/ui/price'
import { Link } from 'react-router'
import { Panel } from '../../parts/panel.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import styles from './sales.module.css'
import { SalesChart } from './sales-chart.tsx'

const counts = new Intl.NumberFormat('en-US')

/** Sales: three figures, the days of a month and the best sellers. */
export function SalesFigures({ sales }: { sales: Sales }) {
  const hasSold = sales.days.some((day) => day.sales + day.salesBefore > 0)
  return (
    <section className={styles.sales} aria-label="Sales">
      <div className={styles.figures}>
        <Figure title="Today" period={sales.today} before="yesterday, same time" />
        <Figure title="7 days" period={sales.week} before="previous 7 days" />
        <Figure title="30 days" period={sales.month} before="previous 30 days" />
      </div>
      <div className={styles.columns}>
        <Panel title="Sales by day">
          {hasSold ? (
            <SalesChart days={sales.days} />
          ) : (
            <p className={styles.change}>No sales in the last 60 days.</p>
          )}
          <p className={styles.note}>
            Days begin at midnight in {placeOfZone(sales.timeZone)} ({sales.timeZone}). Sales are
            accepted orders that were not cancelled, by the day they were placed, including
            shipping, less refunds.
          </p>
        </Panel>
        <Panel title="Best sellers">
          {sales.topProducts.length === 0 && (
            <p className={styles.note}>No sales in the last 30 days.</p>
          )}
          <ol>
            {sales.topProducts.map((product) => (
              <li key={product.productId}>
                <Link className={styles.product} to={`/products/${product.productId}`}>
                  {product.picture && <Thumb picture={product.picture} />}
                  <span className={styles.name}>
                    {product.name}
                    <span className={styles.note}>
                      {counts.format(product.pieces)} {product.pieces === 1 ? 'unit' : 'units'}
                    </span>
                  </span>
                  <span>{formatMoney(product.sales)}</span>
                </Link>
              </li>
            ))}
          </ol>
        </Panel>
      </div>
    </section>
  )
}

interface FigureProps {
  title: string
  period: SalesPeriod
  /** The period it is compared with. */
  before: string
}

function Figure({ title, period: { now, before: then }, before }: FigureProps) {
  return (
    <Panel title={title}>
      <p className={styles.amount}>{formatMoney(now.sales)}</p>
      <p className={styles.change}>
        {changeOf(now.sales, then.sales)}{' '}
        <span className={styles.note}>
          ({before}: {formatMoney(then.sales)})
        </span>
      </p>
      <p className={styles.note}>
        {counts.format(now.orders)} {now.orders === 1 ? 'order' : 'orders'} (before:{' '}
        {counts.format(then.orders)}){now.refunds > 0 && ` · ${formatMoney(now.refunds)} refunded`}
      </p>
    </Panel>
  )
}

const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
})

/** The relative change as text; a change from zero has no percentage. */
export function changeOf(now: number, before: number): string {
  if (now === before) return 'No change'
  if (before === 0) return 'New'
  return percent.format((now - before) / before)
}
