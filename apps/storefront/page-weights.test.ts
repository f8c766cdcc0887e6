import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { matchRoutes } from 'react-router'
import { createBuilder, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { RouteHandle } from './app/routes/layout.tsx'
import { routes } from './app/routes.ts'
import { type Manifest, pageAssets } from './app/server/document.ts'

const compress = promisify(brotliCompress)

/** What a page loads without a press, in bytes as brotli. */
interface PageWeight {
  script: number
  style: number
  /** The number of its scripts. */
  files: number
  /** The npm packages in its scripts. */
  packages: string[]
  /** Our own features in its scripts. */
  features: string[]
}

/** Builds the client in memory and weighs pages, given as the route files that each is made of. */
async function weighPages(
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
    const { modules: scripts, style } = pageAssets(manifest, 'app/entry-client.tsx', routeFiles)
    weights.set(page, {
      script: weigh(scripts),
      style: weigh([style]),
      files: scripts.length,
      packages: namesIn(scripts, /\/node_modules\/((?:@[^/]+\/)?[^/]+)/),
      features: namesIn(scripts, /\/app\/features\/([^/]+)\//),
    })
  }
  return weights
}

/** The most that a page may load before it answers a press, in bytes as brotli. */
const scriptBudget = 110_000
/** The most that a page may load with what needs a session or comes after what is around it. */
const wholeBudget = 135_000
/** One style sheet for every page of the shop. */
const styleBudget = 21_000

const entrances = ['/', '/filter/bags', '/product/tote']
const forms = ['/login', '/forgot-password', '/withdraw']
const linkPages = [
  '/order/payment-return',
  '/reset-password',
  '/verify-email',
  '/waiting-list',
  '/gift',
  '/s/5ec3e7005ec3e7005ec3e7005ec3e700',
]
const shopperPages = ['/cart', '/order/preview', '/order/pay/1', '/profile', '/profile/orders/1']
const laterPages = [...shopperPages, ...linkPages]
const pages = [...entrances, ...forms, ...laterPages]
/** Scripts of a signed-in shopper's page (`sharedByOthers` in `vite.config.ts`). */
const mostFiles = 13
const wholeOf = (path: string) => `the whole of ${path}`

/** The source files of the page at `path`, with or without those that its first answer does not need. */
function filesOf(path: string, { isWhole }: { isWhole: boolean }): string[] {
  const handles = (matchRoutes(routes, path) ?? []).map(({ route }) => route.handle)
  return handles.flatMap((handle?: RouteHandle) =>
    handle && (isWhole || !(handle.needsSession || handle.opening)) ? handle.file : [],
  )
}

let weights: Map<string, PageWeight>
beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production')
  weights = await weighPages(
    new Map([
      ...pages.map((path) => [path, filesOf(path, { isWhole: false })] as const),
      ...laterPages.map((path) => [wholeOf(path), filesOf(path, { isWhole: true })] as const),
    ]),
  )
}, 600_000)
afterAll(() => void vi.unstubAllEnvs())

it.each(pages)('keeps %s within its budget', (page) => {
  expect(weights.get(page)?.script).toBeLessThan(scriptBudget)
  expect(weights.get(page)?.style).toBeLessThan(styleBudget)
  expect(weights.get(page)?.script).toBeGreaterThan(50_000)
})

it.each(laterPages)('keeps the whole of %s within its budget', (page) => {
  const { script, packages } = weights.get(wholeOf(page)) as PageWeight
  expect(script).toBeLessThan(wholeBudget)
  expect(packages).toContain('@tanstack/query-core')
  expect(packages).not.toContain('libphonenumber-js')
})

it.each(shopperPages)('loads %s in few files, which wait for one another', (page) => {
  expect(weights.get(wholeOf(page))?.files).toBeLessThanOrEqual(mostFiles)
})

it.each(entrances)('loads orders and payments on their own pages, not with %s', (page) => {
  expect(weights.get(page)?.features).toContain('navigation')
  expect(weights.get(page)?.features).not.toContain('orders')
  expect(weights.get(page)?.features).not.toContain('payments')
})

it.each(pages)('loads the chat when it is opened, not with %s', (page) => {
  expect(weights.get(page)?.features).toContain('chat')
  expect(weights.get(page)?.packages).not.toContain('socket.io-client')
  expect(weights.get(page)?.packages).not.toContain('@base-ui/react')
})

it.each(pages)(
  'loads the parts that call the API in the browser on demand, not with %s',
  (page) => {
    expect(weights.get(page)?.packages).not.toContain('@tanstack/react-query')
    expect(weights.get(page)?.packages).not.toContain('@tanstack/query-core')
  },
)

it.each(forms)('loads the schema of %s when a field is left', (page) => {
  expect(weights.get(page)?.packages).toContain('react-dom')
  expect(weights.get(page)?.packages).not.toContain('zod')
})

it.each(['/order/pay/1', '/profile/orders/1'])(
  'loads the socket of %s only when someone is signed in',
  (page) => {
    expect(weights.get(wholeOf(page))?.packages).toContain('react-dom')
    expect(weights.get(wholeOf(page))?.packages).not.toContain('socket.io-client')
  },
)
