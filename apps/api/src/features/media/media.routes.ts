import type { FastifyInstance } from 'fastify'
import { type Cdn, cdnTag } from '../../platform/cdn/cdn.ts'
import { tagOfUpload, uploadOfFile } from './picture-addresses.ts'
import type { PictureStore } from './picture-store.ts'

const immutable = 'public, max-age=31536000, immutable'
const aDay = 'public, max-age=86400'
const aMinute = 'public, max-age=60'

/**
 * Serves the shop's pictures and uploaded ones under `/media` in the widths the shop uses (see
 * `pictureFile` for their names) and `placeholders/piece.svg`, the drawing of a product without a
 * picture. Only existing names are read. A CDN gets the tag by which an uploaded picture is purged
 * when it is removed.
 */
export function registerMedia(app: FastifyInstance, store: PictureStore, cdn: Cdn | null): void {
  app.addHook('onReady', () => store.removeOutdated())
  app.addHook('preClose', async () => store.close())

  app.get<{ Params: { file: string } }>(
    '/media/placeholders/:file',
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const drawing = await store.placeholder(params.file)
      if (!drawing) return reply.callNotFound()
      return reply.type('image/svg+xml').header('cache-control', aDay).send(drawing)
    },
  )

  app.get<{ Params: { '*': string } }>(
    '/media/*',
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const picture = await store.picture(params['*'])
      if (!picture) {
        const current = await store.currentFile(params['*'])
        if (!current) return reply.callNotFound()
        return reply.header('cache-control', aMinute).redirect(`/media/${current}`)
      }
      const upload = uploadOfFile(params['*'])
      if (cdn && upload) reply.header(cdn.kind.tagHeader, cdnTag(tagOfUpload(upload)))
      return reply
        .type(picture.type)
        .header('cache-control', picture.isFinal ? immutable : aMinute)
        .send(picture.bytes)
    },
  )
}
