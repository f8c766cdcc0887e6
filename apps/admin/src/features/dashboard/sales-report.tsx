import {
  type ExportKind,
  type ReportRow,
  type ReportSubject,
  reportSubjects,
  type SalesReport,
} from '@solvane/contract/reports.admin'
import { Button } from '@solvane/ui/button'
import { SelectField, TextField } from '@solvane/ui/field'
import { formatMoney } from '@solvane/ui/price'
import { Skeleton } from '@solvane/ui/skeleton'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { api } from '../../data/api.ts'
import { Failure, Title } from '../../layout/page.tsx'
import { ExportButton } from '../../parts/downloads.tsx'
import { Day, daysAgo, ZoneNote, zonePlace } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import toolbar from '../../parts/toolbar.module.css'
import { changeOf } from './dashboard.tsx'
import { SalesChart } from './sales-chart.tsx'
import styles from './sales-report.module.css'

/** Searches are exported from their own page. */
type SalesExport = Exclude<ExportKind, 'noResultSearches'>

const kindNames: Readonly<Record<SalesExport, string>> = {
  orders: 'Orders',
  orderLines: 'Order lines',
  customers: 'Customers',
  invoices: 'Invoices and credit notes',
  sales: 'This report',
}
const kinds = Object.keys(kindNames) as SalesExport[]

interface ExportRecordsProps {
  /** Which report, and which days. */
  query: { by: ReportSubject; from: string; until: string }
}

/** Saves the records of the chosen days as CSV files. */
function ExportRecords({ query }: ExportRecordsProps) {
  return (
    <Panel title="Export as CSV">
      <div className={styles.exports}>
        {kinds.map((kind) => (
          <ExportButton
            key={kind}
            title={`Export ${kindNames[kind].toLowerCase()}`}
            description={
              <>
                From <Day on={query.from} /> to <Day on={query.until} />, as a CSV file.
              </>
            }
            records={() => ({ kind, ...query })}
          >
            {kindNames[kind]}
          </ExportButton>
        ))}
      </div>
      <p className={styles.quiet}>
        Orders by the day they were placed, customers by the day they registered. Files of orders,
        customers and invoices contain personal data.
      </p>
    </Panel>
  )
}

const subjectNames: Readonly<Record<ReportSubject, string>> = {
  product: 'Product',
  category: 'Category',
  country: 'Country',
  coupon: 'Coupon',
}

const counts = new Intl.NumberFormat('en-US')
const countries = new Intl.DisplayNames('en', { type: 'region' })

/** The subject and the period in the address; the last 30 days by default. */
function useReportQuery() {
  const [search, setSearch] = useSearchParams()
  const by = reportSubjects.find((subject) => subject === search.get('by')) ?? 'product'
  const query = {
    by,
    from: search.get('from') ?? daysAgo(29),
    until: search.get('until') ?? daysAgo(0),
  }
  const set = (name: keyof typeof query, value: string) => {
    const next = new URLSearchParams(search)
    if (value) next.set(name, value)
    else next.delete(name)
    setSearch(next)
  }
  return { query, set }
}

/** /sales: net sales by product, category, country or coupon for any dates, and exports. */
export function SalesReports() {
  const { query, set } = useReportQuery()
  const { data, error, refetch } = useQuery({
    queryKey: ['sales-report', query],
    // The previous report, which stays while the next is loaded, keeps its own subject.
    queryFn: async () => ({
      report: (await api.call('getSalesReport', { query })).data,
      by: query.by,
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Title title="Sales" />
      <fieldset className={clsx(toolbar.toolbar, styles.period)} aria-label="Report">
        <SelectField
          label="By"
          required
          value={query.by}
          onChange={({ target }) => set('by', target.value)}
        >
          {reportSubjects.map((subject) => (
            <option key={subject} value={subject}>
              {subjectNames[subject]}
            </option>
          ))}
        </SelectField>
        <TextField
          label={`From (${zonePlace()})`}
          type="date"
          required
          value={query.from}
          onChange={({ target }) => set('from', target.value)}
        />
        <TextField
          label={`Until (${zonePlace()})`}
          type="date"
          required
          value={query.until}
          onChange={({ target }) => set('until', target.value)}
        />
      </fieldset>
      {error ? (
        <Failure error={error} onRetry={refetch} />
      ) : data ? (
        <Report {...data} />
      ) : (
        <Skeleton width="full" />
      )}
      <ExportRecords query={query} />
      <ZoneNote />
    </>
  )
}

/** Days that the chart has room for; a longer period has none. */
const mostChartDays = 92

function Report({ report, by }: { report: SalesReport; by: ReportSubject }) {
  const { total, totalBefore, days } = report
  const hasSold = total.orders + totalBefore.orders > 0
  return (
    <div className={styles.report}>
      <Panel title="Net sales">
        <p className={styles.amount}>{formatMoney(total.net)}</p>
        <p>
          {changeOf(total.net, totalBefore.net)}{' '}
          <span className={styles.quiet}>
            (period before, {report.beforeFrom} to {report.beforeUntil}:{' '}
            {formatMoney(totalBefore.net)})
          </span>
        </p>
        <p className={styles.quiet}>
          {counts.format(total.orders)} {total.orders === 1 ? 'order' : 'orders'},{' '}
          {counts.format(total.units)} {total.units === 1 ? 'unit' : 'units'}:{' '}
          {formatMoney(total.gross)} gross, {formatMoney(total.discounts)} discounts,{' '}
          {formatMoney(total.shipping)} shipping,{' '}
          {total.wrapping > 0 && `${formatMoney(total.wrapping)} gift wrapping, `}
          {formatMoney(total.refunds)} refunds.
        </p>
        {hasSold && days.length > 1 && days.length <= mostChartDays && (
          <div className={styles.chart}>
            <SalesChart days={days} period="This period" before="Period before" />
          </div>
        )}
      </Panel>
      <Panel title={`By ${subjectNames[by].toLowerCase()}`}>
        {report.rows.length === 0 ? (
          <p className={styles.quiet}>No sales in this period.</p>
        ) : (
          <ReportTable rows={report.rows} total={total} totalBefore={totalBefore} by={by} />
        )}
        <p className={styles.quiet}>
          Accepted orders that were not cancelled, by the day they were placed. Refunds count for
          their order’s day, split between its lines, shipping and gift wrapping.
          {by === 'category' && ' A product counts in the category that its page shows.'}
        </p>
      </Panel>
    </div>
  )
}

/** Rows shown at first. */
const firstRows = 50

interface ReportTableProps extends Pick<SalesReport, 'rows' | 'total' | 'totalBefore'> {
  by: ReportSubject
}

function ReportTable({ rows, total, totalBefore, by }: ReportTableProps) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, firstRows)
  const hasWrapping = total.wrapping > 0 || totalBefore.wrapping > 0
  const sum: ReportRow = {
    ...total,
    netBefore: totalBefore.net,
    key: null,
    kind: 'SUBJECT',
    label: 'Total',
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <section className={styles.scroll} aria-label="Report table" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {[
                subjectNames[by],
                'Orders',
                'Units',
                'Gross',
                'Discounts',
                'Shipping',
                ...(hasWrapping ? ['Gift wrapping'] : []),
                'Refunds',
                'Net',
                'Change',
              ].map((name) => (
                <th key={name} className={styles.heading} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Figures key={`${row.kind} ${row.key}`} row={row} hasWrapping={hasWrapping} by={by} />
            ))}
          </tbody>
          <tfoot>
            <Figures row={sum} hasWrapping={hasWrapping} />
          </tfoot>
        </table>
      </section>
      {shown.length < rows.length && (
        <Button kind="link" onClick={() => setIsWhole(true)}>
          Show all {counts.format(rows.length)}
        </Button>
      )}
    </>
  )
}

interface FiguresProps {
  row: ReportRow
  hasWrapping: boolean
  by?: ReportSubject
}

function Figures({ row, hasWrapping, by }: FiguresProps) {
  return (
    <tr>
      <th className={styles.subject} scope="row">
        {by ? <Label row={row} by={by} /> : row.label}
      </th>
      <td className={styles.figure}>{counts.format(row.orders)}</td>
      <td className={styles.figure}>{counts.format(row.units)}</td>
      <td className={styles.figure}>{formatMoney(row.gross)}</td>
      <td className={styles.figure}>{formatMoney(row.discounts)}</td>
      <td className={styles.figure}>{formatMoney(row.shipping)}</td>
      {hasWrapping && <td className={styles.figure}>{formatMoney(row.wrapping)}</td>}
      <td className={styles.figure}>{formatMoney(row.refunds)}</td>
      <td className={styles.figure}>{formatMoney(row.net)}</td>
      <td className={styles.figure} title={`Before: ${formatMoney(row.netBefore)}`}>
        {changeOf(row.net, row.netBefore)}
      </td>
    </tr>
  )
}

function Label({ row: { key, kind, label }, by }: { row: ReportRow; by: ReportSubject }) {
  if (key === null || kind !== 'SUBJECT') return label
  if (by === 'product') return <Link to={`/products/${key}`}>{label}</Link>
  if (by === 'country') return countries.of(key) ?? key
  if (by === 'coupon') return <Link to={`/coupons?q=${encodeURIComponent(key)}`}>{label}</Link>
  return label
}
