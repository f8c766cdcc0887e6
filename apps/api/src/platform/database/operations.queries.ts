import { sql } from 'kysely'
import type pg from 'pg'
import type { Queryable } from './database.ts'

interface ServerState {
  /** The clock of this machine minus that of the database, in seconds. */
  clockSkewSeconds: number
  /** The number of the newest migration. */
  migration: number
}

/** Reads the time and the schema version of the database. */
export async function readServerState(db: Queryable): Promise<ServerState> {
  const askedAt = Date.now()
  const { rows } = await sql<{ seconds: number; migration: string | null }>`
    select extract(epoch from clock_timestamp())::float8 as seconds,
      (select max(name) from migration) as migration`.execute(db)
  const here = (askedAt + Date.now()) / 2 / 1000
  const [state] = rows
  return {
    clockSkewSeconds: here - (state?.seconds ?? here),
    migration: Number.parseInt(state?.migration ?? '0', 10),
  }
}

/** Why the database takes no writes; null if it takes them. Throws if it does not answer. */
export async function databaseProblem(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ is_read_only: boolean }>(
    "select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_read_only",
  )
  return rows[0]?.is_read_only ? 'it can only be read' : null
}

/** The jobs of a kind, in the queue of all processes. */
interface QueueState {
  kind: string
  /** Jobs that could run now, and since when the oldest of them could, in seconds. */
  waiting: number
  oldest_seconds: number
  running: number
  /** Jobs that used up their retries within the last hour. */
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

/** Removes the counts that have expired at `now`, in Unix milliseconds. */
export async function deleteExpiredLimits(db: Queryable, now: number): Promise<void> {
  await db.deleteFrom('rate_limit').where('expire', '<', String(now)).execute()
}
