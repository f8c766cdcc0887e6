import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { openPictureStore } from './picture-store.ts'

/** The encoder is a process of lower priority. */
const waits = { timeout: 60_000 }

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

async function findCover(): Promise<string> {
  const list = await shop.call('listProducts', { query: { size: 100 } })
  return list.data.map((card) => card.cover).find((src) => src.endsWith('.webp')) ?? ''
}

test('a photograph is served in the shop’s widths and in no other', async () => {
  const cover = await findCover()
  const url = cover.replace(/\.webp$/, '-160.webp')
  await expect
    .poll(async () => (await shop.app.inject({ url })).headers['cache-control'], waits)
    .toContain('immutable')
  const small = await shop.app.inject({ url })
  expect((await sharp(small.rawPayload).metadata()).width).toBe(160)
  const otherWidth = await shop.app.inject({ url: cover.replace(/\.webp$/, '-161.webp') })
  expect(otherWidth.statusCode).toBe(404)
})

test('the address of a replaced photograph leads to the present one, and serves nothing itself', async () => {
  const cover = await findCover()
  for (const ending of ['.webp', '-160.webp', '-1200.jpeg']) {
    const present = cover.replace(/\.webp$/, ending)
    const earlier = await shop.app.inject({
      url: present.replace(/\.[0-9a-f]{8}(?=[.-])/, '.00000000'),
    })
    expect(earlier.statusCode).toBe(302)
    expect(earlier.headers).toMatchObject({
      location: present,
      'cache-control': 'public, max-age=60',
    })
  }
  for (const none of ['/media/bag.00000000.webp', `/media/uploads/${randomUUID()}.00000000.webp`])
    expect((await shop.app.inject({ url: none })).statusCode, none).toBe(404)
})

test('a picture that cannot be stored is served all the same', async () => {
  const full = await openTestShop({ beside: shop })
  // Like a full disk, it allows no writes.
  await symlink('/proc', join(full.ctx.config.dataDir, 'pictures'))
  const cover = await findCover()
  for (const ending of ['-160.webp', '-160.webp', '-160.avif', '-1200.jpeg']) {
    const answer = await full.app.inject({ url: cover.replace(/\.webp$/, ending) })
    expect(answer.statusCode).toBe(200)
    expect((await sharp(answer.rawPayload).metadata()).format).toBe('webp')
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

test('a file that is not made yet is answered with the nearest that exists, not to be cached for long', async () => {
  const { dataDir } = shop.ctx.config
  // The encoder never finishes, so that no file is made.
  const uploads = {
    isServed: async () => true,
    removedAmong: async () => [],
    onRemoved: () => {},
  }
  const store = openPictureStore(shop.ctx, uploads, () => ({
    encode: () => new Promise<Buffer>(() => {}),
    stop: () => {},
  }))
  const cover = (await findCover()).replace(/^\/media\/|\.webp$/g, '')
  const made = (ending: string) =>
    join(dataDir, 'pictures', `${cover.replaceAll('/', '_')}${ending}`)
  const original = await store.picture(`${cover}.webp`)
  expect(await store.picture(`${cover}-480.avif`)).toEqual({ ...original, isFinal: false })

  await mkdir(join(dataDir, 'pictures'), { recursive: true })
  for (const ending of ['-400.avif', '-800.avif', '-1200.webp'])
    await writeFile(made(ending), ending)
  const answered = async (ending: string) => {
    const picture = await store.picture(cover + ending)
    return { ...picture, bytes: String(picture?.bytes) }
  }
  expect(await answered('-480.avif')).toEqual({
    bytes: '-800.avif',
    type: 'image/avif',
    isFinal: false,
  })
  // Browsers without AVIF request WebP.
  expect(await answered('-480.webp')).toEqual({
    bytes: '-1200.webp',
    type: 'image/webp',
    isFinal: false,
  })
  expect(await answered('-400.avif')).toEqual({
    bytes: '-400.avif',
    type: 'image/avif',
    isFinal: true,
  })
  store.close()
  for (const ending of ['-400.avif', '-800.avif', '-1200.webp']) await rm(made(ending))
})

test('a link preview is a JPEG of its own shape from the first request on', async () => {
  const url = (await findCover()).replace(/\.webp$/, '-1200.jpeg')
  const preview = await shop.app.inject({ url })
  expect(preview.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': expect.stringContaining('immutable'),
  })
  expect(await sharp(preview.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 })
  const narrower = await shop.app.inject({ url: url.replace('-1200', '-800') })
  expect(narrower.statusCode).toBe(404)
})

test('the first request for an AVIF gets the original, which must not be cached for long, later ones the AVIF', async () => {
  const url = (await findCover()).replace(/\.webp$/, '-320.avif')
  const first = await shop.app.inject({ url })
  expect(first.headers['content-type']).toBe('image/webp')
  expect(first.headers['cache-control']).toBe('public, max-age=60')
  await expect
    .poll(async () => (await shop.app.inject({ url })).headers['content-type'], waits)
    .toBe('image/avif')
  expect((await shop.app.inject({ url })).headers['cache-control']).toContain('immutable')
})

test('the pictures of home and listings are made before anyone requests them, if that is set', async () => {
  const early = await openTestShop({ beside: shop, settings: { PREPARE_PICTURES: 'on' } })
  const folder = join(early.ctx.config.dataDir, 'pictures')
  const madeFiles = () => readdir(folder).catch(() => [])
  await expect
    .poll(async () => (await madeFiles()).filter((name) => name.endsWith('-160.avif')), waits)
    .not.toEqual([])
  await early.close()
})
