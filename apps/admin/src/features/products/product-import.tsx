import { isApiFailure } from '@solvane/client/api'
import { type CsvJob, largestImport, mostImportLines } from '@solvane/contract/products-csv'
import { Button } from '@solvane/ui/button'
import { Checkbox } from '@solvane/ui/checkbox'
import { TextField } from '@solvane/ui/field'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../data/api.ts'
import { Title } from '../../layout/title.tsx'
import { BackLink } from '../../parts/back-link.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Bar, CsvDownload, CsvProgress, isUnderWay, useCsvJob } from './csv-job.tsx'
import { LatestCsvJobs } from './csv-jobs.tsx'
import { ImportReportView } from './import-report.tsx'
import styles from './product-import.module.css'

const counts = new Intl.NumberFormat('en-US')
const mostMegabytes = largestImport / 1024 / 1024

/** /product-import: pieces from a file, first as a dry run. The address says which import is shown. */
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
      <BackLink to="/products">All pieces</BackLink>
      <div className={styles.columns}>
        <div className={styles.main}>
          <ChooseFile onSent={show} />
          {error && (
            <p className={styles.failure} role="alert">
              {error.message}
            </p>
          )}
          {job && job.step !== 'EXPORT' && <Import key={job.id} job={job} onBegun={show} />}
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
      return setFailure(`A file may have ${mostMegabytes} MB at most: please divide it.`)
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
    <Panel title="The file">
      <div className={styles.choose}>
        <Checkbox
          label="Set stock as counted"
          hint="For a stocktake. Lines with stock but without stock_at_export are refused otherwise."
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
            // The same file, put right, can be chosen again.
            target.value = ''
          }}
          hint={`At most ${mostMegabytes} MB and ${counts.format(mostImportLines)} lines. It is only looked at first.`}
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

function Import({ job, onBegun }: { job: CsvJob; onBegun: (job: CsvJob) => void }) {
  const [failure, setFailure] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const { step, state, report, fileName, lines, linesDone, linesFailed } = job
  const hasMistakes = (report?.mistakeCount ?? 0) > 0
  const isReady = step === 'CHECK' && state === 'DONE' && !hasMistakes
  const hasStopped = step === 'APPLY' && state === 'FAILED'

  async function apply() {
    setIsBusy(true)
    setFailure('')
    try {
      onBegun((await api.call('applyProductImport', { params: { id: job.id } })).data)
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
              `${job.failure ?? ''} ${counts.format(linesDone)} of ${counts.format(lines)} lines were looked at.`}
            {isReady && 'Nothing is wrong with this file. Nothing is changed yet.'}
            {step === 'CHECK' && state === 'DONE' && hasMistakes && 'This file cannot be imported.'}
            {step === 'APPLY' &&
              state === 'DONE' &&
              `${counts.format(lines - linesFailed)} of ${counts.format(lines)} lines are imported. The shop shows them now.`}
          </div>
          {job.setsStock && <p className={styles.hint}>Stock is set as counted.</p>}
          {isUnderWay(job) && (
            <p className={styles.hint}>You can leave this page: it goes on without you.</p>
          )}
          {failure && (
            <p className={styles.failure} role="alert">
              {failure}
            </p>
          )}
          {(isReady || hasStopped) && (
            <Button isBusy={isBusy} onClick={apply}>
              {isReady ? 'Import this file' : 'Go on with it'}
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
          <code>stock</code> is changed by the difference to <code>stock_at_export</code>: what was
          sold since the export stays sold. The change goes into the ledger.
        </li>
        <li>
          <code>categories</code> and <code>related</code> are identifiers with <code>|</code>{' '}
          between them; <code>details</code> and <code>pictures</code> have one a line, a picture as
          its address and then what it shows.
        </li>
        <li>
          Times are UTC, as <code>2026-11-27T09:00:00Z</code>. Amounts are dollars, as{' '}
          <code>1234.50</code>.
        </li>
        <li>
          A large file is imported a few pieces at a time, while the shop goes on selling. Lines
          that cannot be imported are left out and given back as a file.
        </li>
        <li>The export has every column. Change it in a spreadsheet and bring it back here.</li>
      </ul>
    </Panel>
  )
}
