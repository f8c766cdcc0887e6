import { type ExportKind, exportKinds, type ReportSubject } from '@solvane/contract/reports.admin'
import { Button } from '@solvane/ui/button'
import { showToast } from '@solvane/ui/toast.ts'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { Panel } from '../../parts/panel.tsx'
import { saveFile } from '../../parts/save-file.ts'
import styles from './sales-report.module.css'

const kindNames: Readonly<Record<ExportKind, string>> = {
  orders: 'Orders',
  orderLines: 'Order lines',
  customers: 'Customers',
  invoices: 'Invoices and credit notes',
  sales: 'This report',
}

interface ExportRecordsProps {
  /** Which report, and which days. */
  query: { by: ReportSubject; from: string; until: string }
}

/** Saves the records of the chosen days as CSV files. */
export function ExportRecords({ query }: ExportRecordsProps) {
  const [busy, setBusy] = useState<ExportKind | null>(null)

  async function download(kind: ExportKind) {
    setBusy(kind)
    try {
      const content = await api.call('exportRecords', { body: { kind, ...query } })
      saveFile(content, `${kind}-${query.from}-${query.until}.csv`)
    } catch (error) {
      showToast(error instanceof Error ? error.message : 'The file could not be made.', 'error')
    } finally {
      setBusy(null)
    }
  }

  return (
    <Panel title="Export as CSV">
      <div className={styles.exports}>
        {exportKinds.map((kind) => (
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
