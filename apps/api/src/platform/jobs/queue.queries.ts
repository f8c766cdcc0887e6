import { sql } from 'kysely'
import type { Queryable } from '../database/database.ts'

/** The jobs of a kind, in the queue of all processes. */
export interface QueueState {
  kind: string
  /** Jobs that could run now, and since when the oldest of them could, in seconds. */
  waiting: number
  oldest_seconds: number
  running: number
  /** Jobs that were given up within the last hour. */
  failed: number
}

/** The state of the queue by kind of job. */
export async function readQueue(db: Queryable): Promise<QueueState[]> {
  const { rows } = await sql<QueueState>`
    select queue.name as kind,
      count(*) filter (where is_waiting) as waiting,
      coalesce(extract(epoch from now() - min(job.start_after) filter (where is_waiting)), 0)::float8 as oldest_seconds,
      count(*) filter (where job.state = 'active') as running,
      count(*) filter (where job.state = 'failed') as failed
    from jobs.queue queue
    left join jobs.job job on job.name = queue.name and job.state in ('created', 'retry', 'active', 'failed')
    cross join lateral (
      select job.state in ('created', 'retry') and job.start_after <= now() as is_waiting
    ) as state
    where queue.name not like '\\_\\_%'
    group by queue.name`.execute(db)
  return rows
}
