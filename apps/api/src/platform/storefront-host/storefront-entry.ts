import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ViteDevServer } from 'vite'
import { startVite } from '../http/vite-server.ts'

/**
 * The page renderer as the host sees it: what the storefront's built server entry exports. The
 * storefront decides what a page is; the host only carries it.
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
  /** The page for when a page cannot be rendered at all. */
  renderFailure(status: number): RenderedPage
}

export interface RenderedPage {
  status: number
  html: string
  /** Set on a redirect, which has no document. */
  location?: string
  /** Its address is one shopper's own: kept, such pages would push out those that many ask for. */
  isPersonal?: boolean
  /** What went wrong unexpectedly while the page was made, for the log. */
  error?: unknown
}

/**
 * Carries one API call of a page to its use case, in this process. Resolves with the success
 * envelope, which the page must not change; a refused call rejects with an `Error` that has the
 * HTTP `status`, a `message` fit for a shopper and the stable `code`. The input has the form it
 * would have in a request: path parameters and query values as strings, lists also as arrays.
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

/** A storefront that can render: built once, or rebuilt from its sources at each request. */
interface Storefront {
  renderer(): Promise<PageRenderer>
  knownParameters(): Promise<readonly string[]>
}

/** Loads the built storefront under `distDir`. Rejects with a clear sentence when it is not built. */
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
 * Starts Vite inside this server, its hot-update socket on the same port. The sources are imported
 * again when they change.
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
