import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { AnswerCache } from '../cache/answer-cache.ts'
import { type Cdn, cdnOf } from '../cdn/cdn.ts'
import { routeOf } from '../http/observe-requests.ts'
import { readableUrl } from '../http/request-parsing.ts'
import { storefrontHost } from './storefront-host.ts'

/** A minimal storefront, built like the real one, whose pages count their renderings. */
const entrySource = `
let made = 0
export const knownParameters = ['page']
export const createPageRenderer = () => ({
  async render({ url, signal }, transport) {
    if (url === '/broken') throw new Error('no such component')
    if (url === '/slow') await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    if (url === '/own-error') return transport('getPage', {}, {}).catch((error) => ({ status: error.status, html: 'Closed for a moment' }))
    if (url === '/partly') return transport('getPage', {}, {}).catch(() => ({ status: 200, html: 'Some of it' }))
    if (url === '/old') return { status: 301, html: '', location: '/new' }
    if (url === '/missing') return { status: 404, html: 'Not here' }
    const { title } = await transport('getPage', { params: { slug: url } }, {})
    made += 1
    const isPersonal = url.startsWith('/order/')
    return { status: 200, isPersonal, route: '/:slug', html: '<p>' + title + ' ' + url + ' #' + made + '</p>' + ' '.repeat(2000) }
  },
  renderFailure: (status) => ({ status, html: 'A moment, please' }),
})
`

let distDir: string
let app: FastifyInstance
let cache: AnswerCache

beforeAll(() => {
  distDir = mkdtempSync(join(tmpdir(), 'storefront-'))
  for (const folder of ['server', 'client/.vite', 'client/assets']) {
    mkdirSync(join(distDir, folder), { recursive: true })
  }
  writeFileSync(join(distDir, 'package.json'), '{"type":"module"}')
  writeFileSync(join(distDir, 'server/entry-server.js'), entrySource)
  writeFileSync(join(distDir, 'client/.vite/manifest.json'), '{}')
  writeFileSync(join(distDir, 'client/favicon.svg'), '<svg/>')
  writeFileSync(join(distDir, 'client/assets/entry-1a2b.js'), 'plain')
  writeFileSync(join(distDir, 'client/assets/entry-1a2b.js.br'), 'squeezed')
})
afterAll(() => rmSync(distDir, { recursive: true }))
afterEach(() => app.close())

async function open(
  options: {
    isCached?: boolean
    cdn?: Cdn
    delay?: Promise<unknown>
    failure?: Error
    renderMilliseconds?: number
  } = {},
) {
  app = Fastify({ rewriteUrl: readableUrl })
  cache = new AnswerCache({ maxBytes: 1_000_000, validUntil: () => Date.now() + 300_000 })
  await app.register(storefrontHost, {
    distDir,
    callApi: async () => {
      await options.delay
      if (options.failure) throw options.failure
      return { envelope: { title: 'Page' }, tags: ['content'] }
    },
    cache: (options.isCached ?? true) ? cache : null,
    ...(options.renderMilliseconds && { renderMilliseconds: options.renderMilliseconds }),
    cdn: options.cdn ?? null,
    publicUrl: 'http://localhost',
    pixelUrl: null,
    assetsBaseUrl: '',
  })
}

const page = async (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers })

it('renders a page once and serves it from memory, whatever unknown parameters the URL has', async () => {
  await open()
  const first = await page('/about?utm_source=letter')
  const second = await page('/about')
  expect(first.statusCode).toBe(200)
  expect(second.body).toBe(first.body)
  expect((await page('/about?page=2')).body).not.toBe(first.body)
})

it('names the route of each page, rendered or from memory', async () => {
  await open()
  const routes: string[] = []
  app.addHook('onResponse', async (request, reply) => void routes.push(routeOf(request, reply)))
  for (const url of ['/about', '/about', '/about?page=2', '/order/1', '/missing']) await page(url)
  expect(routes).toEqual(['/:slug', '/:slug', '/:slug', '/:slug', '/*'])
})

it('renders pages of one shopper each time', async () => {
  await open()
  expect((await page('/order/1')).body).not.toBe((await page('/order/1')).body)
  expect((await page('/about')).body).toBe((await page('/about')).body)
})

it('lets no shared cache keep a page of one shopper', async () => {
  await open()
  expect((await page('/order/1')).headers['cache-control']).toMatch(/^private\b/)
  expect((await page('/about')).headers['cache-control']).toMatch(/^public\b/)
})

it('renders every page each time if the cache is off', async () => {
  await open({ isCached: false })
  expect((await page('/about')).body).not.toBe((await page('/about')).body)
})

it('renders a page again after one of its tags has changed', async () => {
  await open()
  const before = await page('/about')
  cache.invalidate('content')
  expect((await page('/about')).body).not.toBe(before.body)
})

it('shares one rendering between concurrent requests', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await open({ delay: promise })
  const asked = [page('/about'), page('/about')]
  resolve()
  const [one, other] = await Promise.all(asked)
  expect(one?.body).toBe(other?.body)
})

it('responds 304 to a client that has the page', async () => {
  await open()
  const { etag } = (await page('/about')).headers
  const again = await page('/about', { 'if-none-match': String(etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

it('compresses as requested, and says so to caches', async () => {
  await open()
  const plain = await page('/about')
  const brotli = await page('/about', { 'accept-encoding': 'gzip, br' })
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
})

it('answers HEAD without a body', async () => {
  await open()
  const { statusCode, body, headers } = await app.inject({ method: 'HEAD', url: '/about' })
  expect([statusCode, body]).toEqual([200, ''])
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
})

it.each([
  ['what is not there', '/missing', 404, 'Not here'],
  ['what cannot be rendered', '/broken', 500, 'A moment, please'],
])('lets no cache store %s', async (_, url, status, body) => {
  await open()
  const answer = await page(url)
  expect([answer.statusCode, answer.body]).toEqual([status, body])
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
})

const away = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })

it.each([
  ['cannot be rendered', '/about', 'A moment, please'],
  ['says so itself', '/own-error', 'Closed for a moment'],
])('sends Retry-After where a page without the database %s', async (_, url, body) => {
  await open({ failure: away })
  const answer = await page(url)
  expect([answer.statusCode, answer.body]).toEqual([503, body])
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '5' })
})

it('sends Retry-After where a page takes too long', async () => {
  await open({ renderMilliseconds: 1 })
  const answer = await page('/slow')
  expect([answer.statusCode, answer.body]).toEqual([503, 'A moment, please'])
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '5' })
})

it('does not cache a page that lacks data because of the database', async () => {
  await open({ failure: away })
  const answer = await page('/partly')
  expect([answer.statusCode, answer.body]).toEqual([200, 'Some of it'])
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(cache.find('page /partly')).toBeUndefined()
})

it.each([
  ['a redirect of the page', '/old', 301, '/new'],
  ['an untidy address', '//evil.example/', 308, '/evil.example'],
])('redirects %s', async (_, url, status, location) => {
  await open()
  const answer = await page(url)
  expect([answer.statusCode, answer.headers.location]).toEqual([status, location])
})

it('lets a CDN keep pages from memory, and nothing else', async () => {
  const cdn = cdnOf({ cdn: { kind: 'cloudflare', zone: 'zone', token: 'token', apiUrl: null } })
  await open({ ...(cdn && { cdn }) })
  const first = await page('/about')
  expect(first.headers['cache-tag']).toBe('all-answers,content')
  expect(first.headers['cache-control']).toMatch(
    /^public, max-age=0, s-maxage=\d+, stale-if-error=600$/,
  )
  for (const url of ['/order/1', '/missing', '/old', '/broken']) {
    const { headers } = await page(url)
    expect(headers, url).not.toHaveProperty('cache-tag')
    expect(headers['cache-control'], url).not.toContain('s-maxage')
  }
})

it('serves the built files for a year, precompressed', async () => {
  await open()
  const answer = await page('/assets/entry-1a2b.js', { 'accept-encoding': 'br' })
  expect(answer.body).toBe('squeezed')
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await page('/favicon.svg')).headers['cache-control']).toBe('public, max-age=86400')
})

it('refuses to start without a build', async () => {
  app = Fastify()
  const starting = app.register(storefrontHost, {
    distDir: join(tmpdir(), 'nowhere'),
    callApi: async () => ({ envelope: {}, tags: [] }),
    cache: null,
    cdn: null,
    publicUrl: 'http://localhost',
    pixelUrl: null,
    assetsBaseUrl: '',
  })
  await expect(starting.ready()).rejects.toThrow('The storefront is not built')
})

it.each(['http://evil.example/about', 'HTTP://evil.example//about/', 'http://evil.example'])(
  'answers only for its own pages when a proxy requests %s',
  async (target) => {
    await open()
    const { port, hostname } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(port), hostname)
    const host = 'host: evil.example\r\nx-forwarded-host: evil.example'
    socket.write(`GET ${target} HTTP/1.1\r\n${host}\r\nconnection: close\r\n\r\n`)
    const answer = (await socket.setEncoding('utf8').toArray()).join('')
    expect(answer).toMatch(/^HTTP\/1.1 (200 OK|308 .*\r\nlocation: \/about\r\n)/)
    expect(answer).not.toContain('evil.example')
  },
)
