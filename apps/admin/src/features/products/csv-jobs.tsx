import type { CsvJob } from '@solvane/contract/products-csv'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../data/api.ts'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { CsvDownload, isUnderWay } from './csv-job.tsx'
import styles from './csv-jobs.module.css'

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
