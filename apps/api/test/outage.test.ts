import { Writable } from 'node:stream'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { databaseProblem } from '../src/platform/database/operations.queries.ts'
import { openLog } from '../src/platform/logging/open-log.ts'
import { openServices, type Services } from '../src/platform/services/services.ts'
import { type BreakableProxy, openBreakableProxy } from './proxies.ts'
import { signUp } from './sign-up.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

/** Milliseconds between two checks of a database that is away. */
const pause = 250
const patience = { timeout: 60_000, interval: 50 }

let unbroken: TestShop
let line: BreakableProxy
let shop: TestShop
let services: Services
let lines: Record<string, unknown>[] = []

beforeAll(async () => {
  unbroken = await openTestShop()
  line = await openBreakableProxy(unbroken.databaseUrl)
  const logStream = new Writable({
    write(text, _encoding, done) {
      lines.push(JSON.parse(text))
      done()
    },
  })
  const log = openLog('info', {
    destination: logStream,
    databaseFailed: (error) => services.databaseFailed(error),
  })
  services = openServices(log, pause)
  shop = await openTestShop({
    beside: { ...unbroken, databaseUrl: line.url },
    cache: false,
    log,
    services,
  })
})
afterEach(async () => {
  line.restore()
  await vi.waitFor(() => expect(services.outages()).toEqual([]), patience)
  lines = []
})
afterAll(async () => {
  await shop.close()
  await line.close()
  await unbroken.close()
})

it('responds with 503 and Retry-After while the database is down', async () => {
  line.cut()
  const answer = await shop.app.inject('/api/products')
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'UNAVAILABLE'])
  expect(answer.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' })
})

it('logs one line for each affected request, without a stack', async () => {
  line.cut()
  await Promise.all(Array.from({ length: 10 }, () => shop.app.inject('/api/products')))
  const ofRequests = lines.filter(({ requestId }) => requestId !== undefined)
  expect(ofRequests).toHaveLength(10)
  for (const one of ofRequests) expect(one).toMatchObject({ level: 40, reason: expect.any(String) })
  expect(JSON.stringify(lines)).not.toContain('stack')
})

it('logs the outage once as an error, and its end', async () => {
  line.cut()
  for (let round = 0; round < 3; round += 1) await shop.app.inject('/api/products')
  const ofOutage = () => lines.filter(({ outage }) => outage !== undefined)
  await vi.waitFor(
    () =>
      expect(ofOutage()).toMatchObject([
        { level: 50, outage: 'database', msg: 'the database is unavailable' },
      ]),
    patience,
  )
  line.restore()
  await vi.waitFor(
    () =>
      expect(ofOutage().slice(1)).toMatchObject([
        { level: 30, outage: 'database', msg: 'the database is available again' },
      ]),
    patience,
  )
})

it('logs a single lost connection as no outage', async () => {
  const checked = Promise.withResolvers<void>()
  services.checkDatabaseBy(async () => {
    const problem = await databaseProblem(shop.ctx.db.pool)
    if (problem === null) checked.resolve()
    return problem
  })
  line.cut()
  line.restore()
  shop.ctx.log.warn({ err: new Error('Connection terminated') }, 'database connection lost')
  await checked.promise
  expect(lines.filter(({ level }) => level === 50)).toEqual([])
})

it('logs a database that can only be read as an outage', async () => {
  const name = new URL(unbroken.databaseUrl).pathname.slice(1)
  const set = (value: string) =>
    unbroken.ctx.db.pool.query(
      `alter database ${name} set default_transaction_read_only = ${value}`,
    )
  await set('on')
  line.cut()
  line.restore()
  try {
    const body = {
      name: 'Ada',
      email: 'new@example.com',
      password: 'a password of new@example.com',
    }
    const { statusCode } = await shop.app.inject({
      method: 'POST',
      url: '/api/auth/register',
      payload: body,
      headers: { host: 'localhost:3000' },
    })
    expect(statusCode).toBe(503)
    await vi.waitFor(
      () =>
        expect(lines).toContainEqual(
          expect.objectContaining({ level: 50, outage: 'database', reason: 'it can only be read' }),
        ),
      patience,
    )
  } finally {
    await unbroken.ctx.db.pool.query('set default_transaction_read_only = off')
    await set('off')
    line.cut()
  }
})

it('reads settings again for each page while it cannot listen for changes', async () => {
  const textOf = async () => {
    const answer = await shop.app.inject('/api/content/settings')
    expect(answer.statusCode).toBe(200)
    return answer.json().data.defaultDeliveryText
  }
  const { headers } = await signUp(unbroken, { role: 'ADMIN' })
  const { data: draft } = await unbroken.call('getDeliveryDraft', { headers })
  line.cutAt('listen changes')
  await unbroken.ctx.db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await vi.waitFor(() => expect(line.refused()).toBeGreaterThan(0), patience)
  expect(shop.ctx.changes.isConnected()).toBe(false)
  const before = await vi.waitFor(textOf, patience)
  const document = { ...draft.document, defaultDeliveryText: ['By hand, tomorrow.'] }
  await unbroken.call('saveDelivery', { headers, body: { version: draft.version, document } })
  expect(before).not.toEqual(['By hand, tomorrow.'])
  expect(await textOf()).toEqual(['By hand, tomorrow.'])
  expect(shop.ctx.changes.isConnected()).toBe(false)
})

it('names a full disk', async () => {
  const error = Object.assign(new Error('could not extend file: No space left on device'), {
    code: '53100',
  })
  for (let times = 0; times < 2; times++)
    shop.ctx.log.error({ err: new Error('The job x failed', { cause: error }) }, 'export failed')
  expect(lines.filter(({ level }) => level === 50)).toMatchObject([
    { outage: 'disk', reason: error.message, msg: "the database's disk is full" },
  ])
  await vi.waitFor(
    () =>
      expect(lines.at(-1)).toMatchObject({
        level: 30,
        outage: 'disk',
        msg: "the database's disk is available again",
      }),
    patience,
  )
})

it('logs once that background work fails', () => {
  const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  for (let times = 0; times < 10; times++) {
    shop.ctx.log.error({ err: new Error('The job x failed', { cause: error }) }, 'job failed')
    // The error as pg-boss reports it.
    shop.ctx.log.error({ err: { ...error, message: error.message } }, 'job failed')
  }
  expect(lines.filter(({ msg }) => msg === 'job failed')).toMatchObject([
    { level: 40, reason: 'connect ECONNREFUSED' },
  ])
})

it('logs every other error in full', () => {
  const error = new Error('no such thing')
  for (let times = 0; times < 2; times++) shop.ctx.log.error({ err: error }, 'job failed')
  expect(lines).toMatchObject([
    { level: 50, err: { stack: error.stack } },
    { level: 50, err: { stack: error.stack } },
  ])
})

it('recovers by itself when the database is back', async () => {
  line.cut()
  expect((await shop.app.inject('/readyz')).statusCode).toBe(503)
  line.restore()
  await vi.waitFor(
    async () => {
      expect((await shop.app.inject('/readyz')).statusCode).toBe(200)
      expect((await shop.app.inject('/api/products')).statusCode).toBe(200)
    },
    { timeout: 60_000 },
  )
})
