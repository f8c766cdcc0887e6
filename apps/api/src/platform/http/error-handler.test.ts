import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { describeError } from './error-handler.ts'
import { readJsonBodies } from './json-body.ts'

it('takes a client that hangs up in the middle of its body for no failure of the shop', async () => {
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
  expect(await failed.promise).toMatchObject({ status: 400, isSurprise: false })
  await app.close()
})

it('takes a database that hangs up for one', () => {
  const lost = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  expect(describeError(lost)).toMatchObject({ status: 503, isSurprise: true })
})
