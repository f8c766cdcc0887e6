import type { CsvJob } from '@solvane/contract/products-csv'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../data/api.ts'
import { Moment } from '../../parts/moment.tsx'
import { Panel } from '../../parts/panel.tsx'
import { CsvDownload, isUnderWay } from './csv-job.tsx'
import styles from './csv-jobs.module.css'

/** Between two looks at the list while something is under way, in milliseconds. */
const lookEvery = 3_000

/** The latest imports and exports, the latest first. */
export function useCsvJobs() {
  return useQuery({
    queryKey: ['csv-jobs'],
    queryFn: async () => (await api.call('listCsvJobs', {})).data,
    refetchInterval: ({ state: { data } }) => (data?.some(isUnderWay) ? lookEvery : false),
  })
}

const what: Record<CsvJob['step'], string> = {
  EXPORT: 'Export',
  CHECK: 'Dry run',
  APPLY: 'Import',
}
const states: Record<CsvJob['state'], string> = {
  QUEUED: 'waiting',
  RUNNING: 'under way',
  DONE: 'done',
  FAILED: 'failed',
}

/** The latest imports and exports, whoever began them; each import leads to its report. */
export function LatestCsvJobs() {
  const { data: jobs = [] } = useCsvJobs()
  if (jobs.length === 0) return null
  return (
    <Panel title="Latest imports and exports">
      <ul className={styles.jobs}>
        {jobs.map((job) => (
          <li key={job.id} className={styles.job}>
            <span>
              {what[job.step]}, {states[job.state]}
              {job.linesFailed > 0 && `, ${job.linesFailed} not imported`}
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
