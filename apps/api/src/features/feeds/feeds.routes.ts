import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AppContext } from '../../context.ts'
import { categoryTrail } from '../categories/category-index.ts'
import { type FeedItem, feedFields, toFeedItem, toGoogleItem, toMetaCells } from './feed-items.ts'
import { nextFeedRows } from './feeds.queries.ts'

/** Robots write nothing. */
const robot = { hasJustWritten: false }

/** Products that are in memory at a time. */
const atATime = 200

/**
 * Serves the products for sale, a variant an item, to Google Merchant Center and Meta's catalogue.
 * They are read and sent in parts, so that a feed of any length takes little memory.
 */
export function registerFeeds(app: FastifyInstance, ctx: AppContext): void {
  const send = (reply: FastifyReply, type: string, parts: AsyncIterable<string>) =>
    reply
      .type(type)
      .header('cache-control', 'public, max-age=900')
      .send(Readable.from(parts, { objectMode: false }))

  app.get('/feeds/google.xml', { schema: { hide: true } }, async (_request, reply) =>
    send(reply, 'application/xml; charset=utf-8', googleFeed(ctx)),
  )
  app.get('/feeds/meta.csv', { schema: { hide: true } }, async (_request, reply) =>
    send(reply, 'text/csv; charset=utf-8', metaFeed(ctx)),
  )
}

async function* googleFeed(ctx: AppContext): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Solvane</title><link>${ctx.config.publicUrl}</link><description>Every product for sale</description>\n`
  for await (const items of partsOf(ctx)) yield items.map(toGoogleItem).join('')
  yield '</channel></rss>\n'
}

async function* metaFeed(ctx: AppContext): AsyncGenerator<string> {
  yield stringify([[...feedFields]])
  for await (const items of partsOf(ctx)) yield stringify(items.map(toMetaCells))
}

/** The items of all products for sale, in parts; prices are those of the beginning. */
async function* partsOf(ctx: AppContext): AsyncGenerator<FeedItem[]> {
  const at = ctx.clock.now()
  let after = ''
  for (;;) {
    const rows = await ctx.replica.read(robot, (db) =>
      nextFeedRows(db, { after, limit: atATime, at }),
    )
    const last = rows.at(-1)
    if (!last) return
    const items: FeedItem[] = []
    for (const row of rows) {
      const trail = row.category ? await categoryTrail(ctx, row.category) : []
      const categories = trail.map(({ name }) => name)
      items.push(toFeedItem(row, { places: ctx.config, categories, at }))
    }
    yield items
    after = last.identifier
  }
}
