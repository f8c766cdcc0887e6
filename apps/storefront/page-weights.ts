import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { createBuilder, type Rolldown } from 'vite'
import { type Manifest, pageAssets } from './app/server/page-assets.ts'

const compress = promisify(brotliCompress)

/** What a page loads without a press, in bytes as brotli. */
export interface PageWeight {
  script: number
  style: number
  /** The npm packages in its scripts. */
  packages: string[]
  /** Our own features in its scripts. */
  features: string[]
}

/** Builds the client in memory and weighs pages, given as the route files that each is made of. */
export async function weighPages(
  pages: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, PageWeight>> {
  const builder = await createBuilder({
    root: import.meta.dirname,
    configFile: `${import.meta.dirname}/vite.config.ts`,
    logLevel: 'error',
    build: { write: false },
  })
  const { client } = builder.environments
  if (!client) throw new Error('The storefront has no part for the browser.')
  const { output } = (await builder.build(client)) as Rolldown.RolldownOutput
  const contents = new Map(
    output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  )
  const manifest: Manifest = JSON.parse(String(contents.get('/.vite/manifest.json')))

  const modulesOf = new Map(
    output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.moduleIds : []]),
  )
  function namesIn(addresses: readonly string[], name: RegExp): string[] {
    const modules = addresses.flatMap((address) => modulesOf.get(address) ?? [])
    return [...new Set(modules.flatMap((id) => name.exec(id)?.[1] ?? []))]
  }

  const sizes = new Map<string, number>()
  for (const [address, content] of contents)
    if (/\.(js|css)$/.test(address)) sizes.set(address, (await compress(content)).length)
  const weigh = (addresses: readonly string[]) =>
    addresses.reduce((sum, address) => sum + (sizes.get(address) ?? 0), 0)

  const weights = new Map<string, PageWeight>()
  for (const [page, routeFiles] of pages) {
    const { script, modules, style } = pageAssets(manifest, 'app/entry-client.tsx', routeFiles)
    const scripts = [script, ...modules]
    weights.set(page, {
      script: weigh(scripts),
      style: weigh([style]),
      packages: namesIn(scripts, /\/node_modules\/((?:@[^/]+\/)?[^/]+)/),
      features: namesIn(scripts, /\/app\/features\/([^/]+)\//),
    })
  }
  return weights
}
