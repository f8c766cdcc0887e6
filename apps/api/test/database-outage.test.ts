import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { signUp } from './sign-up.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

const patience = { timeout: 60_000, interval: 50 }
const minute = 60_000

let shop: TestShop
let server: pg.Client
beforeAll(async () => {
  shop = await openTestShop()
  server = new pg.Client({ connectionString: inject('postgresUrl') })
  await server.connect()
})
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  await server.end()
  await shop.close()
})

const get = async (path: string, headers: Record<string, string> = {}) => {
  const {
    statusCode,
    headers: answered,
    body,
  } = await shop.app.inject({
    url: `/api${path}`,
    headers,
  })
  return { status: statusCode, cache: answered['cache-status'], body }
}

const ready = async () => {
  const answer = await shop.app.inject('/readyz')
  return [answer.statusCode, answer.json()]
}

/** Refuses every connection to the shop's database until the returned function is called. */
async function outage(): Promise<() => Promise<unknown>> {
  const name = new URL(shop.databaseUrl).pathname.slice(1)
  await server.query(`alter database ${name} allow_connections false`)
  await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ])
  await vi.waitFor(() => expect(shop.ctx.changes.isConnected()).toBe(false), patience)
  return () => server.query(`alter database ${name} allow_connections true`)
}

test('during a database outage, cached answers for everyone are served for ten minutes', async () => {
  const list = '/products?cIdentifiers=women-bags'
  const { headers } = await signUp(shop)
  await get(list)
  const kept = await vi.waitFor(async () => {
    const answer = await get(list)
    expect(answer.cache).toBe('solvane; hit')
    return answer
  }, patience)

  const end = await outage()
  try {
    expect(await ready()).toEqual([
      503,
      { status: 'not ready', problems: ['the database is unavailable'] },
    ])
    // A balancer keeps sending requests, so that cached answers reach shoppers.
    expect((await shop.app.inject('/servingz')).statusCode).toBe(200)
    expect(await get(list)).toEqual({ ...kept, cache: 'solvane; hit; detail=stale' })
    expect((await get('/products?cIdentifiers=men-shoes&sort=price-desc')).status).toBe(503)
    expect((await get(list, headers)).status).toBe(503)
    expect((await get('/cart', headers)).status).toBe(503)

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * minute })
    expect((await get(list)).status).toBe(503)
  } finally {
    vi.useRealTimers()
    await end()
  }
  await vi.waitFor(async () => expect((await get(list)).cache).toBe('solvane; hit'), patience)
  expect((await get(list)).body).toBe(kept.body)
  expect((await get('/cart', headers)).status).toBe(200)
})

test('a recently dropped answer is served while it cannot be computed again', async () => {
  const list = '/products?cIdentifiers=women-bags'
  const kept = await vi.waitFor(async () => {
    const answer = await get(list)
    expect(answer.cache).toBe('solvane; hit')
    return answer
  }, patience)
  shop.ctx.changes.publish(['catalogue'])
  const end = await outage()
  try {
    expect(await get(list)).toEqual({ ...kept, cache: 'solvane; hit; detail=stale' })
  } finally {
    await end()
  }
  await vi.waitFor(async () => expect((await get(list)).cache).toBe('solvane; hit'), patience)
})

test('/readyz says what is missing', async () => {
  const name = new URL(shop.databaseUrl).pathname.slice(1)
  const endSessions = () =>
    server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name,
    ])
  const notReady = (problem: string) => [503, { status: 'not ready', problems: [problem] }]
  await vi.waitFor(async () => expect(await ready()).toEqual([200, { status: 'ready' }]), patience)

  const { pool } = shop.ctx.db
  const { rows } = await pool.query(
    'delete from migration where name = (select max(name) from migration) returning name, checksum',
  )
  expect(await ready()).toEqual(notReady('the database lacks a migration'))
  await pool.query('insert into migration (name, checksum) values ($1, $2)', [
    rows[0].name,
    rows[0].checksum,
  ])

  await server.query(`alter database ${name} set default_transaction_read_only = on`)
  try {
    await endSessions()
    await vi.waitFor(
      async () => expect(await ready()).toEqual(notReady('the database can only be read')),
      patience,
    )
  } finally {
    await server.query(`alter database ${name} reset default_transaction_read_only`)
    await endSessions()
  }
  await vi.waitFor(async () => expect(await ready()).toEqual([200, { status: 'ready' }]), patience)
})
