import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { makeBuyer, order } from '../../../test/buyers.ts'
import { begin, press } from '../../../test/payments.ts'
import { stockVariants } from '../../../test/product-factory.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { buildHealthApp } from '../../health-app.ts'
import { defineJob } from '../jobs/jobs.ts'

const patience = { timeout: 60_000, interval: 50 }

const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) =>
    done(address.startsWith('nobody') ? new Error('No such mailbox') : null),
  onData: (stream, _session, done) => void stream.resume().on('end', done),
})
mailServer.on('error', () => {})

let shop: TestShop
beforeAll(async () => {
  await once(mailServer.listen(0, '127.0.0.1'), 'listening')
  const { port } = mailServer.server.address() as AddressInfo
  shop = await openTestShop({ settings: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
})
afterAll(async () => {
  await shop.close()
  await new Promise<void>((closed) => mailServer.close(() => closed()))
})

/** The values of all metrics, by name and labels as they are written. */
async function scrape(): Promise<Map<string, number>> {
  const { body } = await shop.app.inject('/metrics')
  const lines = body.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const cut = line.lastIndexOf(' ')
      return [line.slice(0, cut), Number(line.slice(cut + 1))]
    }),
  )
}

/** The growth of a value during `work`: other tests of the process count, too. */
async function growth(name: string, work: () => Promise<unknown>): Promise<number> {
  const before = (await scrape()).get(name) ?? 0
  await work()
  return ((await scrape()).get(name) ?? 0) - before
}

const requests = (labels: string) => `http_request_duration_seconds_count{${labels}}`

it('reports response times by route and the resources of the process', async () => {
  await shop.app.inject('/api/nothing')
  await shop.app.inject('/api/nothing-either')
  const answer = await shop.app.inject('/metrics')
  expect(answer.headers).toMatchObject({
    'content-type': expect.stringContaining('text/plain; version=0.0.4'),
    'cache-control': 'no-store',
  })
  const metrics = await scrape()
  expect(metrics.get(requests('method="GET",route="/api/*",status="404",cache="none"'))).toBe(2)
  expect(metrics.get('process_resident_memory_bytes')).toBeGreaterThan(0)
  expect(metrics.get('sockets_open')).toBe(0)
})

it.each([
  ['from elsewhere', { remoteAddress: '203.0.113.7' }],
  ['through a proxy', { headers: { 'x-forwarded-for': '10.0.0.7' } }],
])('responds 404 to requests %s', async (_, from) => {
  const answer = await shop.app.inject({ url: '/metrics', ...from })
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND'])
})

it('counts every answer by route, also those from memory', async () => {
  const labels = 'method="GET",route="/api/categories/:identifier",status="200"'
  for (const identifier of ['women', 'women', 'men'])
    await shop.app.inject(`/api/categories/${identifier}`)
  const metrics = await scrape()
  expect(metrics.get(requests(`${labels},cache="miss"`))).toBe(2)
  expect(metrics.get(requests(`${labels},cache="hit"`))).toBe(1)
})

it('reports the database: connections by pool, LISTEN, clock and migration', async () => {
  const metrics = await scrape()
  for (const pool of ['main', 'realtime', 'jobs'])
    expect(metrics.get(`database_connections{pool="${pool}"}`)).toBeGreaterThan(0)
  // The gauge covers the process: the shop of another test file may still be closing.
  await vi.waitFor(async () => {
    const later = await scrape()
    for (const listener of ['changes', 'jobs'])
      expect(later.get(`database_listening{listener="${listener}"}`)).toBe(1)
  }, patience)
  expect(Math.abs(metrics.get('clock_skew_seconds') ?? Number.NaN)).toBeLessThan(60)
  expect(metrics.get('database_migration')).toBeGreaterThanOrEqual(5)
  expect(metrics.get('outage{service="database"}')).toBe(0)
})

it('reports the queue by kind of job', async () => {
  const failing = defineJob<{ id: string }>('fail-for-metrics')
  const failed = 'job_duration_seconds_count{kind="fail-for-metrics",outcome="failed"}'
  await shop.ctx.jobs.handle(failing, async () => {
    throw new Error('not today')
  })
  const started = await growth(failed, async () => {
    await shop.ctx.jobs.enqueue(shop.ctx.db.kysely, failing, { id: 'one' })
    await vi.waitFor(async () => expect((await scrape()).get(failed)).toBeGreaterThan(0), patience)
  })
  expect(started).toBe(1)
  await vi.waitFor(async () => {
    const metrics = await scrape()
    expect(metrics.get('jobs_waiting{kind="fail-for-metrics"}')).toBe(0)
    expect(metrics.get('jobs_failed{kind="fail-for-metrics"}')).toBe(0)
    expect(metrics.get('jobs_oldest_seconds{kind="send-mail"}')).toBeGreaterThanOrEqual(0)
  }, patience)
  await shop.ctx.db.pool.query(
    "update jobs.job set state = 'failed' where name = 'fail-for-metrics'",
  )
  await vi.waitFor(
    async () => expect((await scrape()).get('jobs_failed{kind="fail-for-metrics"}')).toBe(1),
    patience,
  )
})

it('reports e-mails that were not sent', async () => {
  await makeBuyer(shop, { email: `nobody-${crypto.randomUUID()}@example.com` })
  await vi.waitFor(async () => {
    const metrics = await scrape()
    expect(metrics.get('emails_unsent')).toBe(1)
    // One that the server has rejected does not wait for it.
    expect(metrics.get('emails_oldest_unsent_seconds')).toBe(0)
    expect(
      metrics.get(
        'service_request_duration_seconds_count{service="mail",operation="send",outcome="rejected"}',
      ),
    ).toBeGreaterThan(0)
  }, patience)
})

it('counts orders, sell-outs, payments and requests to their providers', async () => {
  const [variant] = await stockVariants(shop, 1, 2)
  const buyer = await makeBuyer(shop)
  const before = await scrape()
  const placed = await order(shop, buyer, [variant])
  const middle = await scrape()
  await order(shop, buyer, [variant])
  const payment = await begin(shop, buyer, placed.id, 'STRIPE')
  await press(shop, payment, 'approve')
  const paid = 'payments_total{method="STRIPE",status="PAID"}'
  const of = (metrics: Map<string, number>, name: string) =>
    (metrics.get(name) ?? 0) - (before.get(name) ?? 0)
  await vi.waitFor(async () => expect(of(await scrape(), paid)).toBe(1), patience)
  const after = await scrape()
  expect(of(middle, 'orders_placed_total')).toBe(1)
  expect(of(middle, 'variants_sold_out_total')).toBe(0)
  expect(of(after, 'orders_placed_total')).toBe(2)
  expect(of(after, 'variants_sold_out_total')).toBe(1)
  const initiated =
    'service_request_duration_seconds_count{service="stripe",operation="initiate",outcome="ok"}'
  expect(of(after, initiated)).toBe(1)
  expect(after.get('payments_under_review')).toBe(0)
})

it('a worker serves its health and metrics', async () => {
  let isStopping = false
  const app = buildHealthApp(shop.ctx, () => isStopping)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('\njobs_waiting{')
    expect((await fetch(`${url}/api/products`)).status).toBe(404)
    isStopping = true
    expect((await fetch(`${url}/readyz`)).status).toBe(503)
  } finally {
    await app.close()
  }
})

it('answers without the state of the shop while the database is away', async () => {
  const name = new URL(shop.databaseUrl).pathname.slice(1)
  const other = await openTestShop({ empty: true })
  try {
    await other.ctx.db.pool.query(`alter database ${name} allow_connections false`)
    await other.ctx.db.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [name],
    )
    await vi.waitFor(async () => {
      const metrics = await scrape()
      expect(metrics.get('database_listening{listener="changes"}')).toBe(0)
      expect(metrics.has('payments_under_review')).toBe(false)
      expect(metrics.has('jobs_waiting{kind="send-mail"}')).toBe(false)
    }, patience)
    await other.ctx.db.pool.query(`alter database ${name} allow_connections true`)
    await vi.waitFor(
      async () => expect((await scrape()).get('payments_under_review')).toBe(0),
      patience,
    )
  } finally {
    await other.close()
  }
})
