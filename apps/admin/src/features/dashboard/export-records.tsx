import { exportFileName } from '@solvane/contract/export-file-name'
import type { ExportKind, ReportSubject } from '@solvane/contract/reports.admin'
import { Button } from '@solvane/ui/button'
import { showToast } from '@solvane/ui/toast.ts'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { Panel } from '../../parts/panel.tsx'
import { saveFile } from '../../parts/save-file.ts'
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
  const [busy, setBusy] = useState<SalesExport | null>(null)

  async function download(kind: SalesExport) {
    setBusy(kind)
    try {
      const body = { kind, ...query }
      saveFile(await api.call('exportRecords', { body }), exportFileName(body))
    } catch (error) {
      showToast(error instanceof Error ? error.message : 'The file could not be made.', 'error')
    } finally {
      setBusy(null)
    }
  }

  return (
    <Panel title="Export as CSV">
      <div className={styles.exports}>
        {kinds.map((kind) => (
          <Button key={kind} kind="secondary" isBusy={busy === kind} onClick={() => download(kind)}>
            {kindNames[kind]}
          </Button>
        ))}
      </div>
      <p className={styles.quiet}>
        Orders by the day they were placed, customers by the day they registered. Files of orders
        and customers contain personal data; the audit log says who took them.
      </p>
    </Panel>
  )
}
