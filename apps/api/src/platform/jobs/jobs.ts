import { isDeepStrictEqual } from 'node:util'
import { fromKysely, PgBoss } from 'pg-boss'
import { nameOfStatement, type Queryable } from '../database/database.ts'
import { explainMigrationError } from '../database/database-errors.ts'
import { openPool, sessionOptions } from '../database/open-pool.ts'
import { jobRuns, trackPool } from '../metrics/metrics.ts'
import { currentTrace, traced } from '../tracing/tracing.ts'
import { listenForJobs } from './listen-for-jobs.ts'

/** pg-boss keeps its tables in this schema. */
const schema = 'jobs'

/** Connections of its own: fetching jobs never waits for the shop's pool, and vice versa. */
const poolSize = 3

/** The grace period for running jobs when the process stops, in milliseconds. */
const graceMilliseconds = 400

const hour = 60 * 60

/** Milliseconds that a statement of pg-boss may take. */
const longestStatement = 120_000

interface Retries {
  retryLimit: number
  /** The delay before the first retry, in seconds. */
  retryDelay: number
}

/** Retries with growing delays for about half a day; the first delay is in seconds. */
const patientRetries: Retries = { retryLimit: 18, retryDelay: 10 }
/** For daily jobs, which can wait for tomorrow. */
const fewRetries: Retries = { retryLimit: 3, retryDelay: 60 }

/** For jobs that run again in a few minutes anyway. */
const noRetries: Retries = { retryLimit: 0, retryDelay: 0 }

/** How often a worker looks for jobs, in seconds, where no notification wakes it. */
const pollingSeconds = 2

/** How often it looks where one does: for jobs that failed, none of which is tried again sooner. */
const retryPollingSeconds = 10
const dailyPollingSeconds = 60

/**
 * The most jobs of a kind that are fetched together; a full batch is followed by the next at once.
 */
const jobsAtATime = 8

/** The heartbeat of a running job in seconds; without it another process takes over. */
const heartbeatSeconds = 30

/** A type of job: run once after the commit, and retried when it fails. */
export interface JobKind<Data extends object> {
  name: string
  /** Whether enqueueing wakes a worker; otherwise polling finds the job. */
  notifies: boolean
  /** Only carries the type of the data. */
  readonly data?: Data
}

/**
 * Defines a kind of job; the name is stored in the database. A notification makes commits wait for
 * one another, so jobs that are enqueued by frequent commits do without.
 */
export function defineJob<Data extends object>(
  name: string,
  { notifies = true } = {},
): JobKind<Data> {
  return { name, notifies }
}

export interface Jobs {
  /** Enqueues a job that runs after the transaction commits, and never if it does not. */
  enqueue<Data extends object>(tx: Queryable, kind: JobKind<Data>, data: Data): Promise<void>
  /**
   * Registers the handler of `kind`. A job whose handler throws is retried with growing delays for
   * about half a day.
   */
  handle<Data extends object>(
    kind: JobKind<Data>,
    handler: (data: Data) => Promise<unknown>,
  ): Promise<void>
  /**
   * Runs `handler` once a day, in one process, at `time` (UTC, as `03:15`), or as soon as a process
   * runs jobs again if none did then. After `longestHours`, by default a quarter of an hour, it
   * counts as failed and runs again.
   */
  daily(
    name: string,
    time: string,
    handler: () => Promise<unknown>,
    options?: { longestHours?: number },
  ): Promise<void>
  /** Runs `handler` every `minutes` (1 to 30), each time in one process. */
  every(name: string, minutes: number, handler: () => Promise<unknown>): Promise<void>
  /** Finishes running jobs, or leaves them to another process. */
  close(): Promise<void>
}

export interface JobsOptions {
  url: string
  /** Whether this process runs jobs, or only enqueues them. */
  works: boolean
  onError: (error: Error) => void
}

/** What a row says of the trace that enqueued it. */
interface Traced {
  traceparent?: string
}

/** Opens the job queue in the database at `url`, and creates its tables if necessary. */
export async function openJobs({ url, works, onError }: JobsOptions): Promise<Jobs> {
  // Moving many finished jobs may take longer than a page's statement may.
  const options = sessionOptions({ statement_timeout: '0' })
  const pool = openPool(url, { max: poolSize, options, silence: longestStatement })
  pool.on('error', onError)
  trackPool('jobs', pool)
  const boss = new PgBoss({
    db: {
      // What is sent again and again is prepared; several statements together cannot be.
      executeSql: (text, values) =>
        pool.query(values?.length ? { name: nameOfStatement(text), text, values } : text),
      listen: (...listener) => listenForJobs(url, ...listener),
    },
    schema,
    supervise: works,
    schedule: works,
    useListenNotify: works,
  })
  boss.on('error', onError)
  await boss.start().catch(async (error) => {
    await pool.end()
    throw explainMigrationError(error, url)
  })
  // To write all of them again would take most of a start's statements.
  const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const schedules = new Map((await boss.getSchedules()).map((kept) => [kept.name, kept]))

  async function makeQueue(
    name: string,
    retries: Retries,
    notify: boolean,
    longestHours = 0.25,
  ): Promise<void> {
    const options = {
      ...retries,
      expireInSeconds: longestHours * hour,
      retryBackoff: true,
      retryDelayMax: hour,
      notify,
      heartbeatSeconds: heartbeatSeconds,
      deleteAfterSeconds: hour,
    }
    const kept = queues.get(name)
    if (!kept) await boss.createQueue(name, options)
    // Another release may have written other settings.
    else if (!isDeepStrictEqual({ ...kept, ...options }, kept))
      await boss.updateQueue(name, options)
  }

  /** Runs one job, in the trace that enqueued it; reports an error and returns it. */
  async function attempt(
    name: string,
    work: () => Promise<unknown>,
    parent?: string,
  ): Promise<Error | null> {
    const took = jobRuns.startTimer({ kind: name })
    try {
      await traced(`job ${name}`, { kind: 'consumer', parent }, work)
      took({ outcome: 'ok' })
      return null
    } catch (cause) {
      took({ outcome: 'failed' })
      const error = new Error(`The job ${name} failed`, { cause })
      onError(error)
      return error
    }
  }

  async function repeat(
    name: string,
    cron: string,
    {
      retries,
      pollingIntervalSeconds,
      missed,
      longestHours,
    }: {
      retries: Retries
      pollingIntervalSeconds: number
      /** Whether it runs once after a time in which it was due and no process ran jobs. */
      missed: 'once' | 'skip'
      longestHours?: number | undefined
    },
    handler: () => Promise<unknown>,
  ): Promise<void> {
    await makeQueue(name, retries, true, longestHours)
    const kept = schedules.get(name)
    if (kept?.cron !== cron || kept.options?.missed !== missed)
      await boss.schedule(name, cron, {}, { tz: 'UTC', missed })
    if (!works) return
    await boss.work(name, { pollingIntervalSeconds }, async () => {
      const error = await attempt(name, handler)
      if (error) throw error
    })
  }

  return {
    async enqueue(tx, { name }, data) {
      const traceparent = currentTrace()
      await boss.send(name, traceparent ? { ...data, traceparent } : data, { db: fromKysely(tx) })
    },
    async handle<Data extends object>(
      { name, notifies }: JobKind<Data>,
      handler: (data: Data) => Promise<unknown>,
    ) {
      await makeQueue(name, patientRetries, notifies)
      if (!works) return
      const manner = {
        pollingIntervalSeconds: pollingSeconds,
        notifyPollingIntervalSeconds: retryPollingSeconds,
        batchSize: jobsAtATime,
        burstWhenBatchFull: true,
        perJobResults: true,
      } as const
      await boss.work<Data & Traced>(name, manner, (jobs) =>
        Promise.all(
          jobs.map(async ({ id, data }) => {
            const error = await attempt(name, () => handler(data), data.traceparent)
            return error
              ? { id, status: 'failed' as const, output: { message: String(error.cause) } }
              : { id, status: 'completed' as const }
          }),
        ),
      )
    },
    daily(name, time, handler, { longestHours } = {}) {
      const [hours, minutes] = time.split(':').map(Number)
      const manner = {
        retries: fewRetries,
        pollingIntervalSeconds: dailyPollingSeconds,
        missed: 'once',
        longestHours,
      } as const
      return repeat(name, `${minutes} ${hours} * * *`, manner, handler)
    },
    every(name, minutes, handler) {
      const manner = {
        retries: noRetries,
        pollingIntervalSeconds: pollingSeconds,
        missed: 'skip',
      } as const
      return repeat(name, `*/${minutes} * * * *`, manner, handler)
    },
    async close() {
      await boss.stop({ graceful: true, timeout: graceMilliseconds })
      if (!pool.ending) await pool.end()
    },
  }
}
