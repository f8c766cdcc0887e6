import { fromKysely, PgBoss } from 'pg-boss'
import type { Queryable } from '../database/database.ts'
import { explainRefusal } from '../database/database-errors.ts'

/** pg-boss keeps its tables here, beside the shop's own. */
const schema = 'jobs'

/** Its own few connections: looking for work never waits for the shop's pool, nor the other way. */
const poolSize = 3

/** How long work in hand may take to end when the process stops, in milliseconds. */
const graceMilliseconds = 400

const hour = 60 * 60

interface Retries {
  retryLimit: number
  /** In seconds. */
  retryDelay: number
}

/** Between two failures and the next try, longer each time: for about half a day. In seconds. */
const patientRetries: Retries = { retryLimit: 18, retryDelay: 10 }
/** What runs every day may as well run tomorrow. */
const fewRetries: Retries = { retryLimit: 3, retryDelay: 60 }

/** What runs again in a few minutes anyway. */
const noRetries: Retries = { retryLimit: 0, retryDelay: 0 }

/** Seconds between looks for work of which no notice came; a notice wakes at once. */
const looksForJobs = 2
const looksForDailyJobs = 60

/** So many jobs of a kind are taken at a time, and as long as there are as many, the next at once. */
const jobsAtATime = 8

/** A process at work on a job says so this often at least; of one that is killed another takes over. In seconds. */
const signOfLife = 30

/** Something to be done later, once, and again when it fails. */
export interface JobKind<Data extends object> {
  name: string
  /** Whether its worker is woken; else it finds it within `looksForJobs` seconds. */
  notifies: boolean
  /** Only carries the type of what is to be known. */
  readonly data?: Data
}

/**
 * Names a kind of job; the name stays in the database. A notice makes commits wait for one another: what
 * is enqueued where many commit at once goes without.
 */
export function defineJob<Data extends object>(
  name: string,
  { notifies = true } = {},
): JobKind<Data> {
  return { name, notifies }
}

export interface Jobs {
  /** Has `kind` done after the transaction commits; never if it does not. */
  enqueue<Data extends object>(tx: Queryable, kind: JobKind<Data>, data: Data): Promise<void>
  /** Says how `kind` is done. What throws is tried again, later each time, for about half a day. */
  handle<Data extends object>(
    kind: JobKind<Data>,
    handler: (data: Data) => Promise<unknown>,
  ): Promise<void>
  /** Has `handler` run once a day, in one process, at `time` (UTC, as `03:15`). */
  daily(name: string, time: string, handler: () => Promise<unknown>): Promise<void>
  /** Has `handler` run every so many minutes (1 to 30), each time in one process. */
  every(name: string, minutes: number, handler: () => Promise<unknown>): Promise<void>
  /** Ends work in hand, or leaves it for another process. */
  close(): Promise<void>
}

export interface JobsOptions {
  url: string
  /** Whether this process does jobs, or only asks for them. */
  works: boolean
  onError: (error: Error) => void
}

/** Opens the queue of jobs in the database at `url`; makes its tables if need be. */
export async function openJobs({ url, works, onError }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: url,
    options: '-c timezone=UTC',
    schema,
    max: poolSize,
    supervise: works,
    schedule: works,
    useListenNotify: works,
  })
  boss.on('error', onError)
  await boss.start().catch((error) => {
    throw explainRefusal(error, url)
  })

  async function makeQueue(name: string, retries: Retries, notify: boolean): Promise<void> {
    const options = {
      ...retries,
      retryBackoff: true,
      retryDelayMax: hour,
      notify,
      heartbeatSeconds: signOfLife,
      deleteAfterSeconds: hour,
    }
    await boss.createQueue(name, options)
    // A queue that was there keeps its settings until they are changed.
    if (works) await boss.updateQueue(name, options)
  }

  /** Runs one job; reports a failure and returns it. */
  async function attempt(name: string, work: () => Promise<unknown>): Promise<Error | null> {
    try {
      await work()
      return null
    } catch (cause) {
      const error = new Error(`The job ${name} failed`, { cause })
      onError(error)
      return error
    }
  }

  async function repeat(
    name: string,
    cron: string,
    { retries, secondsBetweenLooks }: { retries: Retries; secondsBetweenLooks: number },
    handler: () => Promise<unknown>,
  ): Promise<void> {
    await makeQueue(name, retries, true)
    if (!works) return
    await boss.work(name, looksEvery(secondsBetweenLooks), async () => {
      const error = await attempt(name, handler)
      if (error) throw error
    })
    await boss.schedule(name, cron, {}, { tz: 'UTC' })
  }

  return {
    async enqueue(tx, { name }, data) {
      await boss.send(name, data, { db: fromKysely(tx) })
    },
    async handle<Data extends object>(
      { name, notifies }: JobKind<Data>,
      handler: (data: Data) => Promise<unknown>,
    ) {
      await makeQueue(name, patientRetries, notifies)
      if (!works) return
      const manner = {
        ...looksEvery(looksForJobs),
        batchSize: jobsAtATime,
        burstWhenBatchFull: true,
        perJobResults: true,
      } as const
      await boss.work<Data>(name, manner, (jobs) =>
        Promise.all(
          jobs.map(async ({ id, data }) => {
            const error = await attempt(name, () => handler(data))
            return error
              ? { id, status: 'failed' as const, output: { message: String(error.cause) } }
              : { id, status: 'completed' as const }
          }),
        ),
      )
    },
    daily(name, time, handler) {
      const [hours, minutes] = time.split(':').map(Number)
      const manner = { retries: fewRetries, secondsBetweenLooks: looksForDailyJobs }
      return repeat(name, `${minutes} ${hours} * * *`, manner, handler)
    },
    every(name, minutes, handler) {
      const manner = { retries: noRetries, secondsBetweenLooks: looksForJobs }
      return repeat(name, `*/${minutes} * * * *`, manner, handler)
    },
    close: () => boss.stop({ graceful: true, timeout: graceMilliseconds }),
  }
}

function looksEvery(seconds: number) {
  return { pollingIntervalSeconds: seconds, notifyPollingIntervalSeconds: seconds }
}
