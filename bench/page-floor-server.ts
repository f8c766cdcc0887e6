// The minimum of a rendered page: a Fastify route that renders the same elements with React, without
// components, data and compression. Pages rendered by the shop are compared with it in the same run.
import Fastify from 'fastify'
import { plainElements, renderPlain } from '../apps/storefront/plain-page.ts'

const app = Fastify()
let pages = new Map<string, ReturnType<typeof plainElements>>()

app.get('/*', (request, reply) => {
  if (!pages.has(request.url)) return reply.code(404).send()
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .send(renderPlain(pages.get(request.url)))
})

process.on('message', async (documents: [string, string][]) => {
  pages = new Map(documents.map(([path, document]) => [path, plainElements(document)]))
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.((app.server.address() as { port: number }).port)
})
