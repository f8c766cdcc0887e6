import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ViteDevServer } from 'vite'
import { startVite } from '../http/vite-server.ts'

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

export interface RenderedPage {
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
export type PageTransport = (
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
export async function loadBuiltStorefront(distDir: string): Promise<Storefront> {
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
export async function startDevelopmentStorefront(
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
