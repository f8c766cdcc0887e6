import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hugePng, postFiles, sendPictures } from '../../../test/send-files.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { filesLeft, stuckStorage } from '../../../test/stuck-storage.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import {
  keepChatUploads,
  keepPictures,
  readUpload,
  removeForgottenUploads,
} from './stored-uploads.ts'

let shop: TestShop
let shopper: SignedUp
let manager: SignedUp
beforeAll(async () => {
  shop = await openTestShop({ empty: true })
  shopper = await signUp(shop)
  manager = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
})
afterAll(() => shop.close())

const red = { r: 200, g: 20, b: 30 }
const blank = (width: number, height: number, background: object = red) =>
  sharp({ create: { width, height, channels: 3, background: background as never } })

const asChat = (bytes: Uint8Array) => sendPictures(shop, shopper.headers, [bytes], 'CHAT')
const stored = () =>
  shop.ctx.db.pool.query('select id from upload').then(({ rowCount }) => rowCount)

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'takes a %s and makes a WebP of it',
  async (format) => {
    const [upload] = await asChat(await blank(300, 200).toFormat(format).toBuffer())
    expect(upload).toMatchObject({ width: 300, height: 200, src: null })
    const bytes = await readUpload(shop.ctx, upload?.id ?? '')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 300, height: 200 })
    expect(upload?.color).toMatch(/^#[c-d]/)
  },
)

test('turns a photograph upright, makes it no larger than is shown, and keeps nothing else of it', async () => {
  const taken = await blank(3_000, 1_500)
    .withExif({ IFD0: { Copyright: 'Seven Unseen Row' }, IFD3: { GPSLatitude: '48/1 51/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect(taken.includes('Seven Unseen Row')).toBe(true)
  const [upload] = await asChat(taken)
  expect([upload?.width, upload?.height]).toEqual([1_000, 2_000])
  const bytes = await readUpload(shop.ctx, upload?.id ?? '')
  const { exif, icc, xmp, orientation } = await sharp(bytes).metadata()
  expect({ exif, icc, xmp, orientation }).toEqual({})
})

test('an animated picture becomes a still, a transparent one gets a paper background', async () => {
  const frames = await Promise.all(
    [red, { r: 0, g: 0, b: 255 }].map((color) => blank(40, 40, color).png().toBuffer()),
  )
  const moving = await sharp(frames, { join: { animated: true } })
    .webp({ lossless: true })
    .toBuffer()
  const [still] = await asChat(moving)
  expect(await sharp(await readUpload(shop.ctx, still?.id ?? '')).metadata()).not.toHaveProperty(
    'pages',
  )
  expect(still?.height).toBe(40)
  const clear = await sharp({
    create: { width: 9, height: 9, channels: 4, background: '#00000000' },
  })
    .png()
    .toBuffer()
  const [{ id = '' } = {}] = await asChat(clear)
  const { data, info } = await sharp(await readUpload(shop.ctx, id))
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(info.channels).toBe(3)
  expect(data[0]).toBeGreaterThan(240)
})

const script = '<script>alert(1)</script>'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)" width="9" height="9">${script}</svg>`

test.each([
  ['a drawing that can run a script', svg, 'image/svg+xml'],
  ['a drawing that says it is a photograph', svg, 'image/jpeg'],
  ['a drawing that begins as XML', `<?xml version="1.0"?>${svg}`, 'image/png'],
  ['a page', `<!doctype html>${script}`, 'text/html'],
  ['a page that begins like a GIF', `GIF89a/*${script}*/=1`, 'image/gif'],
  ['a page behind the first bytes of a JPEG', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(script)]), 'image/jpeg'],
  ['a document', '%PDF-1.7\n1 0 obj', 'image/png'],
  ['a picture of no kind we take', 'BM'.padEnd(80, '\0'), 'image/png'],
  ['nothing', '', 'image/png'],
  ['the first half of a picture', 'half', 'image/png'],
  ['a picture that claims to be gigantic', hugePng(60_000, 60_000), 'image/png'],
  ['a picture above the cap', hugePng(10_000, 5_001), 'image/png'],
])('rejects %s, and stores nothing', async (_title, sent, type) => {
  const whole = await blank(400, 400, { r: 1, g: 2, b: 3 }).png().toBuffer()
  const bytes = sent === 'half' ? whole.subarray(0, whole.length / 2) : sent
  const before = await stored()
  const good = { bytes: await blank(10, 10).png().toBuffer() }
  const answer = await postFiles(shop, shopper.headers, [good, { bytes, type, name: '../../evil.png' }])
  expect(answer.statusCode, answer.body).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'UPLOAD_REFUSED', details: { file: expect.stringContaining('evil.png') } })
  expect(await stored()).toBe(before)
}) // biome-ignore format: one attack a line

test('a picture with an appended HTML page is stored without the page', async () => {
  const polyglot = Buffer.concat([await blank(20, 20).jpeg().toBuffer(), Buffer.from(script)])
  const [upload] = await asChat(polyglot)
  expect((await readUpload(shop.ctx, upload?.id ?? ''))?.includes('script')).toBe(false)
})

test('rejects too many files, and a file that is too large', async () => {
  const small = { bytes: await blank(10, 10).png().toBuffer() }
  const eleven = await postFiles(
    shop,
    shopper.headers,
    Array.from({ length: 11 }, () => small),
  )
  expect(eleven.json().code).toBe('PAYLOAD_TOO_LARGE')
  const large = { bytes: Buffer.concat([small.bytes, Buffer.alloc(10 * 1024 * 1024)]) }
  const tooLarge = await postFiles(shop, shopper.headers, [large])
  expect([tooLarge.statusCode, tooLarge.json().code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
})

test.each([
  ['no form', 'application/json', '{"files":[]}', 'UPLOAD_MISSING'],
  ['a form without files', 'multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n', 'UPLOAD_MISSING'],
  ['a form without a boundary', 'multipart/form-data', '--x', 'BAD_REQUEST'],
  ['a form cut short', 'multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\nabc', 'BAD_REQUEST'],
])('rejects %s', async (_title, type, payload, code) => {
  const headers = { ...shopper.headers, 'content-type': type }
  const answer = await shop.app.inject({ method: 'POST', url: '/api/uploads', headers, payload })
  expect([answer.statusCode, answer.json().code]).toEqual([400, code])
}) // biome-ignore format: one form a line

test('other endpoints accept no files', async () => {
  const headers = { ...shopper.headers, 'content-type': 'multipart/form-data; boundary=x' }
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/addresses',
    headers,
    payload: '--x--',
  })
  expect(answer.statusCode).toBe(415)
})

test('only staff upload shop pictures, which everyone sees in every width', async () => {
  const bytes = await blank(900, 1_200).jpeg().toBuffer()
  for (const { headers } of [
    shopper,
    await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' }),
  ]) {
    const rejected = await postFiles(shop, headers, [{ bytes }], { purpose: 'PICTURE' })
    expect(rejected.json().code).toBe('FORBIDDEN')
  }
  const [upload] = await sendPictures(shop, manager.headers, [bytes])
  const src = upload?.src ?? ''
  expect(src).toMatch(/^\/media\/uploads\/[0-9a-f-]{36}\.[0-9a-f]{8}\.webp$/)
  const master = await shop.app.inject({ url: src })
  expect(master.headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
  })
  expect(master.headers['cache-control']).toContain('immutable')
  const name = src.replace(/^\/media\/|\.webp$/g, '').replace('/', '_')
  const made = join(shop.ctx.config.dataDir, 'pictures', `${name}-320.avif`)
  // Nobody has requested it.
  await expect
    .poll(
      () =>
        sharp(made)
          .metadata()
          .catch(() => null),
      { timeout: 60_000 },
    )
    .toMatchObject({ width: 320, format: 'heif' })
  const small = await shop.app.inject({ url: src.replace(/\.webp$/, '-320.avif') })
  expect(small.headers['cache-control']).toContain('immutable')
  const elsewhere = src.replace(/\.[0-9a-f]{8}\./, '.00000000.')
  expect((await shop.app.inject({ url: elsewhere })).statusCode).toBe(404)
})

test('pictures of messages have no public URL', async () => {
  const [upload] = await asChat(await blank(200, 200).png().toBuffer())
  const { rows } = await shop.ctx.db.pool.query('select hash from upload where id = $1', [
    upload?.id,
  ])
  for (const folder of ['uploads', 'chat', 'private', 'pictures']) {
    const url = `/media/${folder}/${upload?.id}.${rows[0].hash}.webp`
    expect((await shop.app.inject({ url })).statusCode).toBe(404)
  }
})

test('unused uploads are deleted after days; used ones are kept', async () => {
  const bytes = await blank(50, 50).png().toBuffer()
  const [shown, unused] = await sendPictures(shop, manager.headers, [bytes, bytes])
  const [said, unsaid] = await sendPictures(shop, shopper.headers, [bytes, bytes], 'CHAT')
  const stranger = await signUp(shop)
  await shop.ctx.db.kysely.transaction().execute(async (tx) => {
    await keepPictures(tx, [{ src: shown?.src ?? '' }, { src: '/media/bags/tote.0123abcd.webp' }])
    const ids = [said?.id ?? '', crypto.randomUUID()]
    const of = (ownerId: string) => keepChatUploads(shop.ctx, tx, { ids, ownerId })
    expect(await of(stranger.userId)).toEqual([])
    expect(await of(shopper.userId)).toMatchObject([{ id: said?.id, width: 50, height: 50 }])
  })
  shop.setTime(new Date(Date.now() + 4 * 24 * 60 * 60 * 1000))
  await removeForgottenUploads(shop.ctx)
  const isServed = async (src: string | null | undefined) =>
    (await shop.app.inject({ url: src ?? '' })).statusCode
  expect([await isServed(shown?.src), await isServed(unused?.src)]).toEqual([200, 404])
  expect(await readUpload(shop.ctx, unsaid?.id ?? '')).toBeUndefined()
  expect(await readUpload(shop.ctx, said?.id ?? '')).toBeDefined()
  const keepAgain = shop.ctx.db.kysely.transaction().execute((tx) =>
    keepPictures(
      tx,
      [shown, unused].map((upload) => ({ src: upload?.src ?? '' })),
    ),
  )
  await expect(keepAgain).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining('add it again'),
  })
  shop.setTime(null)
})

test('a file that cannot be deleted keeps no other from being deleted, and is tried again', async () => {
  const bytes = await blank(50, 50).png().toBuffer()
  const sent = await sendPictures(shop, manager.headers, [bytes, bytes, bytes])
  const keys = sent.map(({ id }) => `pictures/${id}.webp`)
  const { storage } = shop.ctx
  const stuck = stuckStorage(storage, keys[0])
  const left = () => filesLeft(storage, keys)
  shop.setTime(new Date(Date.now() + 4 * 24 * 60 * 60 * 1000))
  await expect(removeForgottenUploads({ ...shop.ctx, storage: stuck })).rejects.toThrow(
    'Files of uploads could not be deleted: 1',
  )
  expect(await left()).toEqual([keys[0]])
  await removeForgottenUploads(shop.ctx)
  expect(await left()).toEqual([])
  shop.setTime(null)
})

test('a closed account leaves no pictures behind', async () => {
  const leaving = await signUp(shop)
  const [upload] = await sendPictures(
    shop,
    leaving.headers,
    [await blank(50, 50).png().toBuffer()],
    'CHAT',
  )
  const id = upload?.id ?? ''
  await shop.ctx.db.kysely
    .transaction()
    .execute((tx) => keepChatUploads(shop.ctx, tx, { ids: [id], ownerId: leaving.userId }))
  const { data } = await shop.call('exportMyData', { headers: leaving.headers })
  expect(data).toMatchObject({ uploads: [{ id, width: 50 }] })
  await shop.call('deleteAccount', {
    headers: leaving.headers,
    body: { password: leaving.password },
  })
  expect(await readUpload(shop.ctx, id)).toBeUndefined()
  await removeForgottenUploads(shop.ctx)
  expect(await shop.ctx.storage.read(`chat/${id}.webp`)).toBeUndefined()
})

test('a start removes the temporary files of killed processes, and none that are being written', async () => {
  const left = await mkdtemp(join(tmpdir(), 'solvane-uploads-'))
  const current = await mkdtemp(join(tmpdir(), 'solvane-uploads-'))
  await writeFile(join(left, '0'), 'half a picture')
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
  await utimes(left, twoHoursAgo, twoHoursAgo)
  await (await openTestShop({ beside: shop })).close()
  await expect(stat(left)).rejects.toMatchObject({ code: 'ENOENT' })
  expect((await stat(current)).isDirectory()).toBe(true)
  await rm(current, { recursive: true })
})
