import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { networkOf } from '../../platform/rate-limit/rate-limits.ts'
import { categoryTrail, listCategoryPaths } from '../categories/category-index.ts'
import { listPagePaths } from '../content/read-content.ts'
import { publicPicture } from '../media/picture-addresses.ts'
import {
  type FeedRow,
  listMapBoundaries,
  listProductIdentifiers,
  nextFeedRows,
} from './feeds.queries.ts'

/** Robots write nothing. */
const robot = { hasJustWritten: false }

/** Products that are in memory at a time. */
const atATime = 200

/** Each reads the whole catalogue; the services that use them do so a few times a day. */
const feedsOfNetwork = { name: 'feeds-network', times: 30, seconds: 60 * 60 } as const

/**
 * Serves the products for sale, a variant an item, to Google Merchant Center and Meta's catalogue.
 * They are read and sent in parts, so that a feed of any length takes little memory.
 */
export function registerFeeds(app: FastifyInstance, ctx: AppContext): void {
  const serve = (path: string, type: string, parts: () => AsyncIterable<string>) =>
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      await ctx.limits.count(feedsOfNetwork, networkOf(request.ip))
      return reply
        .type(type)
        .header('cache-control', 'public, max-age=900')
        .send(Readable.from(parts(), { objectMode: false }))
    })

  serve('/feeds/google.xml', 'application/xml; charset=utf-8', () => googleFeed(ctx))
  serve('/feeds/meta.csv', 'text/csv; charset=utf-8', () => metaFeed(ctx))
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

/** The base URLs of pages and pictures, for readers outside the shop. */
interface FeedPlaces {
  publicUrl: string
  assetsBaseUrl: string
}

/** A variant as Google's and Meta's product data name it; what is not known is left out. */
type FeedItem = Partial<Record<FeedField, string>>

/** The fields of both feeds; the names are Google's. */
const feedFields = [
  'id',
  'item_group_id',
  'title',
  'description',
  'link',
  'image_link',
  'availability',
  'condition',
  'price',
  'sale_price',
  'sale_price_effective_date',
  'brand',
  'gtin',
  'mpn',
  'color',
  'size',
  'material',
  'product_type',
  'shipping_weight',
] as const
type FeedField = (typeof feedFields)[number]

/** The feeds require an end for a sale that has only a start. */
const openSaleMilliseconds = 365 * 86_400_000

type Sale = Pick<FeedRow, 'price_cents' | 'sale_price_cents' | 'sale_starts_at' | 'sale_ends_at'>

/**
 * The sale of a variant at an instant, as in `current_price_cents`: empty if it is over or not
 * lower; without dates if it runs with no end; else with both bounds.
 */
export function saleOf(
  { price_cents, sale_price_cents, sale_starts_at, sale_ends_at }: Sale,
  at: Date,
): FeedItem {
  if (sale_price_cents === null || sale_price_cents >= price_cents) return {}
  if (sale_ends_at !== null && sale_ends_at < at) return {}
  const sale_price = amount(sale_price_cents)
  const hasBegun = sale_starts_at === null || sale_starts_at <= at
  if (hasBegun && sale_ends_at === null) return { sale_price }
  const start = sale_starts_at ?? at
  const end = sale_ends_at ?? new Date(start.getTime() + openSaleMilliseconds)
  return { sale_price, sale_price_effective_date: `${start.toISOString()}/${end.toISOString()}` }
}

/** A variant as the feeds show it at an instant; `categories` are the names of its breadcrumbs. */
function toFeedItem(
  row: FeedRow,
  { places, categories, at }: { places: FeedPlaces; categories: readonly string[]; at: Date },
): FeedItem {
  const { Color: color, Size: size } = row.attributes
  const chosen = new URLSearchParams(
    Object.entries(row.attributes).map(([name, value]): [string, string] => [
      name.toLowerCase(),
      value,
    ]),
  )
  const link = `${places.publicUrl}/product/${encodeURIComponent(row.identifier)}`
  return {
    id: row.sku ?? row.variant_id,
    item_group_id: row.identifier,
    title: [row.name, ...Object.values(row.attributes)].join(', '),
    description: row.description || row.name,
    link: chosen.size > 0 ? `${link}?${chosen}` : link,
    ...(row.picture && { image_link: publicPicture(places, row.picture.src) }),
    availability: row.stock > 0 ? 'in_stock' : 'out_of_stock',
    condition: 'new',
    price: amount(row.price_cents),
    ...saleOf(row, at),
    brand: 'Solvane',
    ...(row.gtin && { gtin: row.gtin }),
    ...(row.sku && { mpn: row.sku }),
    ...(color && { color }),
    ...(size && { size }),
    material: row.material,
    ...(categories.length > 0 && { product_type: categories.join(' > ') }),
    ...(row.weight_grams && { shipping_weight: `${row.weight_grams} g` }),
  }
}

function amount(cents: number): string {
  return `${(cents / 100).toFixed(2)} USD`
}

/** An item of Google's RSS. */
function toGoogleItem(item: FeedItem): string {
  const fields = feedFields.flatMap((name) =>
    item[name] === undefined ? [] : `<g:${name}>${escapeXml(item[name])}</g:${name}>`,
  )
  // A brand and a part number identify an item too; the brand is always there.
  const isIdentified = item.gtin !== undefined || item.mpn !== undefined
  const identifiers = isIdentified ? [] : ['<g:identifier_exists>no</g:identifier_exists>']
  return `<item>${[...fields, ...identifiers].join('')}</item>\n`
}

/**
 * The cells of Meta's CSV, whose availability has a space. Unlike in the files that people open in a
 * spreadsheet, texts that begin like a formula have no apostrophe before them: Meta would show it.
 */
function toMetaCells(item: FeedItem): string[] {
  return feedFields.map((name) =>
    name === 'availability' ? (item[name] ?? '').replaceAll('_', ' ') : (item[name] ?? ''),
  )
}

/** A text as the content of an XML element. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A sitemap may contain 50,000 URLs (sitemaps.org). */
const productsPerMap = 40_000

/**
 * Serves robots.txt and the sitemap: an index, one map of pages and categories, and maps of
 * products.
 */
export function registerSitemap(app: FastifyInstance, ctx: AppContext): void {
  const { publicUrl } = ctx.config
  const address = (path: string) => `<loc>${escapeXml(publicUrl + path)}</loc>`
  const urlSet = (paths: string[]) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${paths
      .map((path) => `<url>${address(path)}</url>\n`)
      .join('')}</urlset>\n`

  const mapBoundaries = () => ctx.replica.read(robot, (db) => listMapBoundaries(db, productsPerMap))

  app.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        `User-agent: *\nDisallow: /api/\nDisallow: /admin\nDisallow: /cart\nDisallow: /order/\nDisallow: /profile\nDisallow: /s/\nDisallow: /login?\n\nSitemap: ${publicUrl}/sitemap.xml\n`,
      ),
  )

  app.get('/sitemap.xml', { schema: { hide: true } }, async (_request, reply) => {
    const boundaries = await mapBoundaries()
    const maps = [
      '/sitemap-pages.xml',
      ...[0, ...boundaries.map((_, i) => i + 1)].map(productMapPath),
    ]
    return reply
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${maps
          .map((path) => `<sitemap>${address(path)}</sitemap>\n`)
          .join('')}</sitemapindex>\n`,
      )
  })

  app.get('/sitemap-pages.xml', { schema: { hide: true } }, async (_request, reply) => {
    const paths = ['/', ...(await listCategoryPaths(ctx)), ...(await listPagePaths(ctx))]
    return reply.type('application/xml; charset=utf-8').send(urlSet(paths))
  })

  app.get<{ Params: { number: string } }>(
    '/sitemap-products-:number(^\\d{1,6}$).xml',
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const number = Number(params.number)
      const boundaries = number === 0 ? [] : await mapBoundaries()
      const after = number === 0 ? '' : boundaries[number - 1]
      if (after === undefined) return reply.callNotFound()
      const identifiers = await ctx.replica.read(robot, (db) =>
        listProductIdentifiers(db, after, productsPerMap),
      )
      return reply
        .type('application/xml; charset=utf-8')
        .send(urlSet(identifiers.map((identifier) => `/product/${encodeURIComponent(identifier)}`)))
    },
  )
}

function productMapPath(number: number): string {
  return `/sitemap-products-${number}.xml`
}
