import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProduct, asDraft, draftVariant } from '../../../test/product-drafts.ts'
import { rejectionOf, rejectionsOf } from '../../../test/rejection.ts'
import { sendPictures } from '../../../test/send-files.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { uploadOfAddress } from '../media/picture-addresses.ts'

let shop: TestShop
let owner: SignedUp
let headers: SignedUp['headers']
beforeAll(async () => {
  shop = await openTestShop({ empty: true })
  owner = await signUp(shop, { role: 'ADMIN', staffRole: 'OWNER' })
  headers = owner.headers
  for (const name of ['Black', 'Sand'])
    await shop.call('createColor', { headers, body: { name, hex: '#123456' } })
})
afterAll(() => shop.close())

/** Uploads so many pictures, each of another gray; returns their addresses. */
async function upload(count: number, { width = 40, height = 50 } = {}): Promise<string[]> {
  const pictures = Array.from({ length: count }, (_, at) => {
    const gray = 3 * at
    const background = { r: gray, g: gray, b: gray }
    return sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer()
  })
  const sources: string[] = []
  for (let at = 0; at < count; at += 10) {
    const sent = await sendPictures(shop, headers, await Promise.all(pictures.slice(at, at + 10)))
    sources.push(...sent.map(({ src }) => src ?? ''))
  }
  return sources
}

const inColors = (...values: string[]) => ({
  options: [{ name: 'Color', values }],
  variants: values.map((Color) => draftVariant({ attributeValues: { Color } })),
})

type Body = { color?: string; frames: string[]; opening?: string[] }
const save = async (id: string, body: Body) =>
  (await shop.call('saveProductTurn', { headers, params: { id }, body })).data
const remove = async (id: string, color = '') =>
  (await shop.call('deleteProductTurn', { headers, params: { id }, query: { color } })).data

/** The colors of the 360° views that shoppers see. */
const turnColors = async (id: string) =>
  (await shop.call('getProduct', { params: { id } })).data.turnColors
const turnOf = async (id: string, color?: string) => {
  const { data, total, opening } = await shop.call('getProductTurn', {
    params: { id },
    query: color === undefined ? {} : { color },
  })
  expect(total).toBe(data.length)
  const sources = (pictures: { src: string }[]) => pictures.map(({ src }) => src)
  return { frames: sources(data), opening: sources(opening) }
}
const framesOf = async (id: string, color?: string) => (await turnOf(id, color)).frames

describe('the 360° view', () => {
  test('of a color is shown in order as soon as it is saved, although answers are kept', async () => {
    const { id } = await addProduct(shop, owner, inColors('Black', 'Sand'))
    expect(await turnColors(id)).toEqual([])
    expect(await framesOf(id, 'Black')).toEqual([])
    const frames = await upload(13)
    const saved = await save(id, { color: 'Black', frames })
    expect(saved).toMatchObject([{ color: 'Black', frames: frames.map((src) => ({ src })) }])
    await shop.changesReceived()
    expect(await turnColors(id)).toEqual(['Black'])
    expect(await framesOf(id, 'Black')).toEqual(frames)
    expect(await framesOf(id, 'Sand')).toEqual([])
    expect(await framesOf(id)).toEqual([])
    expect(await framesOf(id.toUpperCase(), 'Black')).toEqual(frames)

    const reversed = frames.toReversed()
    await save(id, { color: 'Black', frames: reversed })
    await shop.changesReceived()
    expect(await framesOf(id.toUpperCase(), 'Black')).toEqual(reversed)

    const { data } = await shop.call('listProductTurns', { headers, params: { id } })
    expect(data.map(({ color }) => color)).toEqual(['Black'])
    expect(data[0]?.frames[0]).toMatchObject({ src: reversed[0], width: 40, height: 50, alt: '' })
    expect(await remove(id, 'Black')).toEqual([])
    expect(await remove(id, 'Black')).toEqual([])
    await shop.changesReceived()
    expect(await turnColors(id)).toEqual([])
    expect(await framesOf(id, 'Black')).toEqual([])
  })

  test('may open the product', async () => {
    const { id } = await addProduct(shop, owner)
    const [frames, opening] = [await upload(12), await upload(3)]
    const saved = await save(id, { frames, opening })
    expect(saved).toMatchObject([{ opening: opening.map((src) => ({ src, alt: '' })) }])
    await shop.changesReceived()
    expect(await turnOf(id)).toEqual({ frames, opening })
    const { data } = await shop.call('listAuditEntries', { headers, query: { q: id } })
    const after = { Default: `12 pictures, the first ${frames[0]}, 3 that open it` }
    expect(data[0]?.subjects[0]?.changes?.['360° views']).toEqual({ before: null, after })
    await save(id, { frames })
    await shop.changesReceived()
    expect(await turnOf(id)).toEqual({ frames, opening: [] })
  })

  test('of a product without colors has no color', async () => {
    const { id } = await addProduct(shop, owner)
    const frames = await upload(12)
    await save(id, { frames })
    await shop.changesReceived()
    expect(await turnColors(id)).toEqual([''])
    expect(await framesOf(id)).toEqual(frames)
  })

  test('is not copied with its product', async () => {
    const { id } = await addProduct(shop, owner)
    await save(id, { frames: await upload(12) })
    const { data: copy } = await shop.call('duplicateProduct', { headers, params: { id } })
    const { data } = await shop.call('listProductTurns', { headers, params: { id: copy.id } })
    expect(data).toEqual([])
  })

  test('is shown of a product for sale only', async () => {
    const product = await addProduct(shop, owner)
    const { id } = product
    await save(id, { frames: await upload(12) })
    await shop.changesReceived()
    expect(await framesOf(id)).toHaveLength(12)
    const body = { ...asDraft(product), status: 'WITHDRAWN' }
    await shop.call('updateProduct', { headers, params: { id }, body })
    await shop.changesReceived()
    expect(await rejectionOf(framesOf(id))).toMatchObject({ code: 'PRODUCT_NOT_FOUND' })
    const unknown = crypto.randomUUID()
    expect(await rejectionOf(framesOf(unknown))).toMatchObject({ code: 'PRODUCT_NOT_FOUND' })
  })

  test('stays with a product that is deleted, and cannot be changed meanwhile', async () => {
    const { id } = await addProduct(shop, owner)
    const frames = await upload(12)
    await save(id, { frames })
    await shop.call('deleteProduct', { headers, params: { id } })
    expect(await rejectionOf(save(id, { frames }))).toMatchObject({ code: 'PRODUCT_DELETED' })
    const { data } = await shop.call('listProductTurns', { headers, params: { id } })
    expect(data).toHaveLength(1)
  })

  test('is in the log of what staff did', async () => {
    const { id } = await addProduct(shop, owner, { name: 'Turned Tote' })
    const frames = await upload(12)
    await save(id, { frames })
    await remove(id)
    const { data } = await shop.call('listAuditEntries', { headers, query: { q: 'turned tote' } })
    const after = { Default: `12 pictures, the first ${frames[0]}` }
    expect(data.slice(0, 2)).toMatchObject([
      {
        call: 'deleteProductTurn',
        subjects: [{ id, changes: { '360° views': { before: after, after: null } } }],
      },
      {
        call: 'saveProductTurn',
        subjects: [{ id, changes: { '360° views': { before: null, after } } }],
      },
    ])
  })
})

describe('frames are rejected', () => {
  let id: string
  let frames: string[]
  beforeAll(async () => {
    id = (await addProduct(shop, owner, inColors('Black'))).id
    frames = await upload(12)
  })

  const fieldsOf = async (body: Body) => {
    const { status, details } = await rejectionOf(save(id, body))
    expect(status).toBe(400)
    return details?.fields
  }

  test.each([
    ['Sand', 'This product does not come in the color Sand'],
    ['', 'Please choose a color of the product'],
  ])('in the color %j, which the product does not have', async (color, message) => {
    expect(await fieldsOf({ color, frames })).toEqual([{ field: 'color', message }])
  })

  test('when they are too few or too many', async () => {
    const few = frames.slice(1)
    expect(await fieldsOf({ color: 'Black', frames: few })).toEqual([
      { field: 'frames', message: 'A full turn needs at least 12 pictures' },
    ])
    const many = Array.from({ length: 73 }, () => frames[0] ?? '')
    expect(await fieldsOf({ color: 'Black', frames: many })).toEqual([
      { field: 'frames', message: 'A full turn has at most 72 pictures' },
    ])
    expect(await fieldsOf({ color: 'Black', frames, opening: many.slice(0, 25) })).toEqual([
      { field: 'opening', message: 'A product opens in at most 24 pictures' },
    ])
  })

  test('when they are of different sizes', async () => {
    const [other = ''] = await upload(1, { width: 50, height: 50 })
    const mixed = frames.with(3, other)
    const message = 'All pictures of a turn have one size: picture 4 is 50 × 50, the first 40 × 50'
    expect(await fieldsOf({ color: 'Black', frames: mixed })).toEqual([
      { field: 'frames.3', message },
    ])
    expect(await fieldsOf({ color: 'Black', frames, opening: [other] })).toEqual([
      { field: 'opening.0', message: message.replace('picture 4', 'picture 1 that opens it') },
    ])
  })

  test('when the shop has no such picture', async () => {
    const bytes = await sharp({
      create: { width: 40, height: 50, channels: 3, background: '#fff' },
    })
      .png()
      .toBuffer()
    const [sent] = await sendPictures(shop, headers, [bytes], 'CHAT')
    const { rows } = await shop.ctx.db.pool.query('select hash from upload where id = $1', [
      sent?.id,
    ])
    const message = 'This picture no longer exists: please upload it again'
    for (const src of [
      `/media/uploads/${sent?.id}.${rows[0].hash}.webp`,
      `/media/uploads/${crypto.randomUUID()}.01234567.webp`,
      (frames[0] ?? '').replace(/[0-9a-f]{8}\.webp$/, '01234567.webp'),
      (frames[0] ?? '').replace(/\.webp$/, '-160.webp'),
      'https://elsewhere.example/frame.webp',
      '/media/../secret.01234567.webp',
    ])
      expect(await fieldsOf({ color: 'Black', frames: frames.with(5, src) })).toEqual([
        { field: 'frames.5', message },
      ])
  })

  test('of an unknown product', async () => {
    const unknown = crypto.randomUUID()
    const rejections = await rejectionsOf([save(unknown, { frames }), remove(unknown)])
    for (const { code } of rejections) expect(code).toBe('PRODUCT_NOT_FOUND')
  })
})

describe('uploaded frames', () => {
  /** Whether each picture is in use, waits for use, or is marked for deletion. */
  async function statesOf(frames: string[]): Promise<Set<string>> {
    const { rows } = await shop.ctx.db.pool.query(
      `select case when forget_at is null then 'kept'
         when forget_at = '-infinity' then 'removed' else 'unused' end as state
       from upload where id = any ($1)`,
      [frames.map(uploadOfAddress)],
    )
    expect(rows).toHaveLength(frames.length)
    return new Set(rows.map(({ state }) => state))
  }

  test('are kept while a turn shows them, and removed once nothing does', async () => {
    const product = await addProduct(shop, owner)
    const { id } = product
    const [first, second, opening] = [await upload(12), await upload(12), await upload(2)]
    expect(await statesOf([...first, ...opening])).toEqual(new Set(['unused']))
    await save(id, { frames: first, opening })
    expect(await statesOf([...first, ...opening])).toEqual(new Set(['kept']))
    // An edit of the product's own pictures leaves those of the turn alone.
    const shown = [{ src: first[0] ?? '', alt: 'Also in the gallery' }]
    for (const pictures of [shown, [], shown]) {
      const { data } = await shop.call('getStaffProduct', { headers, params: { id } })
      const body = { ...asDraft(data), pictures }
      await shop.call('updateProduct', { headers, params: { id }, body })
    }
    expect(await statesOf([...first, ...opening])).toEqual(new Set(['kept']))

    await save(id, { frames: second })
    expect(await statesOf(second)).toEqual(new Set(['kept']))
    expect(await statesOf(first.slice(0, 1))).toEqual(new Set(['kept']))
    expect(await statesOf([...first.slice(1), ...opening])).toEqual(new Set(['removed']))
    const gone = await shop.app.inject({ url: first[1] ?? '' })
    expect(gone.statusCode).toBe(404)

    await remove(id)
    expect(await statesOf(second)).toEqual(new Set(['removed']))
  })
})
