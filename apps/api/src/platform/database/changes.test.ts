import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type BreakableProxy, openBreakableProxy } from '../../../test/proxies.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { type Changes, type ChangeTag, listenForChanges } from './changes.ts'

let database: TestDatabase
let line: BreakableProxy
let watcher: pg.Client
let changes: Changes
let received: (ChangeTag | null)[]
let log: (error: Error) => void

beforeAll(async () => {
  database = await createTestDatabase()
  line = await openBreakableProxy(database.url)
  watcher = new pg.Client({ connectionString: database.url })
  await watcher.connect()
})
beforeEach(async () => {
  received = []
  log = vi.fn()
  changes = await listenForChanges(line.url, log)
  changes.onChange((tag) => received.push(tag))
})
afterEach(async () => {
  line.restore()
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

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 50 })

/** Resolves once changes are received again. */
async function reconnected() {
  await eventually(async () => {
    await watcher.query(`select pg_notify('changes', 'catalogue')`)
    expect(received).toContain('catalogue')
  })
}

it.each([
  ['accepts no connections', () => line.cut()],
  ['closes the connection before it listens', () => line.cutAt('listen changes')],
])('has one session after a database that %s', async (_, breakLine) => {
  breakLine()
  await watcher.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await eventually(() => expect(line.refused()).toBeGreaterThan(3))
  line.restore()
  await reconnected()
  await eventually(async () => expect(await listeners()).toBe(1))
  // Once when it was lost, and once when it was restored.
  expect(received.filter((tag) => tag === null)).toHaveLength(2)
  expect(vi.mocked(log).mock.calls.length).toBeLessThan(4)
})

it('notifies other processes of changes made during an outage once the database is back', async () => {
  const others = await listenForChanges(database.url, () => {})
  const receivedElsewhere: (ChangeTag | null)[] = []
  others.onChange((tag) => receivedElsewhere.push(tag))
  line.cut()
  changes.publish(['product:1'])
  expect(received).toContain('product:1')
  await eventually(() => expect(line.refused()).toBeGreaterThan(2))
  expect(receivedElsewhere).toEqual([])
  line.restore()
  await eventually(() => expect(receivedElsewhere).toEqual(['product:1']))
  await others.close()
})

it('has received what was committed once it has caught up', async () => {
  for (let id = 0; id < 50; id += 1) {
    await watcher.query(`select pg_notify('changes', $1)`, [`product:${id}`])
    await changes.catchUp()
    expect(received.at(-1)).toBe(`product:${id}`)
  }
})

it('ends a connection that hangs, and makes another', async () => {
  line.silence()
  await Promise.all([changes.catchUp(), changes.catchUp()])
  expect(changes.isConnected()).toBe(false)
  expect(received).toContain(null)
  line.restore()
  await reconnected()
})

it('does not wait for changes during an outage of the database', async () => {
  line.cut()
  await eventually(() => expect(changes.isConnected()).toBe(false))
  await changes.catchUp()
})

it('closes during an outage of the database, and leaves no session', async () => {
  line.cut()
  await eventually(() => expect(line.refused()).toBeGreaterThan(1))
  await changes.close()
  line.restore()
  await eventually(async () => expect(await listeners()).toBe(0))
})
