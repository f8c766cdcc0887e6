import type { Sales } from '@solvane/contract/dashboard'
import { formatMoney } from '@solvane/ui/price'
import { type CSSProperties, useState } from 'react'
import styles from './sales-chart.module.css'

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

/** Labels below the chart. */
const mostNames = 6

interface SalesChartProps {
  days: readonly Day[]
  /** The names of the period and of the one that it is compared with. */
  period: string
  before: string
}

/** The sales of a period as bars before those of the previous one; the table below has the same figures. */
export function SalesChart({ days, period, before }: SalesChartProps) {
  const daysBetweenNames = Math.ceil(days.length / mostNames)
  const [shown, setShown] = useState<Day | null>(null)
  const ticks = axisTicks(Math.max(...days.flatMap((day) => [day.sales, day.salesBefore])))
  const top = ticks.at(-1) ?? 1
  const heightOf = (amount: number) => ({ height: `${(Math.max(amount, 0) / top) * 100}%` })
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.legend}>
        <span className={styles.now}>{period}</span>
        <span className={styles.before}>{before}</span>
      </figcaption>
      <div className={styles.plot} aria-hidden="true">
        {ticks.map((tick) => (
          <span
            key={tick}
            className={styles.tick}
            style={{ '--from-bottom': `${(tick / top) * 100}%` } as CSSProperties}
          >
            {short.format(tick)}
          </span>
        ))}
        <div className={styles.days} onPointerLeave={() => setShown(null)}>
          {days.map((day, index) => (
            <div key={day.day} className={styles.day} onPointerEnter={() => setShown(day)}>
              <span className={styles.barBefore} style={heightOf(day.salesBefore)} />
              <span className={styles.bar} style={heightOf(day.sales)} />
              {index % daysBetweenNames === 0 && (
                <span className={styles.name}>{nameOf(day.day)}</span>
              )}
            </div>
          ))}
        </div>
        {shown && (
          <div
            className={styles.tooltip}
            style={{ '--across': (days.indexOf(shown) + 0.5) / days.length } as CSSProperties}
          >
            <p>{nameOf(shown.day)}</p>
            <p>
              {formatMoney(shown.sales)} · {shown.orders} {shown.orders === 1 ? 'order' : 'orders'}
            </p>
            <p className={styles.quiet}>
              {before}: {formatMoney(shown.salesBefore)}
            </p>
          </div>
        )}
      </div>
      <details>
        <summary className={styles.summary}>Show as table</summary>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Orders</th>
              <th scope="col">Sales</th>
              <th scope="col">{before}</th>
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

/** Allowed axisSteps of an axis, times a power of ten. */
const axisSteps = [1, 2, 2.5, 5, 10]
/** The largest number of axisSteps from zero to the top. */
const mostAxisSteps = 5

/** Even round values from 0 to `max` or just above it, for an axis: `axisTicks(1_360)` is 0, 500, 1000, 1500. */
export function axisTicks(max: number): number[] {
  if (max <= 0) return [0, 1]
  const power = 10 ** Math.floor(Math.log10(max / mostAxisSteps))
  const step =
    power * (axisSteps.find((step) => Math.ceil(max / (step * power)) <= mostAxisSteps) ?? 10)
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step)
}
