// The minimum of a Fastify server: the same bytes with the same headers, from memory. The shop is
// compared with it in the same run.
import Fastify from 'fastify'
import type { FloorAnswer } from './floor.ts'

const app = Fastify()
let answers = new Map<string, FloorAnswer>()

app.get('/*', (request, reply) => {
  const answer = answers.get(request.url)
  if (!answer) return reply.code(404).send()
  return reply.headers(answer.headers).send(answer.body)
})

process.on('message', async (known: [string, FloorAnswer][]) => {
  answers = new Map(known)
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.((app.server.address() as { port: number }).port)
})
