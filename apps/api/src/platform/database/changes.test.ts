import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type BreakableProxy, openBreakableProxy } from '../../../test/breakable-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { type Changes, type ChangeTag, listenForChanges } from './changes.ts'

let database: TestDatabase
let line: BreakableProxy
let watcher: pg.Client
let changes: Changes
let heard: (ChangeTag | null)[]
let log: (error: Error) => void

beforeAll(async () => {
  database = await createTestDatabase()
  line = await openBreakableProxy(database.url)
  watcher = new pg.Client({ connectionString: database.url })
  await watcher.connect()
})
beforeEach(async () => {
  heard = []
  log = vi.fn()
  changes = await listenForChanges(line.url, log)
  changes.onChange((tag) => heard.push(tag))
})
afterEach(async () => {
  line.mend()
  await changes.close()
})
afterAll(async () => {
  await watcher.end()
  await line.close()
  await database.drop()
})

async function listeners(): Promise<number> {
  const { rowCount } = await watcher.query(
    `select from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  return rowCount ?? 0
}

const inAMoment = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 50 })

/** Resolves once changes are heard again. */
async function back() {
  await inAMoment(async () => {
    await watcher.query(`select pg_notify('changes', 'catalogue')`)
    expect(heard).toContain('catalogue')
  })
}

it.each([
  ['takes nobody in', () => line.cut()],
  ['hangs up before it listens', () => line.cutAt('listen changes')],
])('has one session after a database that %s', async (_, breakLine) => {
  breakLine()
  await watcher.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await inAMoment(() => expect(line.refused()).toBeGreaterThan(3))
  line.mend()
  await back()
  await inAMoment(async () => expect(await listeners()).toBe(1))
  // Once when it was lost, and once when it was back.
  expect(heard.filter((tag) => tag === null)).toHaveLength(2)
  expect(vi.mocked(log).mock.calls.length).toBeLessThan(4)
})

it('tells the others what changed meanwhile once the database is back', async () => {
  const others = await listenForChanges(database.url, () => {})
  const told: (ChangeTag | null)[] = []
  others.onChange((tag) => told.push(tag))
  line.cut()
  changes.announce(['product:1'])
  expect(heard).toContain('product:1')
  await inAMoment(() => expect(line.refused()).toBeGreaterThan(2))
  expect(told).toEqual([])
  line.mend()
  await inAMoment(() => expect(told).toEqual(['product:1']))
  await others.close()
})

it('closes while the database is away, and leaves no session', async () => {
  line.cut()
  await inAMoment(() => expect(line.refused()).toBeGreaterThan(1))
  await changes.close()
  line.mend()
  await inAMoment(async () => expect(await listeners()).toBe(0))
})
