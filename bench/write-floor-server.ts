// The minimum cost of an endpoint that writes: a Fastify route that does one write through a pool
// like the shop's. The shop's writes are compared with it in the same run.
import Fastify from 'fastify'
import { type Database, openDatabase } from '../apps/api/src/platform/database/database.ts'
import { makeFloorRows, writeOnce } from './floor-rows.ts'
import { type WriteFloorOrder, writePaths } from './write-floor.ts'

const app = Fastify()
let opened: { url: string; db: Database } | undefined

for (const does of ['update', 'insert and update'] as const)
  app.post<{ Params: { id: string } }>(`${writePaths[does]}/:id`, async ({ params }) => {
    if (opened) await writeOnce(opened.db, does, Number(params.id))
    return { success: true }
  })

process.on('message', async ({ url }: WriteFloorOrder) => {
  if (opened?.url !== url) {
    await opened?.db.close()
    opened = { url, db: openDatabase({ url }) }
    await makeFloorRows(opened.db)
  }
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  process.send?.((app.server.address() as { port: number }).port)
})
