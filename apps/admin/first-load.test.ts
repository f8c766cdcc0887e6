import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { createBuilder, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

const compress = promisify(brotliCompress)

/** The most that a page of the back office may load at first, scripts and styles, in bytes as brotli. */
const budget = 250_000

const html: string[] = []
/** Sizes of the built files by address, compressed. */
const sizes = new Map<string, number>()
/** Addresses of the chunks of each page of the menu, with all that they import. */
const pages = new Map<string, Set<string>>()

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const builder = await createBuilder({
    root: import.meta.dirname,
    configFile: `${import.meta.dirname}/vite.config.ts`,
    logLevel: 'error',
    build: { write: false },
  })
  const { client } = builder.environments
  if (!client) throw new Error('The back office has no part for the browser.')
  const { output } = (await builder.build(client)) as Rolldown.RolldownOutput
  const chunks = new Map(
    output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  )
  for (const file of output) {
    const content = file.type === 'chunk' ? file.code : file.source
    if (/\.(js|css)$/.test(file.fileName))
      sizes.set(`/admin/${file.fileName}`, (await compress(content)).length)
    if (file.fileName === 'index.html') html.push(String(content))
    if (file.type === 'chunk' && file.isDynamicEntry) pages.set(file.name, importsOf(file))
  }

  function importsOf(chunk: Rolldown.OutputChunk, seen = new Set<string>()): Set<string> {
    const address = `/admin/${chunk.fileName}`
    if (seen.has(address)) return seen
    seen.add(address)
    for (const name of chunk.imports) {
      const imported = chunks.get(name)
      if (imported) importsOf(imported, seen)
    }
    return seen
  }
}, 120_000)
afterAll(() => void vi.unstubAllEnvs())

function weigh(addresses: Iterable<string>): number {
  return [...addresses].reduce((sum, address) => {
    const size = sizes.get(address)
    if (size === undefined) throw new Error(`The build has no ${address}.`)
    return sum + size
  }, 0)
}

it('keeps the first load of every page of the back office within its budget', () => {
  const frame = [
    ...html.join().matchAll(/(?:src|href)="(\/admin\/assets\/[^"]+\.(?:js|css))"/g),
  ].map(([, address = '']) => address)
  expect(frame.length).toBeGreaterThan(2)
  const weights = [...pages].map(([name, own]) => ({
    name,
    bytes: weigh(new Set([...frame, ...own])),
  }))
  expect(weights.length).toBeGreaterThan(5)
  expect(weights.filter(({ bytes }) => bytes > budget)).toEqual([])
})
