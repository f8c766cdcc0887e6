import { isApiFailure } from '@solvane/client/api'
import type { ImportReport } from '@solvane/contract/products-bulk'
import { Button } from '@solvane/ui/button'
import { TextField } from '@solvane/ui/field'
import { useState } from 'react'
import { Title, useNotify } from 'react-admin'
import { api } from '../../data/api.ts'
import { BackLink } from '../../parts/back-link.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ImportReportView } from './import-report.tsx'
import styles from './product-import.module.css'

/** The contract's. */
const largestFile = 4 * 1024 * 1024

interface ChosenFile {
  name: string
  csv: string
}

/** /product-import: pieces from a file, first as a dry run. */
export function ProductImport() {
  const notify = useNotify()
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [report, setReport] = useState<ImportReport | null>(null)
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState<'reading' | 'applying' | null>(null)

  async function run({ csv }: ChosenFile, apply: boolean) {
    setBusy(apply ? 'applying' : 'reading')
    setFailure('')
    try {
      const { data } = await api.call('importProducts', { body: { csv, apply } })
      setReport(data)
      if (apply) notify('The file is imported. The shop shows it now.', { type: 'success' })
    } catch (error) {
      if (!isApiFailure(error)) throw error
      setFailure(error.message)
      // Between the dry run and now something has changed that the file builds on.
      if (error.code === 'IMPORT_REFUSED') setReport(error.details as unknown as ImportReport)
    } finally {
      setBusy(null)
    }
  }

  async function choose(chosen: File | undefined) {
    setReport(null)
    setFailure('')
    setFile(null)
    if (!chosen) return
    if (chosen.size > largestFile)
      return setFailure('A file may have 4 MB at most: please divide it.')
    try {
      // Refuses what is no UTF-8, so that no name arrives crippled.
      const csv = new TextDecoder('utf-8', { fatal: true }).decode(await chosen.arrayBuffer())
      const read = { name: chosen.name, csv }
      setFile(read)
      await run(read, false)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      setFailure('This file is not UTF-8. In your spreadsheet, save it as “CSV UTF-8”.')
    }
  }

  const isReady = report !== null && report.mistakeCount === 0 && !report.isApplied
  return (
    <>
      <Title title="CSV import" />
      <BackLink to="/products">All pieces</BackLink>
      <div className={styles.columns}>
        <div className={styles.main}>
          <Panel title="The file">
            <TextField
              label="CSV file"
              type="file"
              accept=".csv,text/csv"
              required
              onChange={({ target }) => choose(target.files?.[0])}
              hint="At most 4 MB and 5,000 lines. It is only looked at first."
            />
            {failure && (
              <p className={styles.failure} role="alert">
                {failure}
              </p>
            )}
            <div role="status" className={styles.hint}>
              {busy === 'reading' && 'Looking at it …'}
              {busy === 'applying' && 'Importing …'}
            </div>
            {file && isReady && (
              <Button isBusy={busy !== null} onClick={() => run(file, true)}>
                Import this file
              </Button>
            )}
          </Panel>
          {report && <ImportReportView report={report} />}
        </div>
        <HowItWorks />
      </div>
    </>
  )
}

function HowItWorks() {
  return (
    <Panel title="How it is read">
      <ul className={styles.rules}>
        <li>
          One line for each variant. <code>identifier</code> says which piece it is of;{' '}
          <code>option1_name</code>, <code>option1_value</code> and so on say which variant. What is
          not there yet is added.
        </li>
        <li>
          What is the piece’s own (name, material, categories …) is said once, on any of its lines.
        </li>
        <li>
          A column that is missing leaves everything as it is. An empty cell empties what can be
          empty. Variants that the file does not name stay.
        </li>
        <li>
          <code>categories</code> and <code>related</code> are identifiers with <code>|</code>{' '}
          between them; <code>details</code> and <code>pictures</code> have one a line, a picture as
          its address and then what it shows.
        </li>
        <li>
          Times are UTC, as <code>2026-11-27T09:00:00Z</code>. Amounts are dollars, as{' '}
          <code>1234.50</code>. <code>stock</code> is how many there are; the change goes into the
          ledger.
        </li>
        <li>The export has every column. Change it in a spreadsheet and bring it back here.</li>
      </ul>
    </Panel>
  )
}
