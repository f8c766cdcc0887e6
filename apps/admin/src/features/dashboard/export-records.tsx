import type { ExportKind, ReportSubject } from '@solvane/contract/reports.admin'
import { ExportButton } from '../../parts/export-button.tsx'
import { Day } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
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
export function ExportRecords({ query }: ExportRecordsProps) {
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
