import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { describeError } from './error-handler.ts'
import { readJsonBodies } from './request-parsing.ts'

it('treats a client that disconnects within its body as no failure of the shop', async () => {
  const failed = Promise.withResolvers<ReturnType<typeof describeError>>()
  const app = Fastify()
  readJsonBodies(app)
  app.setErrorHandler((error, _request, reply) => {
    failed.resolve(describeError(error))
    return reply.send()
  })
  app.post('/', async () => '')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  client.write(
    'POST / HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
  )
  await once(app.server, 'request')
  client.destroy()
  expect(await failed.promise).toMatchObject({ status: 400, isUnexpected: false })
  await app.close()
})

const failure = (message: string, code?: string) => Object.assign(new Error(message), { code })

it.each([
  ['hangs up', failure('read ECONNRESET', 'ECONNRESET')],
  ['has hung up', failure('write EPIPE', 'EPIPE')],
  ['does not answer any more', failure('read ETIMEDOUT', 'ETIMEDOUT')],
  ['is not there', failure('connect ECONNREFUSED', 'ECONNREFUSED')],
  ['has no socket', Object.assign(failure('connect ENOENT', 'ENOENT'), { syscall: 'connect' })],
  ['took too long', failure('canceling statement due to statement timeout', '57014')],
  [
    'is shut down by an administrator',
    failure('terminating connection due to administrator command', '57P01'),
  ],
  ['starts', failure('the database system is starting up', '57P03')],
  ['breaks a protocol', failure('connection failure', '08006')],
  ['has no more room', failure('could not extend file: No space left on device', '53100')],
  ['has no more memory', failure('out of memory', '53200')],
  ['takes no more connections', failure('sorry, too many clients already', '53300')],
  ['only reads', failure('cannot execute INSERT in a read-only transaction', '25006')],
  ['waits for a lock', failure('canceling statement due to lock timeout', '55P03')],
  ['ends a query', failure('Connection terminated unexpectedly')],
  ['has broken before', failure('Client has encountered a connection error and is not queryable')],
  ['is closed', failure('Client was closed and is not queryable')],
  ['wakes no worker', failure('LISTEN/NOTIFY connection ended')],
  ['has no connection to spare', failure('timeout exceeded when trying to connect')],
])('treats a database that %s as unavailable', (_, error) => {
  expect(describeError(error)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
})

it.each([
  ['a statement that is wrong', failure('syntax error', '42601')],
  [
    'a file that is not there',
    Object.assign(failure('open ENOENT', 'ENOENT'), { syscall: 'open' }),
  ],
  ['anything else', failure('no such thing')],
])('treats %s as a failure of the shop', (_, error) => {
  expect(describeError(error)).toMatchObject({ status: 500, isUnexpected: true })
})

it('blames the caller for half a character in JSON, not for JSON that is broken', () => {
  const invalid = failure('invalid input syntax for type json', '22P02')
  const halved = Object.assign(failure('invalid input syntax for type json', '22P02'), {
    detail: 'Unicode high surrogate must not follow a high surrogate.',
  })
  expect(describeError(halved)).toMatchObject({ status: 400, isUnexpected: false })
  expect(describeError(invalid)).toMatchObject({ status: 500, isUnexpected: true })
})
