import type { Endpoint } from '@solvane/contract/endpoint'
import { endpoints } from '@solvane/contract/endpoints'
import { apiPrefix } from '@solvane/contract/paths'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { CdnPurger } from '../src/platform/cdn/cdn.ts'
import { purgeOutdated } from '../src/purge-outdated.ts'
import { pageAsDraft } from './content-drafts.ts'
import { isolation, makeOwner, type Owner } from './isolation/access-table.ts'
import { stockVariants } from './product-factory.ts'
import { sendPictures } from './send-files.ts'
import { guest, signUp } from './sign-up.ts'
import { type SimulatedCdn, simulateCdn } from './simulate-cdn.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

let cdn: SimulatedCdn
let shop: TestShop
/** Processes that do jobs. */
const workers: { worker: TestShop; purger: CdnPurger | null }[] = []
let owner: Owner
beforeAll(async () => {
  cdn = await simulateCdn(() => addressOf(shop))
  const settings = {
    CDN: 'fastly',
    CDN_ZONE: 'zone1',
    CDN_TOKEN: 'secret1',
    CDN_API_URL: cdn.apiUrl,
  }
  shop = await openTestShop({ settings })
  const [variant] = await stockVariants(shop, 1, 1_000)
  owner = await makeOwner(shop, variant)
  // The first is elected, and purges everything.
  for (let count = 1; count <= 3; count += 1) {
    const worker = await openTestShop({ beside: shop, settings })
    const purger = await purgeOutdated(worker.ctx, 1)
    workers.push({ worker, purger })
    await cdn.purged(1)
  }
})
afterAll(async () => {
  for (const { worker, purger } of workers) {
    purger?.close()
    await worker.close()
  }
  await shop.close()
  await cdn.close()
})

function addressOf({ app }: TestShop): string {
  const address = app.server.address()
  return typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
}

const reads = (Object.values(endpoints) as Endpoint[]).filter(({ method }) => method === 'GET')

function pathOf(call: Endpoint): string {
  const { params = {}, query = {} } =
    isolation[call.name as keyof typeof isolation].input?.(owner) ?? {}
  const path = call.path.replace(/\{(\w+)\}/g, (_, key) => params[key] ?? 'x')
  const search = new URLSearchParams(query).toString()
  return apiPrefix + path + (search && `?${search}`)
}

const newProducts = `${apiPrefix}/products?cIdentifiers=all&size=4`

describe('what a CDN may keep', () => {
  test('is nothing personal, and everyone gets through it what they get without it', async () => {
    const admin = await signUp(shop, { role: 'ADMIN' })
    const callers = [{}, owner.headers, guest().headers, admin.headers, {}]
    const direct = async (path: string, headers: Record<string, string>) =>
      (await fetch(addressOf(shop) + path, { headers })).text()
    const withoutId = (body: string) => body.replace(/"requestId":"[^"]+"/, '')
    for (const call of reads)
      for (const headers of callers) {
        const path = pathOf(call)
        const { body } = await cdn.get(path, headers)
        if (call.access === 'public')
          expect(withoutId(body), path).toBe(withoutId(await direct(path, headers)))
      }
    for (const { path, body, headers } of cdn.kept) {
      for (const secret of [...owner.secrets, admin.email, owner.email])
        expect(body, path).not.toContain(secret)
      expect(headers, path).not.toHaveProperty('set-cookie')
      expect(headers.vary, path).toContain('authorization')
    }
    expect(new Set(cdn.kept.map(({ path }) => path)).size).toBeGreaterThan(5)
    const open = reads.filter(({ access }) => access === 'public').map(pathOf)
    expect(cdn.kept.filter(({ path }) => !open.includes(path))).toEqual([])
  })

  test('has the same headers for GET, from memory or not, HEAD and 304', async () => {
    const url = addressOf(shop) + newProducts
    const first = await fetch(url)
    const tag = first.headers.get('etag') ?? ''
    const others = [
      await fetch(url),
      await fetch(url, { method: 'HEAD' }),
      await fetch(url, { headers: { 'if-none-match': tag } }),
    ]
    expect(others.map(({ status }) => status)).toEqual([200, 200, 304])
    for (const { headers } of [first, ...others]) {
      expect(headers.get('cache-control')).toMatch(
        /^public, max-age=0, s-maxage=([1-9]|[1-9]\d|[12]\d\d|300), stale-if-error=600$/,
      )
      expect(headers.get('surrogate-key')).toMatch(/^all-answers catalogue tree( [0-9a-f]{12})+$/)
      expect(headers.get('surrogate-key')).toBe(first.headers.get('surrogate-key'))
      expect(headers.get('vary')).toBe('accept-encoding, authorization')
      expect(headers.get('etag')).toBe(tag)
    }
  })

  test('excludes errors, and every other answer is private', async () => {
    for (const path of [
      '/api/nowhere',
      `${apiPrefix}/products/none-such`,
      '/readyz',
      '/sitemap.xml',
    ]) {
      const { headers } = await fetch(addressOf(shop) + path)
      expect(headers.get('cache-control'), path).toMatch(/^private, no-store/)
    }
    const { headers } = await fetch(addressOf(shop) + newProducts, { headers: owner.headers })
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('vary')).toBe('authorization')
  })
})

const firstOf = (body: string) => JSON.parse(body).data.products?.[0] ?? JSON.parse(body).data[0]

async function rename(name: string): Promise<void> {
  const { id } = firstOf((await cdn.get(newProducts)).body)
  await shop.ctx.db.pool.query('update product set name = $2 where id = $1', [id, name])
  await shop.ctx.db.pool.query('select refresh_product_listing(array[$1]::uuid[])', [id])
  await shop.changesReceived()
}

describe('a change', () => {
  test('is purged, and nothing else is', async () => {
    const questions = `${apiPrefix}/content/faq`
    await cdn.get(questions)
    await cdn.get(newProducts)
    expect((await cdn.get(newProducts)).fromCdn).toBe(true)
    const before = cdn.purges.length
    await rename('A name after the purge')
    await cdn.purged(before + 1)
    const { body, fromCdn } = await cdn.get(newProducts)
    expect([firstOf(body).name, fromCdn]).toEqual(['A name after the purge', false])
    expect((await cdn.get(questions)).fromCdn).toBe(true)
    expect(cdn.purges.slice(before).flat()).not.toContain('all-answers')
    expect(cdn.calls.at(-1)).toMatchObject({
      path: '/service/zone1/purge',
      headers: { 'fastly-key': 'secret1' },
    })
  })

  test('is purged again until the CDN takes it, counted and without holding anybody up', async () => {
    const before = cdn.purges.length
    cdn.reject(3, 503)
    await rename('A name after three rejections')
    await cdn.purged(before + 1)
    expect(firstOf((await cdn.get(newProducts)).body).name).toBe('A name after three rejections')
    const { body } = await shop.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
    const counted =
      /service_request_duration_seconds_count\{service="cdn",operation="purge",outcome="unavailable"\} (\d+)/.exec(
        body,
      )
    expect(Number(counted?.[1])).toBe(3)
    for (const { worker } of workers) expect(worker.ctx.services.outages()).not.toContain('cdn')
  })

  test('of a session, an account or a key purges nothing', async () => {
    const before = cdn.purges.length
    const { headers } = await signUp(shop)
    await shop.call('logoutEverywhere', { headers })
    await rename('A name that ends the wait')
    await cdn.purged(before + 1)
    expect(cdn.purges[before]).not.toContain('all-answers')
  })
})

test('an uploaded picture is purged when it is removed', async () => {
  const { headers } = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const [sent] = await sendPictures(shop, headers, [bytes])
  const src = sent?.src ?? ''
  const savePage = async (picture: { src: string; alt: string } | null) => {
    const params = { slug: 'about-us' }
    const { data } = await shop.call('getPageDraft', { headers, params })
    const body = { version: data.version, document: { ...pageAsDraft(data.document), picture } }
    await shop.call('savePage', { headers, params, body })
  }
  await savePage({ src, alt: 'A pouch' })
  await cdn.get(src)
  expect((await cdn.get(src)).fromCdn).toBe(true)
  await savePage(null)
  await shop.changesReceived()
  const { fromCdn, body } = await vi.waitFor(async () => {
    const answer = await cdn.get(src)
    expect(answer.fromCdn).toBe(false)
    return answer
  }, 60_000)
  expect([fromCdn, JSON.parse(body)]).toEqual([false, expect.objectContaining({ success: false })])
})

describe('of several workers', () => {
  /** Resolves when the CDN has taken the purge of a tag that nothing else sends. */
  async function purgedAfter(before: number, tag: string): Promise<string[]> {
    await shop.ctx.db.pool.query(`select pg_notify('changes', $1)`, [tag])
    await vi.waitFor(() => expect(cdn.purges.slice(before).flat()).toContain(tag), {
      timeout: 60_000,
      interval: 20,
    })
    return cdn.purges.slice(before).flat()
  }

  test('one purges each change', async () => {
    const before = cdn.purges.length
    await purgedAfter(before, 'content')
    await Promise.all(workers.map(({ worker }) => worker.changesReceived()))
    await purgedAfter(before, 'tree')
    const purged = await purgedAfter(before, 'search')
    expect(purged.filter((tag) => tag === 'content' || tag === 'tree')).toEqual(['content', 'tree'])
  })

  test('another takes over from one that ends, and purges everything once', async () => {
    const before = cdn.purges.length
    const [elected] = workers.splice(0, 1)
    elected?.purger?.close()
    await elected?.worker.close()
    await cdn.purged(before + 1)
    const purged = await purgedAfter(before, 'content')
    expect(purged.filter((tag) => tag === 'all-answers')).toHaveLength(1)
    expect(purged.filter((tag) => tag === 'content')).toHaveLength(1)
  })
})

test('without a CDN the headers are those for browsers alone', async () => {
  const plain = await openTestShop({ beside: shop })
  try {
    const { headers } = await fetch(addressOf(plain) + newProducts)
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('vary')).toBe('accept-encoding')
    for (const name of ['surrogate-key', 'cache-tag']) expect(headers.has(name)).toBe(false)
    expect(await purgeOutdated(plain.ctx)).toBeNull()
  } finally {
    await plain.close()
  }
})
