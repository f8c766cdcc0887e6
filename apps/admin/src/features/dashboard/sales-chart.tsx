import type { Sales } from '@solvane/contract/dashboard'
import { formatMoney } from '@solvane/ui/price'
import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import styles from './sales-chart.module.css'
import { useReducedMotion } from './use-reduced-motion.ts'

type Day = Sales['days'][number]

const dayNames = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const short = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 2,
})
const nameOf = (day: string) => dayNames.format(new Date(`${day}T12:00:00Z`))

/** The sales of 30 days as bars, those of the 30 days before as a surface behind them; the same as a table for who cannot see it. */
export function SalesChart({ days }: { days: readonly Day[] }) {
  const isAnimationActive = !useReducedMotion()
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.legend}>
        <span className={styles.now}>These 30 days</span>
        <span className={styles.before}>The 30 days before</span>
      </figcaption>
      <div aria-hidden="true">
        <ResponsiveContainer width="100%" height={340}>
          <ComposedChart
            data={[...days]}
            margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
            accessibilityLayer={false}
          >
            <CartesianGrid vertical={false} stroke="var(--color-hairline)" />
            <XAxis
              dataKey="day"
              tickFormatter={nameOf}
              tickLine={false}
              axisLine={{ stroke: 'var(--color-hairline)' }}
              minTickGap={32}
            />
            <YAxis
              tickFormatter={(amount: number) => short.format(amount)}
              tickLine={false}
              axisLine={false}
              width={56}
            />
            <Tooltip
              cursor={{ fill: 'var(--color-paper)' }}
              isAnimationActive={isAnimationActive}
              content={({ payload }) => <Told day={payload[0]?.payload} />}
            />
            <Area
              dataKey="salesBefore"
              type="step"
              fill="var(--color-paper-deep)"
              fillOpacity={1}
              stroke="var(--color-stone)"
              activeDot={false}
              isAnimationActive={isAnimationActive}
            />
            <Bar
              dataKey="sales"
              fill="var(--color-ink)"
              maxBarSize={18}
              isAnimationActive={isAnimationActive}
            />
          </ComposedChart>
        </ResponsiveContainer>
      </div>
      <details>
        <summary className={styles.summary}>The same as a table</summary>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Orders</th>
              <th scope="col">Sales</th>
              <th scope="col">30 days before</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, orders, sales, salesBefore }) => (
              <tr key={day}>
                <th scope="row">{nameOf(day)}</th>
                <td>{orders}</td>
                <td>{formatMoney(sales)}</td>
                <td>{formatMoney(salesBefore)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}

function Told({ day: shown }: { day: Day | undefined }) {
  if (!shown) return null
  const { day, sales, orders, salesBefore } = shown
  return (
    <div className={styles.told}>
      <p>{nameOf(day)}</p>
      <p>
        {formatMoney(sales)} · {orders} {orders === 1 ? 'order' : 'orders'}
      </p>
      <p className={styles.quiet}>30 days before: {formatMoney(salesBefore)}</p>
    </div>
  )
}
