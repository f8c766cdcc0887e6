import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Answer } from '../cache/answer.ts'
import { AnswerCache } from '../cache/answer-cache.ts'
import { serveMetrics } from '../metrics/metrics.ts'
import { sendKept, sendKeptAnswers } from './send-answer.ts'

let app: FastifyInstance
let cache: AnswerCache
let url: string
/** The requests that reached the handler. */
let handled: string[]

const page = new Answer(200, { 'content-type': 'text/html' }, `<p>Page</p>${' '.repeat(2_000)}`)

beforeEach(async () => {
  handled = []
  cache = new AnswerCache({ maxBytes: 1_000_000, validUntil: () => Number.POSITIVE_INFINITY })
  app = Fastify()
  serveMetrics(app, [])
  sendKeptAnswers(app, { cache, cdn: null })
  app.get('/*', (request, reply) => {
    handled.push(`${request.method} ${request.url}`)
    const make = async () => ({ answer: page, tags: ['content' as const] })
    return sendKept(request, reply, { cache, cdn: null, key: 'page', make })
  })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => app.close())

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url + path, {
    method,
    headers: { 'accept-encoding': 'br', ...headers },
  })
  const { date: _, 'cache-status': _status, ...rest } = Object.fromEntries(response.headers)
  return { status: response.status, headers: rest, body: await response.text() }
}

it('a kept answer equals the first one and does not reach the handler', async () => {
  const first = await get('/about')
  expect(await get('/about')).toEqual(first)
  expect(first.body).toContain('<p>Page</p>')
  expect(first.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(handled).toEqual(['GET /about'])
})

it('kept answers are counted in the metrics as cache hits', async () => {
  for (let round = 0; round < 3; round += 1) await get('/about')
  const { body } = await app.inject('/metrics')
  const count = (cache: string) =>
    `http_request_duration_seconds_count{method="GET",route="/*",status="200",cache="${cache}"}`
  expect(body).toContain(`${count('miss')} 1`)
  expect(body).toContain(`${count('hit')} 2`)
})

it('a caller with the current etag gets a 304', async () => {
  const { headers } = await get('/about')
  const etag = String(headers.etag)
  // Weak, because it is the same for every encoding.
  expect(etag).toMatch(/^W\/"/)
  for (const tags of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
    const again = await get('/about', { 'if-none-match': tags })
    expect([again.status, again.body], tags).toEqual([304, ''])
  }
  expect(handled).toHaveLength(1)
  expect((await get('/about', { 'if-none-match': 'W/"other"' })).status).toBe(200)
})

it('serves every encoding, compressed once', async () => {
  await get('/about')
  const gzipped = await get('/about', { 'accept-encoding': 'gzip' })
  expect(await get('/about', { 'accept-encoding': 'gzip' })).toEqual(gzipped)
  expect(gzipped.headers['content-encoding']).toBe('gzip')
  const plain = await get('/about', { 'accept-encoding': 'identity' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(handled).toHaveLength(1)
})

it('signed-in callers, other methods and other URLs reach the handler', async () => {
  await get('/about')
  await get('/about', { authorization: 'Bearer mine' })
  await get('/about', {}, 'HEAD')
  await get('/about?page=2')
  expect(handled).toEqual(['GET /about', 'GET /about', 'HEAD /about', 'GET /about?page=2'])
})

it('an answer is computed again after one of its tags has changed', async () => {
  await get('/about')
  cache.invalidate('content')
  await get('/about')
  expect(handled).toHaveLength(2)
})
