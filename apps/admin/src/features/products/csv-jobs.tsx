import type { CsvJob, ImportReport } from '@solvane/contract/products-csv'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../data/api.ts'
import { DownloadButton } from '../../parts/downloads.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Facts, Panel } from '../../parts/panel.tsx'
import styles from './csv-jobs.module.css'
import grid from './grid.module.css'

/** Interval between reads of the progress, in milliseconds. */
const refreshInterval = 1_000

const counts = new Intl.NumberFormat('en-US')

/** Whether an import or export is not over yet. */
export function isUnderWay({ state }: Pick<CsvJob, 'state'>): boolean {
  return state === 'QUEUED' || state === 'RUNNING'
}

/** An import or export, read again until it is over; nothing without an id. */
export function useCsvJob(id: string | null) {
  return useQuery({
    queryKey: ['csv-jobs', id],
    queryFn: async () => (await api.call('getCsvJob', { params: { id: id ?? '' } })).data,
    enabled: id !== null,
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? refreshInterval : false),
  })
}

const stepNames: Record<CsvJob['step'], string> = {
  EXPORT: 'Exporting',
  CHECK: 'Checking',
  APPLY: 'Importing',
}

/** The progress of an import or export. */
export function CsvProgress({ job }: { job: CsvJob }) {
  const { step, state, lines, linesDone } = job
  const text =
    state === 'QUEUED'
      ? 'Waiting to start …'
      : `${stepNames[step]}: ${counts.format(linesDone)} of ${counts.format(lines)} lines`
  return (
    <div className={styles.progress}>
      <Bar share={lines > 0 ? linesDone / lines : 0} label={stepNames[step]} />
      <p className={styles.text}>{text}</p>
    </div>
  )
}

/** A progress bar; `share` is from 0 to 1. */
export function Bar({ share, label }: { share: number; label: string }) {
  return <progress className={styles.bar} max={1} value={share} aria-label={label} />
}

/** Downloads the file of an import or export, if there is one. */
export function CsvDownload({ job }: { job: CsvJob }) {
  const { id, file, fileName, linesFailed } = job
  if (file === null) return null
  const isExport = file === 'EXPORT'
  return (
    <DownloadButton
      fileName={isExport ? fileName : `not-imported-${fileName}`}
      download={() => api.call('downloadCsvFile', { params: { id } })}
    >
      {isExport
        ? `Download ${fileName}`
        : `Download ${linesFailed === 1 ? '1 failed line' : `${counts.format(linesFailed)} failed lines`}`}
    </DownloadButton>
  )
}

/** Interval between reads of the list while a job is under way, in milliseconds. */
const listInterval = 3_000

/** The latest imports and exports, the newest first. */
export function useCsvJobs() {
  return useQuery({
    queryKey: ['csv-jobs'],
    queryFn: async () => (await api.call('listCsvJobs', {})).data,
    refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) ? listInterval : false),
  })
}

const jobNames: Record<CsvJob['step'], string> = {
  EXPORT: 'Export',
  CHECK: 'Dry run',
  APPLY: 'Import',
}
const states: Record<CsvJob['state'], string> = {
  QUEUED: 'waiting',
  RUNNING: 'running',
  DONE: 'done',
  FAILED: 'failed',
}

/** The latest imports and exports of all staff; each import links to its report. */
export function LatestCsvJobs() {
  const { data: jobs = [] } = useCsvJobs()
  if (jobs.length === 0) return null
  return (
    <Panel title="Latest imports and exports">
      <ul className={styles.jobs}>
        {jobs.map((job) => (
          <li key={job.id} className={styles.job}>
            <span>
              {jobNames[job.step]}, {states[job.state]}
              {job.linesFailed > 0 && `, ${job.linesFailed} lines failed`}
            </span>
            <span className={styles.about}>
              {job.fileName}, <Moment at={job.startedAt} />
              {job.actor && `, ${job.actor}`}
            </span>
            <span className={styles.links}>
              {job.step !== 'EXPORT' && (
                <Link to={`/product-import?job=${job.id}`}>
                  {isUnderWay(job) ? 'Progress' : 'Report'}
                </Link>
              )}
              <CsvDownload job={job} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The largest number of stock changes shown. */
const mostMoves = 50

/** The report of an import: its errors, and the products that it changes or has changed. */
export function ImportReportView({ job, report }: { job: CsvJob; report: ImportReport }) {
  const isDryRun = job.step === 'CHECK'
  const would = isDryRun ? 'would be ' : ''
  const isShown = !isDryRun || report.mistakeCount === 0
  return (
    <>
      <Mistakes report={report} isDryRun={isDryRun} />
      {isShown && (
        <Panel title={titleOf(job)}>
          <Facts
            facts={[
              ['Lines', counts.format(job.lines)],
              ['Failed lines', job.linesFailed > 0 ? counts.format(job.linesFailed) : null],
              [`Products ${would}added`, counts.format(report.created)],
              [
                'Of these, not published',
                report.createdWithdrawn > 0 ? counts.format(report.createdWithdrawn) : null,
              ],
              [`Products ${would}changed`, counts.format(report.updated)],
              ['Products unchanged', counts.format(report.unchanged)],
              [`Variants ${would}added`, counts.format(report.variantsCreated)],
              [`Variants ${would}changed`, counts.format(report.variantsUpdated)],
              [`Stock ${would}changed`, counts.format(report.stockChanged)],
            ]}
          />
        </Panel>
      )}
      {isShown && <StockMoves report={report} isDryRun={isDryRun} />}
    </>
  )
}

function titleOf(job: CsvJob): string {
  if (job.step === 'CHECK') return 'Preview'
  return isUnderWay(job) ? 'Imported so far' : 'Imported'
}

function Mistakes({ report, isDryRun }: { report: ImportReport; isDryRun: boolean }) {
  const { mistakes, mistakeCount } = report
  if (mistakeCount === 0) return null
  return (
    <Panel title={`${counts.format(mistakeCount)} ${mistakeCount === 1 ? 'error' : 'errors'}`}>
      <p className={grid.hint}>
        {isDryRun
          ? 'Nothing is imported until these errors are fixed.'
          : 'These products changed after the dry run and were not imported; the others were.'}
      </p>
      <div className={grid.scroll}>
        <table className={grid.grid}>
          <thead>
            <tr>
              <th scope="col" className={grid.number}>
                Line
              </th>
              <th scope="col">Column</th>
              <th scope="col">Error</th>
            </tr>
          </thead>
          <tbody>
            {mistakes.map(({ line, column, message }) => (
              <tr key={`${line} ${column} ${message}`}>
                <td className={grid.number}>{line}</td>
                <td className={grid.text}>{column ?? 'whole line'}</td>
                <td className={grid.words}>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <First shown={mistakes.length} of={mistakeCount} />
    </Panel>
  )
}

function StockMoves({ report, isDryRun }: { report: ImportReport; isDryRun: boolean }) {
  const { stockMoves, stockChanged } = report
  const shown = stockMoves.slice(0, mostMoves)
  if (shown.length === 0) return null
  return (
    <Panel title={isDryRun ? 'Stock that would change' : 'Stock that changed'}>
      <div className={grid.scroll}>
        <table className={grid.grid}>
          <thead>
            <tr>
              <th scope="col" className={grid.number}>
                Line
              </th>
              <th scope="col">Product</th>
              <th scope="col" className={grid.number}>
                Before
              </th>
              <th scope="col" className={grid.number}>
                After
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ line, identifier, variant, before, after }) => (
              <tr key={line}>
                <td className={grid.number}>{line}</td>
                <td className={grid.words}>{variant ? `${identifier}, ${variant}` : identifier}</td>
                <td className={grid.number}>{counts.format(before)}</td>
                <td className={grid.number}>{counts.format(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <First shown={shown.length} of={stockChanged} />
    </Panel>
  )
}

function First({ shown, of }: { shown: number; of: number }) {
  if (shown >= of) return null
  return (
    <p
      className={grid.hint}
    >{`Showing the first ${counts.format(shown)} of ${counts.format(of)}.`}</p>
  )
}
