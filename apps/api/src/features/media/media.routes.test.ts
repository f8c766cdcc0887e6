import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('every picture of the catalogue is served at its own URL', async () => {
  const list = await shop.call('listProducts', { query: { size: 100 } })
  const addresses = new Set(
    list.data.flatMap(({ cover, hoverCover }) => [cover, hoverCover ?? cover]),
  )
  expect(addresses.size).toBeGreaterThan(10)
  for (const url of addresses) {
    const answer = await shop.app.inject({ url })
    expect(answer.statusCode, url).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^image\/(webp|svg\+xml)$/)
  }
})

test('a drawing is served as SVG', async () => {
  const answer = await shop.app.inject({ url: '/media/placeholders/piece.svg' })
  expect(answer.headers['content-type']).toBe('image/svg+xml')
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect((await sharp(answer.rawPayload).metadata()).format).toBe('svg')
})

test('a photograph is served in the shop’s widths, only under the hash of its content', async () => {
  const list = await shop.call('listProducts', { query: { size: 100 } })
  const cover = list.data.map((card) => card.cover).find((src) => src.endsWith('.webp')) ?? ''
  const small = await shop.app.inject({ url: cover.replace(/\.webp$/, '-160.webp') })
  expect(small.headers['cache-control']).toContain('immutable')
  expect((await sharp(small.rawPayload).metadata()).width).toBe(160)
  const other = cover.replace(/\.[0-9a-f]{8}\./, '.00000000.')
  for (const url of [
    other,
    other.replace(/\.webp$/, '-160.webp'),
    cover.replace(/\.webp$/, '-161.webp'),
  ])
    expect((await shop.app.inject({ url })).statusCode, url).toBe(404)
})

test('a picture that cannot be stored is served all the same', async () => {
  const full = await openTestShop({ beside: shop })
  // Like a full disk, it allows no writes.
  await symlink('/proc', join(full.ctx.config.dataDir, 'pictures'))
  const list = await shop.call('listProducts', { query: { size: 100 } })
  const cover = list.data.map((card) => card.cover).find((src) => src.endsWith('.webp')) ?? ''
  for (const ending of ['-160.webp', '-160.webp', '-160.avif']) {
    const answer = await full.app.inject({ url: cover.replace(/\.webp$/, ending) })
    expect(answer.statusCode).toBe(200)
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(160)
  }
  await full.close()
})

test('unfinished files are removed when the shop opens', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'solvane-left-'))
  const left = join(dataDir, 'pictures', 'left.part')
  await mkdir(dirname(left))
  await writeFile(left, '')
  await utimes(left, 0, 0)
  const again = await openTestShop({ beside: shop, settings: { DATA_DIR: dataDir } })
  expect(await readdir(dirname(left))).toEqual([])
  await again.close()
  await rm(dataDir, { recursive: true })
})

test('the first request for an AVIF gets an uncacheable WebP, later ones the cacheable AVIF', async () => {
  const list = await shop.call('listProducts', { query: { size: 100 } })
  const cover = list.data.map((card) => card.cover).find((src) => src.endsWith('.webp')) ?? ''
  const url = cover.replace(/\.webp$/, '-320.avif')
  const first = await shop.app.inject({ url })
  expect(first.headers['content-type']).toBe('image/webp')
  expect(first.headers['cache-control']).not.toContain('immutable')
  await expect
    .poll(async () => (await shop.app.inject({ url })).headers['content-type'], { timeout: 60_000 })
    .toBe('image/avif')
  expect((await shop.app.inject({ url })).headers['cache-control']).toContain('immutable')
}, 30_000)
