import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@solvane/embedded-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from './crash-assertions.ts'
import { makeShopProcess, type ShopProcess } from './shop-process.ts'

const patience = { timeout: 60_000, interval: 20 }
let url: string
let database: pg.Client
let shopAs: (settings: Record<string, string>) => ShopProcess
const cleanUps: (() => unknown)[] = []

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'solvane-stop-'))
  cleanUps.push(() => rm(dataDir, { recursive: true, force: true }))
  // When root runs the tests, PostgreSQL's own account must pass through.
  await chmod(dataDir, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durability: 'throwaway' })
  cleanUps.push(postgres.stop)
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  shopAs = (settings) => {
    const shop = makeShopProcess({
      NODE_ENV: 'production',
      DATABASE_URL: postgres.url,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      CONTACT_URL: 'https://wa.me/15550100',
      SMTP_URL: 'outbox',
      ...settings,
    })
    cleanUps.push(() => shop.stop())
    return shop
  }
  database = new pg.Client({ connectionString: postgres.url })
  await database.connect()
  cleanUps.push(() => database.end())
})
afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

test('a process that may not migrate rejects a new database, which ROLE=migrate prepares', async () => {
  await expect(shopAs({ ROLE: 'web', MIGRATE: 'off' }).start()).rejects.toThrow(
    'The database lacks the migration 0001_baseline.sql, and MIGRATE is off: run the shop once with ROLE=migrate first.',
  )
  const migration = shopAs({ ROLE: 'migrate' })
  await migration.start()
  expect(await migration.ended()).toContain('The database is up to date.')
  const shop = shopAs({ ROLE: 'web', MIGRATE: 'off' })
  await shop.start()
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  await shop.stop()
})

test('SIGTERM turns readiness off first, then closes the port, and ends writes in progress well', async () => {
  const shop = shopAs({ ROLE: 'web', DRAIN_SECONDS: '1' })
  await shop.start()
  expect((await fetch(`${url}/servingz`)).status).toBe(200)
  await database.query('begin')
  await database.query('lock table users in exclusive mode')
  const registering = fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@shopper.example', password: 'a shopper', name: 'Ada' }),
  })
  await vi.waitFor(async () => {
    const { rows } = await database.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    )
    expect(rows).toHaveLength(1)
  }, patience)

  const stopped = shop.stop()
  await vi.waitFor(async () => expect((await fetch(`${url}/servingz`)).status).toBe(503), patience)
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
  const page = await fetch(`${url}/healthz`)
  expect([page.status, page.headers.get('connection')]).toEqual([200, 'close'])
  await vi.waitFor(() => expect(fetch(`${url}/healthz`)).rejects.toThrow(), patience)

  await database.query('commit')
  const answer = await registering
  expect([answer.status, await answer.json()]).toMatchObject([200, { success: true }])
  await stopped
})
