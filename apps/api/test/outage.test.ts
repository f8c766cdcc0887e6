import { Writable } from 'node:stream'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openLog } from '../src/platform/logging/open-log.ts'
import { type BreakableProxy, openBreakableProxy } from './breakable-proxy.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

let house: TestShop
let line: BreakableProxy
let shop: TestShop
let lines: Record<string, unknown>[] = []

beforeAll(async () => {
  house = await openTestShop()
  line = await openBreakableProxy(house.databaseUrl)
  const heard = new Writable({
    write(text, _encoding, done) {
      lines.push(JSON.parse(text))
      done()
    },
  })
  const log = openLog('info', heard)
  shop = await openTestShop({ beside: { ...house, databaseUrl: line.url }, cache: false, log })
})
afterEach(() => {
  line.restore()
  lines = []
})
afterAll(async () => {
  await shop.close()
  await line.close()
  await house.close()
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
  await vi.waitFor(async () => {
    expect((await shop.app.inject('/readyz')).statusCode).toBe(200)
    expect((await shop.app.inject('/api/products')).statusCode).toBe(200)
  })
})
