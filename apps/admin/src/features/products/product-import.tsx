import { isApiFailure } from '@solvane/client/api'
import { type CsvJob, largestImport, mostImportLines } from '@solvane/contract/products-csv'
import { Button } from '@solvane/ui/button'
import { Checkbox } from '@solvane/ui/choice'
import { TextField } from '@solvane/ui/field'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../data/api.ts'
import { Title } from '../../layout/page.tsx'
import { BackLink, Panel } from '../../parts/panel.tsx'
import {
  Bar,
  CsvDownload,
  CsvProgress,
  ImportReportView,
  isUnderWay,
  LatestCsvJobs,
  useCsvJob,
} from './csv-jobs.tsx'
import styles from './product-import.module.css'

const counts = new Intl.NumberFormat('en-US')
const mostMegabytes = largestImport / 1024 / 1024

/** /product-import: imports products from a file after a dry run. `?job=` is the import shown. */
export function ProductImport() {
  const [params, setParams] = useSearchParams()
  const jobId = params.get('job')
  const { data: job, error } = useCsvJob(jobId)
  const queries = useQueryClient()

  function show(job: CsvJob) {
    queries.setQueryData(['csv-jobs', job.id], job)
    void queries.invalidateQueries({ queryKey: ['csv-jobs'], exact: true })
    setParams({ job: job.id })
  }

  return (
    <>
      <Title title="CSV import" />
      <BackLink to="/products">All products</BackLink>
      <div className={styles.columns}>
        <div className={styles.main}>
          <ChooseFile onSent={show} />
          {error && (
            <p className={styles.failure} role="alert">
              {error.message}
            </p>
          )}
          {job && job.step !== 'EXPORT' && <Import key={job.id} job={job} onStarted={show} />}
        </div>
        <div className={styles.main}>
          <LatestCsvJobs />
          <HowItWorks />
        </div>
      </div>
    </>
  )
}

function ChooseFile({ onSent }: { onSent: (job: CsvJob) => void }) {
  const [setsStock, setSetsStock] = useState(false)
  const [failure, setFailure] = useState('')
  const [sent, setSent] = useState<number | null>(null)

  async function send(chosen: File | undefined) {
    setFailure('')
    if (!chosen) return
    if (chosen.size > largestImport)
      return setFailure(`The file is larger than ${mostMegabytes} MB. Split it into smaller files.`)
    const body = new FormData()
    body.append('files[]', chosen, chosen.name)
    setSent(0)
    try {
      const query = { setsStock: setsStock ? ('true' as const) : ('false' as const) }
      const { data } = await api.call('importProducts', { query, body }, { onProgress: setSent })
      onSent(data)
    } catch (error) {
      if (!isApiFailure(error)) throw error
      setFailure(error.message)
    } finally {
      setSent(null)
    }
  }

  return (
    <Panel title="File">
      <div className={styles.choose}>
        <Checkbox
          label="Set stock as counted"
          hint="For a stocktake. Otherwise lines with stock need stock_at_export."
          checked={setsStock}
          onChange={({ target }) => setSetsStock(target.checked)}
        />
        <TextField
          label="CSV file"
          type="file"
          accept=".csv,text/csv"
          required
          disabled={sent !== null}
          onChange={({ target }) => {
            void send(target.files?.[0])
            // The same file can be chosen again once it is corrected.
            target.value = ''
          }}
          hint={`At most ${mostMegabytes} MB and ${counts.format(mostImportLines)} lines. A dry run checks it first.`}
        />
        {failure && (
          <p className={styles.failure} role="alert">
            {failure}
          </p>
        )}
        <div role="status" className={styles.hint}>
          {sent !== null && (
            <>
              <Bar share={sent} label="Sending" />
              Sending the file …
            </>
          )}
        </div>
      </div>
    </Panel>
  )
}

function Import({ job, onStarted }: { job: CsvJob; onStarted: (job: CsvJob) => void }) {
  const [failure, setFailure] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const { step, state, report, fileName, lines, linesDone, linesFailed } = job
  const hasErrors = (report?.mistakeCount ?? 0) > 0
  const isReady = step === 'CHECK' && state === 'DONE' && !hasErrors
  const hasStopped = step === 'APPLY' && state === 'FAILED'

  async function apply() {
    setIsBusy(true)
    setFailure('')
    try {
      onStarted((await api.call('applyProductImport', { params: { id: job.id } })).data)
    } catch (error) {
      if (!isApiFailure(error)) throw error
      setFailure(error.message)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <>
      <Panel title={fileName}>
        <div className={styles.choose}>
          <div role="status">
            {isUnderWay(job) && <CsvProgress job={job} />}
            {state === 'FAILED' &&
              `${job.failure ?? ''} ${counts.format(linesDone)} of ${counts.format(lines)} lines were checked.`}
            {isReady && 'No errors. Nothing is imported yet.'}
            {step === 'CHECK' &&
              state === 'DONE' &&
              hasErrors &&
              'This file has errors and cannot be imported.'}
            {step === 'APPLY' &&
              state === 'DONE' &&
              `${counts.format(lines - linesFailed)} of ${counts.format(lines)} lines imported.`}
          </div>
          {job.setsStock && <p className={styles.hint}>Stock is set as counted.</p>}
          {isUnderWay(job) && (
            <p className={styles.hint}>You can leave this page; it continues in the background.</p>
          )}
          {failure && (
            <p className={styles.failure} role="alert">
              {failure}
            </p>
          )}
          {(isReady || hasStopped) && (
            <Button isBusy={isBusy} onClick={apply}>
              {isReady ? 'Import this file' : 'Continue'}
            </Button>
          )}
          <CsvDownload job={job} />
        </div>
      </Panel>
      {report && <ImportReportView job={job} report={report} />}
    </>
  )
}

function HowItWorks() {
  return (
    <Panel title="File format">
      <ul className={styles.rules}>
        <li>
          One line for each variant. <code>identifier</code> names the product;{' '}
          <code>option1_name</code>, <code>option1_value</code> and so on name the variant. Products
          and variants that do not exist yet are added.
        </li>
        <li>
          Fields of the product (name, material, categories …) are needed on one of its lines only.
        </li>
        <li>
          A missing column changes nothing. An empty cell clears an optional field. Variants that
          are not in the file stay.
        </li>
        <li>
          <code>stock</code> changes by the difference to <code>stock_at_export</code>, so sales
          since the export are kept. Each change is recorded in the stock history.
        </li>
        <li>
          <code>categories</code> and <code>related</code> are identifiers with <code>|</code>{' '}
          between them; <code>details</code> and <code>pictures</code> have one per line, a picture
          as its address followed by its alt text.
        </li>
        <li>
          Times are UTC, as <code>2026-11-27T09:00:00Z</code>. Amounts are dollars, as{' '}
          <code>1234.50</code>.
        </li>
        <li>
          A large file is imported in batches while the shop stays open. Failed lines are skipped
          and can be downloaded.
        </li>
        <li>The export has every column: edit it in a spreadsheet and import it here.</li>
      </ul>
    </Panel>
  )
}
