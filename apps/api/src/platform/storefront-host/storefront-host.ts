import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import type { ViteDevServer } from 'vite'
import { Answer } from '../cache/answer.ts'
import type { AnswerCache, ComputedAnswer } from '../cache/answer-cache.ts'
import type { Cdn } from '../cdn/cdn.ts'
import type { ChangeTag } from '../database/changes.ts'
import { isDatabaseUnavailable } from '../database/database-errors.ts'
import { ShopError } from '../errors/shop-error.ts'
import { retryAfterSeconds } from '../http/error-handler.ts'
import { withoutSecrets } from '../http/observe-requests.ts'
import { sendAnswer, sendKept } from '../http/send-answer.ts'
import { securityHeaders, serveBuiltFiles, servedByVite, startVite } from '../http/site-files.ts'

interface StorefrontHostOptions {
  /** The storefront's build, containing `client` and `server`. Not read in development. */
  distDir: string
  /** Runs a page's API request in this process; returns the envelope and its tags. */
  callApi: (
    ...call: Parameters<PageTransport>
  ) => Promise<{ envelope: unknown; tags: readonly ChangeTag[] }>
  /** Caches whole pages; null: every page is rendered. */
  cache: AnswerCache | null
  /** The CDN that may store cached pages, too. */
  cdn: Cdn | null
  /** The shop's public URL. */
  publicUrl: string
  /** Base URL of pictures that are served elsewhere, or empty. */
  assetsBaseUrl: string
  /** The origin of the advertising pixel; null without one. */
  pixelUrl: string | null
  /** The timeout of a page's data. */
  renderMilliseconds?: number
  /** In development: the folder of the storefront's sources, served by Vite from this server. */
  dev?: { root: string }
}

const usualRenderMilliseconds = 15_000

/**
 * The most pages rendered at a time. Rendering itself is sequential; more would only hold memory
 * and database connections.
 */
const mostUnderWay = 4

/** Serves the storefront: its built files, and the rendered pages at every other URL. */
export async function storefrontHost(app: FastifyInstance, options: StorefrontHostOptions) {
  const development =
    options.dev && (await startDevelopmentStorefront(options.dev.root, app.server))
  const storefront = development ?? (await loadBuiltStorefront(options.distDir))
  if (development) app.addHook('onClose', () => development.vite.close())
  else await serveBuiltFiles(app, join(options.distDir, 'client'))

  const headers = securityHeaders({ ...options, development: Boolean(development) })
  const knownParameters = new Set(await storefront.knownParameters())
  const underWay = pLimit(mostUnderWay)
  const cache = development ? null : options.cache

  async function render(
    url: string,
    transport: PageTransport,
    log: FastifyBaseLogger,
  ): Promise<RenderedPage> {
    const renderer = await storefront.renderer()
    const signal = AbortSignal.timeout(options.renderMilliseconds ?? usualRenderMilliseconds)
    try {
      const result = await renderer.render({ url, signal }, transport)
      if (result.error)
        log.error({ err: result.error, url: withoutSecrets(url) }, 'page rendered with an error')
      return result
    } catch (error) {
      const isAway = error instanceof ShopError && error.code === 'UNAVAILABLE'
      if (signal.aborted) log.warn({ url: withoutSecrets(url) }, 'page rendering timed out')
      else if (!isAway)
        log.error({ err: error, url: withoutSecrets(url) }, 'page could not be rendered')
      return renderer.renderFailure(signal.aborted || isAway ? 503 : 500)
    }
  }

  async function makePage(url: string, log: FastifyBaseLogger): Promise<ComputedAnswer> {
    const shown = new Set<ChangeTag>()
    let away: unknown
    const transport: PageTransport = async (...call) => {
      try {
        const { envelope, tags } = await options.callApi(...call)
        for (const tag of tags) shown.add(tag)
        return envelope
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error
        away = error
        throw new ShopError('UNAVAILABLE')
      }
    }
    const { status, html, location, isPersonal, route } = await render(url, transport, log)
    if (away)
      log.warn(
        { err: away, url: withoutSecrets(url) },
        'page rendered without data (database unavailable)',
      )
    const isPage = status === 200 && location === undefined && !away
    const answer = new Answer(
      status,
      {
        ...headers,
        'cache-control': !isPage
          ? 'no-store'
          : `${isPersonal ? 'private' : 'public'}, max-age=0, must-revalidate`,
        ...(status === 503 && { 'retry-after': String(retryAfterSeconds) }),
        ...(location === undefined ? { 'content-type': 'text/html; charset=utf-8' } : { location }),
      },
      html,
      route,
    )
    return { answer, tags: isPage && !isPersonal ? [...shown] : [] }
  }

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (development && (await servedByVite(request.raw, reply.raw, development.vite))) {
      return reply.hijack()
    }
    const place = pageKey(request.raw.url ?? '/', knownParameters)
    if ('moveTo' in place) return reply.redirect(place.moveTo, 308)
    if (!cache) {
      // Sent here: an answer given to the promise that waited for its turn would stay in memory
      // until the next full garbage collection.
      await underWay(async () => {
        const { answer } = await makePage(place.key, request.log)
        await sendAnswer(request, reply, answer)
      })
      return reply
    }
    const make = () => underWay(() => makePage(place.key, request.log))
    return sendKept(request, reply, { cache, cdn: options.cdn, key: `page ${place.key}`, make })
  })
}

/**
 * The path without empty or trailing segments and upper case, percent-encoded in one canonical way.
 */
function tidied(path: string): string {
  const whole = path.replace(/[/\\]{2,}/g, '/').replace(/(?<=.)\/$/, '')
  try {
    return whole
      .split('/')
      .map((segment) => encodeURIComponent(decodeURIComponent(segment).toLowerCase()))
      .join('/')
  } catch {
    return whole
  }
}

/** The key of a page, or the canonical URL to redirect to. */
type PageKey = { key: string } | { moveTo: string }

/**
 * The canonical form of a page's URL: no empty or trailing path segments and one spelling of each
 * (others are redirected), known query parameters only, sorted. Requests with the same key get the
 * same page; otherwise any caller could fill the cache with copies. `target` is the request's path
 * and query.
 */
export function pageKey(target: string, knownParameters: ReadonlySet<string>): PageKey {
  const cut = target.indexOf('?')
  const path = cut < 0 ? target : target.slice(0, cut)
  const tidy = tidied(path)
  if (tidy !== path) return { moveTo: tidy + (cut < 0 ? '' : target.slice(cut)) }
  if (cut < 0) return { key: path }
  const known = [...new URLSearchParams(target.slice(cut + 1))]
    .filter(([name, value]) => value !== '' && knownParameters.has(name))
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return { key: known.length ? `${path}?${new URLSearchParams(known)}` : path }
}

/**
 * The exports of the storefront's built server entry. The storefront decides what a page is; the
 * host only serves it.
 */
interface StorefrontEntry {
  /** Query parameters that change a page. All others are dropped before rendering. */
  knownParameters: readonly string[]
  createPageRenderer(options: { manifest: unknown }): PageRenderer
}

interface PageRenderer {
  /** Renders the page at `url` (path and query). */
  render(
    request: { url: string; signal: AbortSignal },
    transport: PageTransport,
  ): Promise<RenderedPage>
  /** The page for a failure to render any page. */
  renderFailure(status: number): RenderedPage
}

interface RenderedPage {
  status: number
  html: string
  /** The page's path in the site map, such as `/product/:identifier`; missing for a failure or redirect. */
  route?: string
  /** Set for a redirect, which has no document. */
  location?: string
  /** A page for one shopper: caching it would displace pages that many request. */
  isPersonal?: boolean
  /** The unexpected error while rendering, for the log. */
  error?: unknown
}

/**
 * Runs an API request of a page in this process. Resolves with the envelope, which the page must
 * not change; rejects with an `Error` that has the HTTP `status`, a `message` for shoppers and the
 * stable `code`. The input has the form of a request: path parameters and query values as strings,
 * lists also as arrays.
 */
type PageTransport = (
  name: never,
  input: {
    params?: Record<string, unknown>
    query?: Record<string, unknown>
    body?: unknown
  },
  options: { signal?: AbortSignal },
) => Promise<unknown>

/** The storefront: built once, or reloaded from its sources at each request. */
interface Storefront {
  renderer(): Promise<PageRenderer>
  knownParameters(): Promise<readonly string[]>
}

/** Loads the built storefront under `distDir`. Rejects with a sentence if it is not built. */
async function loadBuiltStorefront(distDir: string): Promise<Storefront> {
  const entryFile = join(distDir, 'server', 'entry-server.js')
  if (!existsSync(entryFile)) {
    throw new Error(`The storefront is not built: ${entryFile} is missing. Run "npm run build".`)
  }
  const entry = (await import(pathToFileURL(entryFile).href)) as StorefrontEntry
  const manifest = JSON.parse(
    await readFile(join(distDir, 'client', '.vite', 'manifest.json'), 'utf8'),
  )
  const renderer = entry.createPageRenderer({ manifest })
  return { renderer: async () => renderer, knownParameters: async () => entry.knownParameters }
}

/**
 * Starts Vite inside this server, with its hot-update socket on the same port. Changed sources are
 * imported again.
 */
async function startDevelopmentStorefront(
  root: string,
  server: Server,
): Promise<Storefront & { vite: ViteDevServer }> {
  const { isRunnableDevEnvironment } = await import('vite')
  const vite = await startVite(root, server)
  const environment = vite.environments.ssr
  if (!environment || !isRunnableDevEnvironment(environment)) {
    throw new Error('The storefront has no environment that renders pages.')
  }
  const entry = () => environment.runner.import<StorefrontEntry>('/app/entry-server.tsx')
  return {
    vite,
    renderer: async () => (await entry()).createPageRenderer({ manifest: null }),
    knownParameters: async () => (await entry()).knownParameters,
  }
}
