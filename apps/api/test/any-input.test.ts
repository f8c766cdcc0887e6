import { connect } from 'node:net'
import { type Endpoint, errorEnvelope } from '@solvane/contract/endpoint'
import { endpoints } from '@solvane/contract/endpoints'
import { apiPrefix } from '@solvane/contract/paths'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { signUp } from './sign-up.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

let shop: TestShop
let address: URL
beforeAll(async () => {
  shop = await openTestShop({ cache: false })
  address = new URL(shop.app.listeningOrigin)
})
afterAll(() => shop.close())

/** Expects a success or a declared error for any input, never an internal error. */
async function expectAnswer(request: InjectOptions) {
  const answer = await shop.app.inject(request)
  expect(answer.statusCode, `${request.method} ${String(request.url)}`).toBeLessThan(500)
  if (answer.statusCode >= 400) errorEnvelope.parse(answer.json())
  return answer
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 400 }),
  fc.constantFrom(
    '', '0', '-1', '1e309', 'NaN', 'null', 'undefined', '9'.repeat(40), '1.5', 'true', '\u0000', '%00', '%',
    "' or 1=1 --", '../../etc/passwd', '{}', '[]', '__proto__', 'constructor', ','.repeat(300), '\ud800', '💼',
  ),
) // biome-ignore format: one list of hard cases

/** Names that the contract knows, and unknown ones. */
const namesOf = (schema: Endpoint['query']) =>
  fc.oneof(fc.constantFrom('size', '__proto__', ...Object.keys(schema?.shape ?? {})), text)

/** Bodies similar to those of the contract. */
const bodiesOf = (schema: Endpoint['body']) => {
  const { properties = {} } = (schema ? z.toJSONSchema(schema, { io: 'input' }) : {}) as {
    properties?: object
  }
  const names = fc.constantFrom('id', ...Object.keys(properties))
  const hard = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    text,
    fc.uuid(),
    fc.array(fc.record({ variantId: fc.uuid(), quantity: fc.oneof(fc.integer(), fc.double()) })),
  )
  return fc.dictionary(names, hard).map((body) => JSON.stringify(body))
}

function encode(value: string): string {
  return encodeURIComponent(value.toWellFormed())
}

describe.each(Object.values(endpoints) as Endpoint[])('$name', (call) => {
  // Limited by its number of runs, not by a timeout that a busy machine reaches.
  test('any input is answered with a success or a declared error', { timeout: 0 }, async () => {
    const parameters = fc.array(fc.tuple(namesOf(call.query), text), { maxLength: 6 })
    const names = call.path.match(/\w+(?=\})/g) ?? []
    // A caller with access: a stranger's input is not even parsed.
    const role = call.access === 'admin' ? 'ADMIN' : 'USER'
    const { headers } = call.access === 'public' ? { headers: {} } : await signUp(shop, { role })
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom('id', ...names), fc.oneof(text, fc.uuid())),
        parameters,
        fc.option(fc.oneof(fc.json(), text, bodiesOf(call.body))),
        fc.option(fc.string({ maxLength: 300 })),
        async (params, query, body, key) => {
          const path = call.path.replace(/\{(\w+)\}/g, (_, name) => encode(params[name] ?? 'x'))
          const search = query.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&')
          await expectAnswer({
            method: call.method,
            url: `${apiPrefix}${path}?${search}`,
            headers: {
              ...headers,
              ...(key !== null && { 'idempotency-key': encode(key) }),
              ...(body !== null && { 'content-type': 'application/json' }),
            },
            ...(body !== null && { payload: body }),
          })
        },
      ),
      { numRuns: 25 },
    )
  })
})

test.each((Object.values(endpoints) as Endpoint[]).filter(({ method }) => method !== 'GET'))(
  '$name answers a body that is nested without end',
  async (call) => {
    const role = call.access === 'admin' ? 'ADMIN' : 'USER'
    const { headers } = call.access === 'public' ? { headers: {} } : await signUp(shop, { role })
    await expectAnswer({
      method: call.method,
      url: apiPrefix + call.path.replace(/\{\w+\}/g, crypto.randomUUID()),
      headers: { ...headers, 'content-type': 'application/json' },
      payload: '['.repeat(100_000) + ']'.repeat(100_000),
    })
  },
)

test.each([
  ['an escape cut short', '/api/products/%'],
  ['an escape that is not UTF-8', '/api/products/%ff%fe'],
  ['a path that leads nowhere', '/api/nowhere'],
  ['a path above the API', '/api/../../etc/passwd'],
  ['a very long path', `/api/products/${'a'.repeat(10_000)}`],
  ['a very long query', `/api/products?search=${'a'.repeat(20_000)}`],
])('%s is rejected in the envelope', async (_title, url) => {
  const answer = await expectAnswer({ method: 'GET', url })
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
  '%s on a list is rejected',
  async (method) => {
    const answer = await expectAnswer({ method, url: '/api/products', payload: '{"a":' })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  },
)

test.each([
  ['an unknown method', 'NONSENSE / HTTP/1.1\r\nhost: x\r\n\r\n', 400],
  ['no HTTP at all', '\u0000\u0001\r\n\r\n', 400],
  ['headers without end', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(70_000)}\r\n\r\n`, 431],
])('%s is rejected in the envelope', async (_title, text, status) => {
  const socket = connect(Number(address.port), address.hostname)
  socket.on('error', () => {})
  socket.end(text)
  const answer = (await socket.setEncoding('utf8').toArray()).join('')
  expect(answer).toContain(`HTTP/1.1 ${status} `)
  errorEnvelope.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))))
})

test('an error in the query names its field', async () => {
  const answer = await expectAnswer({ method: 'GET', url: '/api/products?page=0&size=1000' })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'BAD_REQUEST', success: false, data: null })
  expect(answer.json().details.fields.map(({ field }: { field: string }) => field)).toEqual([
    'page',
    'size',
  ])
})

test.each([
  '/media/../../package.json',
  '/media/..%2f..%2fpackage.json',
  '/media/placeholders/..%2f..%2fpackage.json',
  '/media/nothing.0123abcd-640.avif',
  '/sitemap-products-99.xml',
  '/sitemap-products-x.xml',
])('a missing file, %s, responds 404', async (url) => {
  expect((await shop.app.inject({ url })).statusCode).toBe(404)
})

test.each([
  [
    'thousands of names',
    Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`name${n}`, n])),
  ],
  ['a name without end', { ['x'.repeat(200_000)]: 1 }],
  ['thousands of mistakes', { ids: Array.from({ length: 20_000 }, () => 1) }],
])('an error does not echo %s', async (_, payload) => {
  for (const url of ['/api/auth/login', '/api/auth/register', '/api/cart/items']) {
    const answer = await shop.app.inject({ method: 'POST', url, payload })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.body.length).toBeLessThan(40_000)
  }
})

test('unfinished large bodies share a memory limit, and do not prevent sign-in', async () => {
  const rejected = Promise.withResolvers<string>()
  const body = 'a'.repeat(261_000)
  const held = Array.from({ length: 150 }, () => {
    const client = connect(Number(address.port), address.hostname).setEncoding('utf8')
    client.on('data', rejected.resolve).on('error', () => {})
    client.write(
      `POST /api/auth/login HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 262000\r\n\r\n"${body}`,
    )
    return client
  })
  expect(await rejected.promise).toMatch(/^HTTP\/1.1 503 /)
  await signUp(shop)
  for (const client of held) client.destroy()
})

test('a request that never completes is aborted', () => {
  const { requestTimeout, headersTimeout } = shop.app.server
  expect(requestTimeout).toBeGreaterThan(headersTimeout)
  expect(requestTimeout).toBeLessThanOrEqual(180_000)
})
