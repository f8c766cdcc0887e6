import type { CsvJob, ImportReport } from '@solvane/contract/products-csv'
import { Facts, Panel } from '../../parts/panel.tsx'
import { isUnderWay } from './csv-jobs.tsx'
import grid from './grid.module.css'

const counts = new Intl.NumberFormat('en-US')

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
