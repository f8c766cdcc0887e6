import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { StaffProduct } from '@solvane/contract/products.admin'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBuyer, order } from '../../../test/buyers.ts'
import { homeAsDraft, pageAsDraft } from '../../../test/content-drafts.ts'
import { addProduct, asDraft } from '../../../test/product-drafts.ts'
import { openS3Server, type S3Server } from '../../../test/s3-server.ts'
import { sendPictures } from '../../../test/send-files.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { uploadOfAddress } from '../media/picture-addresses.ts'
import { removeForgottenUploads } from './stored-uploads.ts'

const key = { accessKeyId: 'AKIDEXAMPLE', region: 'eu-west-1' }
/** The encoder is a process of lower priority. */
const waits = { timeout: 60_000, interval: 50 }

let s3: S3Server
/** Two processes, each with a data folder of its own. */
let shops: [TestShop, TestShop]
let manager: SignedUp
beforeAll(async () => {
  s3 = await openS3Server(key)
  const settings = {
    S3_BUCKET: 'shop',
    S3_REGION: key.region,
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: key.accessKeyId,
    S3_SECRET_ACCESS_KEY: 'not-so-secret',
  }
  const shop = await openTestShop({ settings })
  shops = [shop, await openTestShop({ beside: shop, settings })]
  manager = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
})
afterAll(async () => {
  await shops[1].close()
  await shops[0].close()
  await s3.close()
})

/** Uploads a picture, and returns its address. */
async function upload(color: string): Promise<string> {
  const bytes = await sharp({ create: { width: 200, height: 200, channels: 3, background: color } })
    .png()
    .toBuffer()
  const [sent] = await sendPictures(shops[0], manager.headers, [bytes])
  return sent?.src ?? ''
}

const widths = (src: string) => [src, src.replace(/\.webp$/, '-160.avif')]

/** The statuses of the original and a resized file in both processes. */
async function statuses(src: string): Promise<number[]> {
  const answers = shops.flatMap(({ app }) => widths(src).map((url) => app.inject({ url })))
  return (await Promise.all(answers)).map(({ statusCode }) => statusCode)
}

const madeFiles = async (src: string) => {
  const id = uploadOfAddress(src) ?? ''
  const folders = shops.map(({ ctx }) => join(ctx.config.dataDir, 'pictures'))
  const names = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])))
  return names.map((files) => files.filter((name) => name.startsWith(`uploads_${id}.`)).length)
}

const objectOf = (src: string) => s3.objects.get(`/shop/pictures/${uploadOfAddress(src)}.webp`)

/** Resolves when both processes have made a resized file, and so know of the picture. */
async function resized(src: string): Promise<void> {
  await expect
    .poll(async () => {
      await statuses(src)
      return (await madeFiles(src)).every((files) => files > 0)
    }, waits)
    .toBe(true)
}

async function isRemoved(src: string): Promise<void> {
  await Promise.all(shops.map((shop) => shop.changesReceived()))
  expect(await statuses(src)).toEqual([404, 404, 404, 404])
  await expect.poll(() => madeFiles(src), waits).toEqual([0, 0])
}

const isServed = async (src: string) => expect(await statuses(src)).toEqual([200, 200, 200, 200])

const chosen = (...addresses: string[]) => addresses.map((src) => ({ src, alt: 'A pouch' }))

async function replacePictures(product: StaffProduct, ...addresses: string[]) {
  const current = await shops[0].call('getStaffProduct', {
    headers: manager.headers,
    params: { id: product.id },
  })
  const body = { ...asDraft(current.data), pictures: chosen(...addresses) }
  const input = { headers: manager.headers, params: { id: product.id }, body }
  await shops[0].call('updateProduct', input)
}

const nightly = () => removeForgottenUploads(shops[0].ctx)

test('a picture that a product no longer shows is gone at once in every process and width', async () => {
  const [src, other] = [await upload('red'), await upload('blue')]
  const product = await addProduct(shops[0], manager, { pictures: chosen(src, other) })
  await resized(src)
  await replacePictures(product, other)
  await isRemoved(src)
  await isServed(other)
  await nightly()
  expect([objectOf(src), objectOf(other)]).toEqual([undefined, expect.anything()])
})

test('a removed picture that is chosen again before the night is served again', async () => {
  const [src, other] = [await upload('red'), await upload('blue')]
  const product = await addProduct(shops[0], manager, { pictures: chosen(src) })
  await replacePictures(product, other)
  await isRemoved(src)
  await replacePictures(product, src)
  await nightly()
  await isServed(src)
  await isRemoved(other)
})

test('a picture stays as long as another product, a variant or an order shows it', async () => {
  const [src, other] = [await upload('red'), await upload('blue')]
  const [first, second] = [
    await addProduct(shops[0], manager, { pictures: chosen(src) }, 1),
    await addProduct(shops[0], manager, { pictures: chosen(src) }),
  ]
  await replacePictures(first, other)
  await isServed(src)
  await replacePictures(first, src)
  await order(shops[0], await makeBuyer(shops[0]), first.variants)
  await replacePictures(first, other)
  await replacePictures(second, other)
  await nightly()
  await isServed(src)
})

test('a picture of a page, of the home page or of a category is gone once it is replaced', async () => {
  const { headers } = manager
  const [shop] = shops
  const [page, home, tree, category] = [
    await upload('red'),
    await upload('green'),
    await upload('blue'),
    await upload('black'),
  ]
  const savePage = async (src: string | null) => {
    const params = { slug: 'about-us' }
    const { data } = await shop.call('getPageDraft', { headers, params })
    const picture = src === null ? null : { src, alt: 'A view' }
    const body = { version: data.version, document: { ...pageAsDraft(data.document), picture } }
    await shop.call('savePage', { headers, params, body })
  }
  await savePage(page)
  const homeBefore = homeAsDraft((await shop.call('getHomeDraft', { headers })).data.document)
  const saveHome = async (src: string | null) => {
    const { data } = await shop.call('getHomeDraft', { headers })
    const serviceTiles = homeBefore.serviceTiles.map((tile) =>
      src === null ? tile : { ...tile, picture: { src, alt: 'A tile' } },
    )
    const document = { ...homeBefore, serviceTiles }
    await shop.call('saveHome', { headers, body: { version: data.version, document } })
  }
  await saveHome(home)
  const { data: categories } = await shop.call('listCategories', { headers })
  const parentId = categories.find((one) => one.parentId === null)?.id ?? ''
  const text = { slug: 'trunks', name: 'Trunks', description: '' }
  const { data: added } = await shop.call('createCategory', {
    headers,
    body: { ...text, identifier: 'trunks', parentId, picture: { src: tree, alt: 'A view' } },
  })
  for (const src of [page, home, tree]) await resized(src)

  await savePage(null)
  await saveHome(null)
  await shop.call('updateCategory', {
    headers,
    params: { id: added.id },
    body: { ...text, version: added.version, picture: { src: category, alt: 'A view' } },
  })
  for (const src of [page, home, tree]) await isRemoved(src)
  await isServed(category)
  await shop.call('deleteCategory', { headers, params: { id: added.id } })
  await isRemoved(category)
})

test('an upload that nothing has used for days is gone with its resized files', async () => {
  const src = await upload('red')
  await resized(src)
  for (const shop of shops) shop.setTime(new Date(Date.now() + 4 * 24 * 60 * 60 * 1000))
  await nightly()
  await isRemoved(src)
  expect(objectOf(src)).toBeUndefined()
  for (const shop of shops) shop.setTime(null)
})

test('a process that was not running when a picture was removed deletes its files at its start', async () => {
  const src = await upload('red')
  const product = await addProduct(shops[0], manager, { pictures: chosen(src) })
  await resized(src)
  const { dataDir } = shops[1].ctx.config
  await shops[0].ctx.db.pool.query('update upload set forget_at = now() where id = $1', [
    uploadOfAddress(src),
  ])
  const started = await openTestShop({ beside: shops[0], settings: { DATA_DIR: dataDir } })
  expect((await madeFiles(src))[1]).toBe(0)
  await started.close()
  await replacePictures(product, await upload('blue'))
})
