import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { asDraft } from '../product-drafts.ts'
import { type PostgresServer, startPostgresServer, startReplica } from './postgres-server.ts'
import { needs } from './programs.ts'
import { prepareShop, type RunningShop } from './shop.ts'

let primary: PostgresServer
let replica: PostgresServer
let here: RunningShop
let there: RunningShop
const cleanUps: (() => unknown)[] = []

beforeEach(async () => {
  needs('postgres', 'pg_basebackup')
  primary = await startPostgresServer()
  cleanUps.push(primary.close)
  replica = await startReplica(primary)
  cleanUps.push(replica.close)
  const settings = {
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: replica.url,
    LOG_LEVEL: 'warn',
  }
  const open = async () => {
    const shop = await prepareShop(settings)
    cleanUps.push(shop.close)
    await shop.start()
    return shop
  }
  here = await open()
  there = await open()
})
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000, interval: 20 })

/** Whether the shop reads from the replica now, as its metrics say. */
async function reads(shop: RunningShop): Promise<boolean> {
  const metrics = await (await fetch(`${shop.origin}/metrics`)).text()
  return /^database_replica_read 1$/m.test(metrics)
}
const readsReplica = (shop: RunningShop) =>
  eventually(async () => expect(await reads(shop)).toBe(true))

/** The scans of product listings that a server has done. */
async function scans(server: PostgresServer): Promise<number> {
  const [row] = await server.query<{ scans: string }>(
    `select sum(coalesce(seq_scan, 0) + coalesce(idx_scan, 0)) as scans from pg_stat_user_tables
     where relname = 'product_listing'`,
    'solvane',
  )
  return Number(row?.scans)
}

async function signIn(shop: RunningShop): Promise<string> {
  const body = { email: 'admin@example.com', password: 'admin-demo-2026' }
  return (await shop.request('/auth/login', { method: 'POST', body })).data.accessToken
}

it('reads searches from the replica, and shows every change at once while it is behind', async () => {
  await readsReplica(here)
  await readsReplica(there)
  const before = await scans(replica)
  for (let page = 1; page <= 20; page += 1) await here.request(`/products?search=silk&page=${page}`)
  await eventually(async () => expect(await scans(replica)).toBeGreaterThan(before))

  const token = await signIn(here)
  const { data: products } = await here.request('/products?size=10')
  const { id } = products[3]
  const rename = async (name: string) => {
    const { data } = await here.request(`/admin/products/${id}`, { token })
    const body = { ...asDraft(data), name, version: data.version }
    const saved = await here.request(`/admin/products/${id}`, { method: 'PUT', token, body })
    expect(saved.status).toBe(200)
    return saved
  }
  const named = async (shop: RunningShop, headers = {}) =>
    (await shop.request('/products?search=zerlina', { headers })).total
  expect([await named(here), await named(there)]).toEqual([0, 0])

  // The replica receives the change, and does not show it.
  await replica.query('select pg_wal_replay_pause()')
  const saved = await rename('Zerlina Fichu')
  expect(saved.headers.get('set-cookie')).toContain('solvane-wrote=1')
  for (const shop of [here, there]) await eventually(async () => expect(await named(shop)).toBe(1))
  // However often it is requested, no answer from before the change is cached.
  for (let times = 0; times < 50; times += 1) {
    expect(await named(times % 2 ? here : there)).toBe(1)
    expect((await there.request(`/products?search=fichu&page=${times + 1}`)).total).toBe(1)
  }
  expect([await reads(here), await reads(there)]).toEqual([false, false])

  await replica.query('select pg_wal_replay_resume()')
  await readsReplica(here)
  await readsReplica(there)
  expect([await named(here), await named(there)]).toEqual([1, 1])
})

it('goes on without the replica, and returns to it', async () => {
  await readsReplica(here)
  const failures: string[] = []
  let requests = 0
  let isOver = false
  const load = Array.from({ length: 4 }, async (_, who) => {
    for (let page = 1; !isOver; page += 1) {
      const { status, code } = await here.request(
        `/products?search=bag&page=${page}&size=${who + 1}`,
      )
      requests += 1
      if (status !== 200) failures.push(`${status} ${code}`)
    }
  })
  await eventually(() => expect(requests).toBeGreaterThan(100))
  await replica.stop('immediate')
  await eventually(async () => expect(await reads(here)).toBe(false))
  const then = requests
  await eventually(() => expect(requests).toBeGreaterThan(then + 100))
  await replica.start()
  await readsReplica(here)
  isOver = true
  await Promise.all(load)
  expect(failures).toEqual([])
})
