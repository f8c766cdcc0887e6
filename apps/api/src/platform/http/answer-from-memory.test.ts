import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Answer } from '../cache/answer.ts'
import { AnswerCache } from '../cache/answer-cache.ts'
import { answerFromMemory } from './answer-from-memory.ts'
import { sendAnswer } from './send-answer.ts'

let app: FastifyInstance
let cache: AnswerCache
let url: string
/** What the app itself was asked. */
let asked: string[]

const page = new Answer(200, { 'content-type': 'text/html' }, `<p>Page</p>${' '.repeat(2_000)}`)

beforeEach(async () => {
  asked = []
  cache = new AnswerCache({ maxBytes: 1_000_000, validUntil: () => Number.POSITIVE_INFINITY })
  app = Fastify()
  app.get('/*', async (request, reply) => {
    asked.push(`${request.method} ${request.url}`)
    const answer = await cache.resolve('page', async () => ({ answer: page, tags: ['content'] }))
    cache.remember(request.url, 'page')
    return sendAnswer(request, reply, answer)
  })
  answerFromMemory(app, cache)
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => app.close())

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url + path, {
    method,
    headers: { 'accept-encoding': 'br', ...headers },
  })
  const { date: _, ...rest } = Object.fromEntries(response.headers)
  return { status: response.status, headers: rest, body: await response.text() }
}

it('answers what is remembered as the app did, without asking it', async () => {
  const first = await ask('/about')
  expect(await ask('/about')).toEqual(first)
  expect(first.body).toContain('<p>Page</p>')
  expect(first.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(asked).toEqual(['GET /about'])
})

it('tells who has it already', async () => {
  const { headers } = await ask('/about')
  const etag = String(headers.etag)
  // One for every encoding, therefore weak.
  expect(etag).toMatch(/^W\/"/)
  for (const tags of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
    const again = await ask('/about', { 'if-none-match': tags })
    expect([again.status, again.body], tags).toEqual([304, ''])
  }
  expect(asked).toHaveLength(1)
  expect((await ask('/about', { 'if-none-match': 'W/"other"' })).status).toBe(200)
})

it('answers in every encoding, the first time after the app has compressed it', async () => {
  await ask('/about')
  const zipped = await ask('/about', { 'accept-encoding': 'gzip' })
  expect(await ask('/about', { 'accept-encoding': 'gzip' })).toEqual(zipped)
  expect(zipped.headers['content-encoding']).toBe('gzip')
  const plain = await ask('/about', { 'accept-encoding': 'identity' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(asked).toHaveLength(2)
})

it('leaves to the app who is signed in, other methods and other addresses', async () => {
  await ask('/about')
  await ask('/about', { authorization: 'Bearer mine' })
  await ask('/about', {}, 'HEAD')
  await ask('/about?page=2')
  expect(asked).toEqual(['GET /about', 'GET /about', 'HEAD /about', 'GET /about?page=2'])
})

it('asks the app again once what is shown has changed', async () => {
  await ask('/about')
  cache.invalidate('content')
  await ask('/about')
  expect(asked).toHaveLength(2)
})
