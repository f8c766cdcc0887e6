import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { defineJob, type Jobs, openJobs } from './jobs.ts'

const greet = defineJob<{ name: string }>('greet')
const errors: Error[] = []

let database: TestDatabase
let db: Database
let web: Jobs
let worker: Jobs
const greeted: string[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.url, poolSize: 2 })
  const options = { url: database.url, onError: (error: Error) => void errors.push(error) }
  web = await openJobs({ ...options, works: false })
  worker = await openJobs({ ...options, works: true })
  const handler = async ({ name }: { name: string }) => {
    if (name === 'nobody') throw new Error('No one there')
    greeted.push(name)
  }
  await web.handle(greet, () => Promise.reject(new Error('Not here')))
  await worker.handle(greet, handler)
})
afterAll(async () => {
  await Promise.all([web.close(), worker.close()])
  await db.close()
  await database.drop()
})

const enqueue = (name: string) =>
  db.kysely.transaction().execute((tx) => web.enqueue(tx, greet, { name }))

test('a job enqueued by one process is run by another', async () => {
  await enqueue('Ada')
  await vi.waitFor(() => expect(greeted).toEqual(['Ada']), { timeout: 60_000 })
})

test('a job of a rolled-back transaction is not run', async () => {
  const undone = db.kysely.transaction().execute(async (tx) => {
    await web.enqueue(tx, greet, { name: 'Eve' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await enqueue('Bea')
  await vi.waitFor(() => expect(greeted).toContain('Bea'), { timeout: 60_000 })
  expect(greeted).not.toContain('Eve')
})

test('a failed job is reported and retried with growing delays', async () => {
  await enqueue('nobody')
  const waiting = `select retry_limit from jobs.job
    where state = 'retry' and data ->> 'name' = 'nobody' and start_after > now()`
  await vi.waitFor(
    async () => expect((await db.pool.query(waiting)).rows).toEqual([{ retry_limit: 18 }]),
    { timeout: 60_000 },
  )
  expect(errors.map(({ message }) => message)).toEqual(['The job greet failed'])
})

test('many jobs are run one after the other without a pause', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `guest ${index}`)
  await db.kysely.transaction().execute(async (tx) => {
    for (const name of names) await web.enqueue(tx, greet, { name })
  })
  await vi.waitFor(() => expect(greeted).toEqual(expect.arrayContaining(names)), {
    timeout: 60_000,
  })
})

test('a job without a notification is found by polling', async () => {
  const whisper = defineJob<{ name: string }>('whisper', { notifies: false })
  const received: string[] = []
  await worker.handle(whisper, async ({ name }) => void received.push(name))
  const listener = await db.pool.connect()
  const notices: unknown[] = []
  listener.on('notification', ({ payload }) => notices.push(payload))
  const { rows } = await listener.query<{ channel: string }>(
    `select 'pgboss_' || left(encode(sha224('jobs'), 'hex'), 24) as channel`,
  )
  await listener.query(`listen ${rows[0]?.channel}`)
  await worker.enqueue(db.kysely, whisper, { name: 'Ada' })
  await vi.waitFor(() => expect(received).toEqual(['Ada']), { timeout: 60_000 })
  await worker.enqueue(db.kysely, greet, { name: 'Cid' })
  // Besides those of the shop's own periodic jobs.
  await vi.waitFor(() => expect(notices).toContain('greet'), { timeout: 60_000 })
  expect(notices).not.toContain('whisper')
  await listener.query('unlisten *')
  listener.release()
})

test('a periodic job is scheduled, and run when it is due', async () => {
  const done = vi.fn(async () => {})
  await worker.every('tidy-up', 5, done)
  const { rows } = await db.pool.query(`select cron from jobs.schedule where name = 'tidy-up'`)
  expect(rows).toEqual([{ cron: '*/5 * * * *' }])
  await worker.enqueue(db.kysely, defineJob('tidy-up'), {})
  // Twice if it is due just now.
  await vi.waitFor(() => expect(done).toHaveBeenCalled(), { timeout: 60_000 })
})

test('a later release replaces the settings of an earlier one', async () => {
  const settings = async () => {
    const { rows } = await db.pool.query(
      `select retry_limit, expire_seconds / 3600 as hours, cron
       from jobs.queue join jobs.schedule using (name) where name = 'count-stock'`,
    )
    return rows
  }
  await web.daily('count-stock', '01:30', async () => {})
  expect(await settings()).toEqual([{ retry_limit: 3, hours: 0, cron: '30 1 * * *' }])
  const later = await openJobs({ url: database.url, works: true, onError: () => {} })
  await later.daily('count-stock', '02:15', async () => {}, { longestHours: 2 })
  expect(await settings()).toEqual([{ retry_limit: 3, hours: 2, cron: '15 2 * * *' }])
  await later.close()
})

test('a daily job whose time passed while no process ran is run once after the start', async () => {
  const own = await createTestDatabase()
  const { pool, close } = openDatabase({ url: own.url, poolSize: 2 })
  const counted = vi.fn(async () => {})
  // Not due while the test runs.
  const time = new Date(Date.now() + 12 * 60 * 60 * 1000).toISOString().slice(11, 16)
  const start = async () => {
    const jobs = await openJobs({ url: own.url, works: true, onError: () => {} })
    await jobs.daily('count-stock', time, counted)
    return jobs
  }
  const runs = async () =>
    (await pool.query(`select state from jobs.job where name = 'count-stock'`)).rows
  try {
    await (await start()).close()
    // A first start has missed nothing.
    expect(await runs()).toEqual([])
    // As if no process had run for two days.
    await pool.query(`update jobs.schedule set created_on = now() - interval '3 days'`)
    await pool.query(`update jobs.version set cron_on = now() - interval '2 days'`)
    const processes = await Promise.all([start(), start()])
    await vi.waitFor(async () => expect(await runs()).toEqual([{ state: 'completed' }]), {
      timeout: 60_000,
    })
    await Promise.all(processes.map((jobs) => jobs.close()))
    expect(counted).toHaveBeenCalledOnce()
  } finally {
    await close()
    await own.drop()
  }
})
