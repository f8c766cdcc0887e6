import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ViteDevServer } from 'vite'
import { startVite } from '../http/vite-server.ts'
import type { PageRenderer, StorefrontEntry } from './storefront-entry.ts'

/** A storefront that can render: built once, or made anew from its sources at each request. */
export interface Storefront {
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
 * anew when they change.
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
