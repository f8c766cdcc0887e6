import type { Sales, SalesPeriod, Dashboard as Waiting } from '@solvane/contract/dashboard'
import { placeOfZone } from '@solvane/contract/time-zone'
import { useMediaQuery } from '@solvane/ui/browser.ts'
import { formatMoney } from '@solvane/ui/price'
import { Skeleton } from '@solvane/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api } from '../../data/api.ts'
import { useMayAct } from '../../data/staff.ts'
import { Failure, Title } from '../../layout/page.tsx'
import { formatMoment, zonePlace } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Thumb } from '../../parts/thumb.tsx'
import styles from './dashboard.module.css'
import salesStyles from './sales.module.css'
import { SalesChart } from './sales-chart.tsx'
import { LowStock, OpenConversations, OrdersByState, Reviews } from './waiting.tsx'

const counts = new Intl.NumberFormat('en-US')

/** Sales: three figures, the days of a month and the best sellers. */
function SalesFigures({ sales }: { sales: Sales }) {
  const hasSold = sales.days.some((day) => day.sales + day.salesBefore > 0)
  return (
    <section className={salesStyles.sales} aria-label="Sales">
      <div className={salesStyles.figures}>
        <Figure title="Today" period={sales.today} before="yesterday, same time" />
        <Figure title="7 days" period={sales.week} before="previous 7 days" />
        <Figure title="30 days" period={sales.month} before="previous 30 days" />
      </div>
      <div className={salesStyles.columns}>
        <Panel title="Sales by day">
          {hasSold ? (
            <SalesChart days={sales.days} period="Last 30 days" before="Previous 30 days" />
          ) : (
            <p className={salesStyles.change}>No sales in the last 60 days.</p>
          )}
          <p className={salesStyles.note}>
            Days begin at midnight in {placeOfZone(sales.timeZone)} ({sales.timeZone}). Sales are
            accepted orders that were not cancelled, by the day they were placed, including
            shipping, less refunds.
          </p>
        </Panel>
        <Panel title="Best sellers">
          {sales.topProducts.length === 0 && (
            <p className={salesStyles.note}>No sales in the last 30 days.</p>
          )}
          <ol>
            {sales.topProducts.map((product) => (
              <li key={product.productId}>
                <Link className={salesStyles.product} to={`/products/${product.productId}`}>
                  {product.picture && <Thumb picture={product.picture} />}
                  <span className={salesStyles.name}>
                    {product.name}
                    <span className={salesStyles.note}>
                      {counts.format(product.quantity)} {product.quantity === 1 ? 'unit' : 'units'}
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
      <p className={salesStyles.amount}>{formatMoney(now.sales)}</p>
      <p className={salesStyles.change}>
        {changeOf(now.sales, then.sales)}{' '}
        <span className={salesStyles.note}>
          ({before}: {formatMoney(then.sales)})
        </span>
      </p>
      <p className={salesStyles.note}>
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

/** Interval between reads, in milliseconds. */
const refreshInterval = 60_000

/** /: sales figures, for managers, and open work. */
export function Dashboard() {
  const seesSales = useMayAct('MANAGER')
  const sales = useQuery({
    queryKey: ['dashboard', 'sales'],
    queryFn: () => api.call('getSales', {}),
    refetchInterval: refreshInterval,
    enabled: seesSales,
  })
  const waiting = useQuery({
    queryKey: ['dashboard', 'waiting'],
    queryFn: () => api.call('getDashboard', {}),
    refetchInterval: refreshInterval,
  })
  // On phones open work comes first: the figures alone fill three screens.
  const isNarrow = useMediaQuery('(width < 768px)')
  const work = <Part query={waiting}>{({ data }) => <Work waiting={data} />}</Part>
  return (
    <div className={styles.page}>
      <Title title="Today" />
      {isNarrow && work}
      {seesSales && <Part query={sales}>{({ data }) => <SalesFigures sales={data} />}</Part>}
      {!isNarrow && work}
    </div>
  )
}

interface PartProps<Answer> {
  query: { data?: Answer | undefined; error: unknown; refetch: () => unknown }
  children: (answer: Answer) => ReactNode
}

/** The result of a query; the previous result stays visible while it is read again. */
function Part<Answer>({ query, children }: PartProps<Answer>) {
  if (query.data) return children(query.data)
  if (query.error) return <Failure error={query.error} onRetry={query.refetch} />
  return (
    <div aria-busy="true">
      <Skeleton shape="title" width="half" />
      <Skeleton width="full" />
    </div>
  )
}

function Work({ waiting }: { waiting: Waiting }) {
  return (
    <>
      <div className={styles.columns}>
        <OrdersByState counts={waiting.ordersByStatus} />
        <OpenConversations waiting={waiting} />
        <Reviews reviews={waiting.reviews} />
        <LowStock scarce={waiting.scarce} />
      </div>
      <p className={styles.note}>
        As of {formatMoment(waiting.at)} ({zonePlace()}). Updated every minute.
      </p>
    </>
  )
}
