import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { listCategoryPaths } from '../categories/category-index.ts'
import { listPagePaths } from '../content/read-content.ts'
import { listMapBoundaries, listProductIdentifiers } from './feeds.queries.ts'
import { escapeXml } from './feeds.routes.ts'

/** Robots write nothing. */
const robot = { hasJustWritten: false }

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
        `User-agent: *\nDisallow: /api/\nDisallow: /admin\nDisallow: /cart\nDisallow: /order/\nDisallow: /profile\nDisallow: /s/\nDisallow: /login\n\nSitemap: ${publicUrl}/sitemap.xml\n`,
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
