import type { ImportReport } from '@solvane/contract/products-bulk'
import { Facts, Panel } from '../../parts/panel.tsx'
import grid from './grid.module.css'

const counts = new Intl.NumberFormat('en-US')

/** What a file comes to: what is wrong with which line, and what would become, or has become, of pieces. */
export function ImportReportView({ report }: { report: ImportReport }) {
  const { mistakes, mistakeCount, isApplied } = report
  const would = isApplied ? '' : 'would be '
  return (
    <>
      {mistakeCount > 0 && (
        <Panel title={`${counts.format(mistakeCount)} to mend`}>
          <p className={grid.hint}>Nothing is changed while one of these is there.</p>
          <div className={grid.scroll}>
            <table className={grid.grid}>
              <thead>
                <tr>
                  <th scope="col" className={grid.number}>
                    Line
                  </th>
                  <th scope="col">Column</th>
                  <th scope="col">What is wrong</th>
                </tr>
              </thead>
              <tbody>
                {mistakes.map(({ line, column, message }) => (
                  <tr key={`${line} ${column} ${message}`}>
                    <td className={grid.number}>{line}</td>
                    <td className={grid.text}>{column ?? 'the line'}</td>
                    <td className={grid.words}>{message}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {mistakes.length < mistakeCount && (
            <p className={grid.hint}>{`The first ${mistakes.length} are shown.`}</p>
          )}
        </Panel>
      )}
      {mistakeCount === 0 && (
        <Panel title={isApplied ? 'Imported' : 'What the file would do'}>
          <Facts
            facts={[
              ['Lines', counts.format(report.lines)],
              [`Pieces ${would}added`, counts.format(report.created)],
              [`Pieces ${would}changed`, counts.format(report.updated)],
              ['Pieces as before', counts.format(report.unchanged)],
              [`Variants ${would}added`, counts.format(report.variantsCreated)],
              [`Variants ${would}changed`, counts.format(report.variantsUpdated)],
              [`Stock ${would}changed`, counts.format(report.stockChanged)],
            ]}
          />
        </Panel>
      )}
    </>
  )
}
