import { Writable } from 'node:stream'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { openLog } from '../logging/open-log.ts'
import { withoutSecrets } from './observe-requests.ts'

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${trace}-00f067aa0ba902b7-01`
const random = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/

let shop: TestShop
let lines: Record<string, unknown>[] = []
beforeAll(async () => {
  const destination = new Writable({
    write(text, _encoding, done) {
      lines.push(JSON.parse(text))
      done()
    },
  })
  const log = openLog('warn', { destination })
  shop = await openTestShop({ log, settings: { ACCESS_LOG: 'on' } })
})
afterEach(() => {
  lines = []
})
afterAll(() => shop.close())

const ask = (url: string, headers: Record<string, string> = {}) =>
  shop.app.inject({ url, headers: { host: 'localhost:3000', ...headers } })

it.each([
  ['X-Request-Id', { 'x-request-id': 'edge-1234.5' }, 'edge-1234.5'],
  ['the trace id', { traceparent }, trace],
  [
    'X-Request-Id before the trace id',
    { 'x-request-id': 'edge-1234.5', traceparent },
    'edge-1234.5',
  ],
  ['the trace id, for an unusable X-Request-Id', { 'x-request-id': 'a b\tc<', traceparent }, trace],
  ['a new id, for a short X-Request-Id', { 'x-request-id': '1' }, random],
  ['a new id, for a long X-Request-Id', { 'x-request-id': 'a'.repeat(129) }, random],
  ['a new id, for a malformed traceparent', { traceparent: `00-${'0'.repeat(32)}-1-01` }, random],
  ['a new id', {}, random],
])('a request is known under %s', async (_, headers: Record<string, string>, expected) => {
  const { headers: answered } = await ask('/healthz', headers)
  expect(answered['x-request-id']).toEqual(
    typeof expected === 'string' ? expected : expect.stringMatching(expected),
  )
})

it.each([
  ['a kept answer', '/api/categories/tree', 200],
  ['an unknown endpoint', '/api/nothing', 404],
  ['an unknown address', '/nothing', 404],
  ['a rejected caller', '/api/user/profile', 401],
  ['an invalid query', '/api/products?page=x', 400],
  ['an address that cannot be decoded', '/api/products/%', 400],
])('%s returns the id', async (_, url, status) => {
  for (const id of ['first-one', 'second-one']) {
    const answer = await ask(url, { 'x-request-id': id })
    expect([answer.statusCode, answer.headers['x-request-id']]).toEqual([status, id])
    if (status >= 400) expect(answer.json()).toMatchObject({ success: false, requestId: id })
  }
})

it('an answer from memory has the id of its own request', async () => {
  await ask('/api/content/faq', { 'x-request-id': 'computed' })
  const { headers } = await ask('/api/content/faq', { 'x-request-id': 'from-memory' })
  expect(headers).toMatchObject({ 'cache-status': 'solvane; hit', 'x-request-id': 'from-memory' })
})

it('the access log has a line for each request, whatever the log level', async () => {
  await ask('/api/products/nothing?token=secret', { 'x-request-id': 'request-1' })
  expect(lines).toEqual([
    expect.objectContaining({
      level: 30,
      msg: 'request',
      requestId: 'request-1',
      method: 'GET',
      path: '/api/products/nothing',
      route: '/api/products/:id',
      status: 404,
      milliseconds: expect.any(Number),
    }),
  ])
})

it('the access log says whether an answer was in memory', async () => {
  await ask('/api/content/home')
  await ask('/api/content/home')
  expect(lines.map(({ cache }) => cache)).toEqual(['miss', 'hit'])
})

it('the access log has no tokens, secret ids, addresses or queries', async () => {
  const headers = {
    authorization: 'Bearer secret',
    cookie: 'a=secret',
    'x-guest-cart-id': 'secret',
  }
  await ask('/api/cart?secret=1', headers)
  await ask('/api/chat/rooms/5ec3e700-0000-4000-8000-000000000000')
  await ask('/unsubscribe/someone@example.com')
  await ask('/unsubscribe/someone%40example.com')
  await ask('/s/5ec3e7005ec3e7005ec3e7005ec3e700')
  expect(lines.map(({ path }) => path)).toEqual([
    '/api/cart',
    '/api/chat/rooms/:roomId',
    '/unsubscribe/…',
    '/unsubscribe/…',
    '/s/…',
  ])
  expect(JSON.stringify(lines)).not.toMatch(/secret|5ec3e7|someone/)
})

it('an unexpected error is logged under the id of its request', async () => {
  await shop.ctx.db.pool.query('alter table content rename to hidden')
  try {
    const { statusCode } = await ask('/api/content/pages/terms', { 'x-request-id': 'request-2' })
    expect(statusCode).toBe(500)
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 50, requestId: 'request-2', msg: 'unexpected error' }),
    )
  } finally {
    await shop.ctx.db.pool.query('alter table hidden rename to content')
  }
})

it.each([
  ['/s/0123456789abcdef', '/s/…'],
  ['/s/0123456789abcdef/more', '/s/…/more'],
  ['/s/', '/s/'],
  ['/bags/tote', '/bags/tote'],
  ['/find/ada@example.com/orders?page=2', '/find/…/orders?page=2'],
  ['/find/ada%40example.com', '/find/…'],
  ['/search?q=ada@example.com', '/…'],
])('logs %s as %s', (path, logged) => {
  expect(withoutSecrets(path)).toBe(logged)
})

it('a long path takes no long time to log', () => {
  const started = performance.now()
  const path = `/search?q=${'a'.repeat(60_000)}`
  expect(withoutSecrets(path)).toBe(path)
  expect(performance.now() - started).toBeLessThan(5_000)
})
