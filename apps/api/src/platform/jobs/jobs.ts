import { fromKysely, PgBoss } from 'pg-boss'
import type { Queryable } from '../database/database.ts'

/** pg-boss keeps its tables here, beside the shop's own. */
const schema = 'jobs'

/** Its own few connections: looking for work never waits for the shop's pool, nor the other way. */
const poolSize = 3

/** How long work in hand may take to end when the process stops, in milliseconds. */
const graceMilliseconds = 400

const hour = 60 * 60

/** Between two failures and the next try, longer each time: for about half a day. In seconds. */
const patientRetries = { retryLimit: 18, retryDelay: 10 }
/** What runs every day may as well run tomorrow. */
const fewRetries = { retryLimit: 3, retryDelay: 60 }

/** What runs again in a few minutes anyway. */
const noRetries = { retryLimit: 0, retryDelay: 0 }

/** Seconds between looks for work of which no notice came; a notice wakes at once. */
const looksForJobs = 2
const looksForDailyJobs = 60

/** Something to be done later, once, and again when it fails. */
export interface JobKind<Data extends object> {
  name: string
  /** Only carries the type of what is to be known. */
  readonly data?: Data
}

/** Names a kind of job; the name stays in the database. */
export function defineJob<Data extends object>(name: string): JobKind<Data> {
  return { name }
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
    schema,
    max: poolSize,
    supervise: works,
    schedule: works,
    useListenNotify: works,
  })
  boss.on('error', onError)
  await boss.start()

  async function work<Data extends object>(
    name: string,
    handler: (data: Data) => Promise<unknown>,
    queue: { retryLimit: number; retryDelay: number },
    secondsBetweenLooks: number,
  ) {
    const options = {
      ...queue,
      retryBackoff: true,
      retryDelayMax: hour,
      notify: true,
      deleteAfterSeconds: hour,
    }
    await boss.createQueue(name, options)
    if (!works) return
    // A queue that was there keeps what it was made with until it is told otherwise.
    await boss.updateQueue(name, options)
    const looks = {
      pollingIntervalSeconds: secondsBetweenLooks,
      notifyPollingIntervalSeconds: secondsBetweenLooks,
    }
    await boss.work<Data>(name, looks, async ([job]) => {
      if (!job) return
      try {
        await handler(job.data)
      } catch (error) {
        onError(new Error(`The job ${name} failed`, { cause: error }))
        throw error
      }
    })
  }

  return {
    async enqueue(tx, { name }, data) {
      await boss.send(name, data, { db: fromKysely(tx) })
    },
    handle: ({ name }, handler) => work(name, handler, patientRetries, looksForJobs),
    async daily(name, time, handler) {
      await work(name, handler, fewRetries, looksForDailyJobs)
      const [hours, minutes] = time.split(':').map(Number)
      if (works) await boss.schedule(name, `${minutes} ${hours} * * *`, {}, { tz: 'UTC' })
    },
    async every(name, minutes, handler) {
      await work(name, handler, noRetries, looksForJobs)
      if (works) await boss.schedule(name, `*/${minutes} * * * *`, {}, { tz: 'UTC' })
    },
    close: () => boss.stop({ graceful: true, timeout: graceMilliseconds }),
  }
}
