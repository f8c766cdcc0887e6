import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import { handleError } from './error-handler.ts'
import { type BodyLimits, limitUnfinishedBodies, readJsonBodies } from './request-parsing.ts'

const generous: BodyLimits = {
  milliseconds: 60_000,
  ordinaryBytes: 10_000,
  freeBytes: 1_000,
  sharedBytes: 10_000,
}

let app: FastifyInstance
let clients: Socket[] = []
afterEach(async () => {
  for (const client of clients) client.destroy()
  clients = []
  await app.close()
})

async function open(limits: Partial<BodyLimits> = {}) {
  app = Fastify({ bodyLimit: 100_000 })
  app.setErrorHandler(handleError)
  readJsonBodies(app)
  limitUnfinishedBodies(app, { ...generous, ...limits })
  app.post('/', async (request) => ({ length: (request.body as string).length }))
  await app.listen({ port: 0, host: '127.0.0.1' })
}

/** Declares a body of `bytes` and sends only `sent` of them; `answer` is the whole response. */
function begin(bytes: number, sent: number) {
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  clients.push(client)
  client.on('error', () => {})
  client.write(
    `POST / HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n"${'a'.repeat(sent - 1)}`,
  )
  const answer = client
    .setEncoding('utf8')
    .toArray()
    .then(
      (parts) => parts.join(''),
      () => '',
    )
  return { client, answer }
}

const whole = (length: number) =>
  app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify('a'.repeat(length)),
  })

it('rejects a body that takes too long, and closes the connection', async () => {
  await open({ milliseconds: 20 })
  const answer = await begin(1_000, 999).answer
  expect(answer).toMatch(/^HTTP\/1.1 400 .*"code":"BAD_REQUEST"/s)
})

it('allows a larger body proportionally more time', async () => {
  await open({ milliseconds: 200, ordinaryBytes: 100, freeBytes: 50_000 })
  const large = begin(50_000, 40_000)
  await begin(100, 50).answer
  large.client.write(`${'a'.repeat(9_999)}"`)
  large.client.end()
  expect(await large.answer).toMatch(/^HTTP\/1.1 200 /)
})

it('rejects bodies beyond the shared limit, but never a small one', async () => {
  await open()
  const first = begin(10_000, 9_000)
  const second = begin(10_000, 9_000)
  expect(await Promise.race([first.answer, second.answer])).toMatch(
    /^HTTP\/1.1 503 .*retry-after: .*"code":"UNAVAILABLE"/s,
  )
  expect((await whole(900)).json()).toEqual({ length: 900 })
})

it('counts a body until it is complete, rejected or abandoned', async () => {
  await open()
  for (let times = 0; times < 10; times++) expect((await whole(9_000)).statusCode).toBe(200)
  for (let times = 0; times < 10; times++) {
    const { client } = begin(10_000, 9_000)
    const [request] = await once(app.server, 'request')
    client.destroy()
    await new Promise<void>((resolve) => request.once('close', resolve))
  }
  expect((await whole(9_000)).statusCode).toBe(200)
})

it('counts many short chunks by their memory', async () => {
  await open({ sharedBytes: 2_000 })
  let chunks = 0
  app.server.once('request', (request) => request.on('data', () => chunks++))
  const { client, answer } = begin(1_000, 1)
  let isAnswered = false
  void answer.then(() => {
    isAnswered = true
  })
  // One at a time: a connection that is closed with unread data loses its answer.
  for (let sent = 1; !isAnswered; sent++) {
    await vi.waitFor(() => expect(isAnswered || chunks === sent).toBe(true), 60_000)
    if (sent < 12) client.write('a')
  }
  expect(await answer).toMatch(/^HTTP\/1.1 503 /)
  expect(chunks).toBe(12)
})
