import { join } from 'node:path'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { serveBuiltFiles } from './built-files.ts'
import { loadBuiltStorefront, servedByVite, startDevelopmentStorefront } from './load-storefront.ts'
import { CachedPage, type Encoding, PageCache, type PageCacheOptions } from './page-cache.ts'
import { pageKey } from './page-key.ts'
import { securityHeaders } from './security-headers.ts'
import type { PageTransport, RenderedPage } from './storefront-entry.ts'

export interface StorefrontHostOptions {
  /** The storefront's build, holding `client` and `server`. Not read in development. */
  distDir: string
  /** Carries the pages' API calls to their use cases. */
  transport: PageTransport
  pageCache: PageCacheOptions
  /** Calls `listener` whenever something that pages show has changed. */
  onInvalidate: (listener: () => void) => void
  /** Address of the shop as visitors see it. */
  publicUrl: string
  /** Base of pictures that are served elsewhere, or empty. */
  assetsBaseUrl: string
  /** Where the advertising pixel listens; null when there is none. */
  pixelUrl: string | null
  /** In development: the folder of the storefront's sources, served by Vite from this server. */
  dev?: { root: string }
}

/** What a page's address answers: a document, or a redirect. */
type Answer = { status: number } & ({ page: CachedPage } | { location: string })

/** Longest time a page may take to load its data. */
const renderTimeout = 15_000

/** Serves the storefront: its built files, and at every other address the page rendered for it. */
export async function storefrontHost(app: FastifyInstance, options: StorefrontHostOptions) {
  const development =
    options.dev && (await startDevelopmentStorefront(options.dev.root, app.server))
  const storefront = development ?? (await loadBuiltStorefront(options.distDir))
  if (development) app.addHook('onClose', () => development.vite.close())
  else await serveBuiltFiles(app, join(options.distDir, 'client'))

  const headers = securityHeaders({ ...options, development: Boolean(development) })
  const knownParameters = new Set(await storefront.knownParameters())
  const encodings = new Negotiator({
    supportedValues: ['br', 'gzip', 'identity'],
    cache: new LRUCache<string, string>({ max: 100 }),
  })
  const cache = new PageCache({
    ...options.pageCache,
    enabled: options.pageCache.enabled && !development,
  })
  options.onInvalidate(() => cache.clear())
  const underWay = new Map<string, Promise<Answer>>()

  async function rendered(url: string, log: FastifyRequest['log']): Promise<RenderedPage> {
    const renderer = await storefront.renderer()
    try {
      const signal = AbortSignal.timeout(renderTimeout)
      const result = await renderer.render({ url, signal }, options.transport)
      if (result.error) log.error({ err: result.error, url }, 'a page met an error')
      return result
    } catch (error) {
      log.error({ err: error, url }, 'a page could not be rendered')
      return renderer.renderFailure(500)
    }
  }

  async function renderAnswer(key: string, log: FastifyRequest['log']): Promise<Answer> {
    const { version } = cache
    const { status, html, location } = await rendered(key, log)
    if (location !== undefined) return { status, location }
    const page = new CachedPage(html)
    if (status === 200) cache.keep(key, page, version)
    return { status, page }
  }

  /** Visitors who ask for a page while it is being rendered share the one rendering. */
  function answerFor(key: string, log: FastifyRequest['log']): Promise<Answer> {
    const flight = `${cache.version} ${key}`
    const begun = underWay.get(flight)
    if (begun) return begun
    const answer = renderAnswer(key, log).finally(() => underWay.delete(flight))
    underWay.set(flight, answer)
    return answer
  }

  async function sendPage(
    request: FastifyRequest,
    reply: FastifyReply,
    { page, status }: { page: CachedPage; status: number },
  ) {
    reply.code(status).headers(headers).header('vary', 'accept-encoding')
    if (status === 200) {
      reply.header('cache-control', 'public, max-age=0, must-revalidate').header('etag', page.etag)
      if (request.headers['if-none-match']?.includes(page.etag)) return reply.code(304).send()
    } else {
      reply.header('cache-control', 'no-store')
    }
    const encoding = (encodings.negotiate(request.headers['accept-encoding'] ?? '') ??
      'identity') as Encoding
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type('text/html; charset=utf-8').send(await page.encoded(encoding))
  }

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (development && (await servedByVite(request.raw, reply.raw, development.vite))) {
      return reply.hijack()
    }
    const place = pageKey(request.raw.url ?? '/', knownParameters)
    if ('moveTo' in place) return reply.redirect(place.moveTo, 308)
    const cached = cache.find(place.key)
    if (cached) return sendPage(request, reply, { page: cached, status: 200 })
    const answer = await answerFor(place.key, request.log)
    if ('location' in answer) {
      return reply
        .headers(headers)
        .header('cache-control', 'no-store')
        .redirect(answer.location, answer.status)
    }
    return sendPage(request, reply, answer)
  })
}
