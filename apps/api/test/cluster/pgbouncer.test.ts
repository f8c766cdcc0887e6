import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { homeAddress } from '../buyers.ts'
import { asDraft } from '../product-drafts.ts'
import { type Pooler, startPgBouncer } from './pgbouncer.ts'
import { type PostgresServer, startPostgresServer } from './postgres-server.ts'
import { needs } from './programs.ts'
import { prepareShop, type RunningShop } from './shop.ts'

let postgres: PostgresServer
const cleanUps: (() => unknown)[] = []
beforeEach(async () => {
  needs('postgres', 'pgbouncer')
  postgres = await startPostgresServer()
  cleanUps.push(postgres.close)
})
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function pooler(settings?: Record<string, string>): Promise<Pooler> {
  const started = await startPgBouncer(postgres, settings)
  cleanUps.push(started.close)
  return started
}

async function shopWith(settings: Record<string, string>): Promise<RunningShop> {
  const shop = await prepareShop(settings)
  cleanUps.push(shop.close)
  return shop
}

/** The output of a shop that refuses to start. */
const rejection = async (settings: Record<string, string>) =>
  String(await (await shopWith(settings)).start().catch((error: Error) => error.message))

it.each([
  ['refuses startup parameters', {}, 'unsupported startup parameter: options'],
  [
    'drops startup parameters',
    { ignore_startup_parameters: 'options' },
    'it drops the setting timezone UTC',
  ],
])('names DATABASE_DIRECT_URL where a pooler %s', async (_, settings, why) => {
  const { url } = await pooler(settings)
  const output = await rejection({ DATABASE_URL: url })
  expect(output).toContain(`is behind a pooler (${why}): set DATABASE_DIRECT_URL to the address`)
  expect(output).not.toContain('    at ')
})

it('rejects a pooler that passes on the settings of sessions, but does not keep these', async () => {
  // Simulates a pooler that knows the parameter.
  await postgres.query(`alter role solvane set timezone = 'UTC'`)
  await postgres.query(`alter role solvane set statement_timeout = '30s'`)
  const { url } = await pooler({ ignore_startup_parameters: 'options' })
  const output = await rejection({ DATABASE_URL: url })
  expect(output).toContain('is behind a pooler (a session is not kept): set DATABASE_DIRECT_URL')
})

it('opens with a pooler that keeps sessions', async () => {
  await postgres.query(`alter role solvane set timezone = 'UTC'`)
  await postgres.query(`alter role solvane set statement_timeout = '30s'`)
  const { url } = await pooler({
    ignore_startup_parameters: 'options',
    pool_mode: 'session',
    default_pool_size: '60',
  })
  const shop = await shopWith({ DATABASE_URL: url })
  await shop.start()
  expect((await shop.request('/products')).total).toBe(150)
})

it('rejects a pooler as DATABASE_DIRECT_URL', async () => {
  const { url } = await pooler()
  expect(await rejection({ DATABASE_URL: url, DATABASE_DIRECT_URL: url })).toContain(
    'DATABASE_DIRECT_URL must lead to the server itself.',
  )
})

it('rejects another database as DATABASE_DIRECT_URL', async () => {
  const { url } = await pooler()
  await postgres.query('create database other owner solvane')
  const other = postgres.url.replace(/solvane$/, 'other')
  expect(await rejection({ DATABASE_URL: url, DATABASE_DIRECT_URL: other })).toContain(
    'both must lead to the same database',
  )
})

it('says that the pooler has connections from before', async () => {
  const { url } = await pooler({ ignore_startup_parameters: 'options' })
  await rejection({ DATABASE_URL: url })
  expect(await rejection({ DATABASE_URL: url, DATABASE_DIRECT_URL: postgres.url })).toContain(
    'have it open new ones (RECONNECT in PgBouncer',
  )
})

it('works behind a pooler in transaction mode', async () => {
  const { url } = await pooler({ default_pool_size: '5' })
  const settings = { DATABASE_URL: url, DATABASE_DIRECT_URL: postgres.url }
  const [here, there] = [await shopWith(settings), await shopWith(settings)]
  await here.start()
  await there.start()
  const failures: string[] = []
  let requests = 0
  const ask = async (shop: RunningShop, ...request: Parameters<RunningShop['request']>) => {
    const answer = await shop.request(...request)
    requests += 1
    const what = `${request[1]?.method ?? 'GET'} ${request[0]}`
    if (answer.status >= 400) failures.push(`${what}: ${answer.status} ${answer.code}`)
    expect(failures).toEqual([])
    return answer
  }
  const signIn = async (shop: RunningShop, email: string, password: string) =>
    (await ask(shop, '/auth/login', { method: 'POST', body: { email, password } })).data
      .accessToken as string

  // Concurrent requests make the pooler lend connections from one to the other.
  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      ask(index % 2 ? here : there, `/products?search=silk&page=${index + 1}`),
    ),
  )
  const tokens = await Promise.all(
    Array.from({ length: 10 }, () => signIn(here, 'shopper@example.com', 'shopper-demo')),
  )
  const token = tokens[0] ?? ''
  const { id: addressId } = (
    await ask(here, '/addresses', { method: 'POST', token, body: homeAddress })
  ).data
  const { data: products } = await ask(here, '/products?size=10')
  const orders = await Promise.all(
    products.slice(0, 5).map(({ variantId }: { variantId: string }, index: number) =>
      ask(index % 2 ? here : there, '/orders', {
        method: 'POST',
        token,
        headers: { 'idempotency-key': crypto.randomUUID() },
        body: { items: [{ variantId, quantity: 1 }], addressId, source: 'buyNow' },
      }),
    ),
  )
  expect(orders.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])

  // An edit arrives in the other process.
  const staff = await signIn(here, 'admin@example.com', 'admin-demo-2026')
  const { id } = products[9]
  await ask(there, `/products/${id}`)
  const { data: product } = await ask(here, `/admin/products/${id}`, { token: staff })
  const body = { ...asDraft(product), name: 'Renamed Elsewhere', version: product.version }
  await ask(here, `/admin/products/${id}`, { method: 'PUT', token: staff, body })
  await vi.waitFor(
    async () => {
      expect((await ask(there, `/products/${id}`)).data.name).toBe('Renamed Elsewhere')
    },
    { timeout: 60_000 },
  )

  // A session ended here ends there; being asked there first, it is remembered.
  await ask(there, '/user/profile', { token })
  await ask(here, '/auth/logout-everywhere', { method: 'POST', token })
  await vi.waitFor(
    async () => {
      expect((await there.request('/user/profile', { token })).status).toBe(401)
    },
    { timeout: 60_000 },
  )
  expect(requests).toBeGreaterThan(220)

  // Nothing of a process that was killed keeps another from starting, a direct one either.
  await here.kill()
  await here.start()
  const direct = await shopWith({ DATABASE_URL: postgres.url })
  await direct.start()
  expect((await ask(direct, '/products')).total).toBe(150)
  const names = await postgres.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity where usename = 'solvane'`,
  )
  for (const { name } of names) expect(name).toMatch(/^solvane-all-/)
})
