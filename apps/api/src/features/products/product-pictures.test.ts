import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProduct, asDraft, draftVariant } from '../../../test/product-drafts.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { sendPictures } from '../../../test/send-files.ts'
import { guest, type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let staff: SignedUp
let headers: SignedUp['headers']
beforeAll(async () => {
  shop = await openTestShop({ empty: true })
  staff = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
  headers = staff.headers
})
afterAll(() => shop.close())

test('uploaded pictures are shown with their descriptions, in order, and are kept', async () => {
  const picture = (background: string) =>
    sharp({ create: { width: 400, height: 500, channels: 3, background } })
      .jpeg()
      .toBuffer()
  const [one, two] = await sendPictures(shop, headers, [
    await picture('#aa2222'),
    await picture('#2222aa'),
  ])
  const made = await addProduct(shop, staff, {
    pictures: [
      { src: two?.src ?? '', alt: 'From behind' },
      { src: one?.src ?? '', alt: 'From the front' },
    ],
    variants: [draftVariant({ pictures: [{ src: one?.src ?? '', alt: 'In red' }] })],
  })
  expect(made.pictures).toMatchObject([
    { src: two?.src, alt: 'From behind', width: 400, height: 500 },
    { src: one?.src },
  ])
  const { data: shown } = await shop.call('getProduct', { params: { id: made.id } })
  expect(shown.variants[0]?.imagesJson).toEqual([one?.src])
  const draft = asDraft(made)
  const body = { ...draft, pictures: draft.pictures.toReversed() }
  const { data: saved } = await shop.call('updateProduct', {
    headers,
    params: { id: made.id },
    body,
  })
  expect(saved.pictures.map(({ src }) => src)).toEqual([one?.src, two?.src])
  const { rows } = await shop.ctx.db.pool.query('select from upload where forget_at is not null')
  expect(rows).toHaveLength(0)
})

test('a size that is added later has the pictures of its color', async () => {
  const background = '#22aa22'
  const [green, other] = await sendPictures(
    shop,
    headers,
    await Promise.all(
      [400, 410].map((width) =>
        sharp({ create: { width, height: 500, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    ),
  )
  const colors = [
    { name: 'Moss', hex: '#22aa22' },
    { name: 'Rust', hex: '#aa4422' },
  ]
  for (const body of colors) await shop.call('createColor', { headers, body })
  const inColor = (Color: string, Size: string) =>
    draftVariant({ attributeValues: { Color, Size }, pictures: [] })
  const options = (...sizes: string[]) => [
    { name: 'Color', values: ['Moss', 'Rust'] },
    { name: 'Size', values: sizes },
  ]
  const pictures = [{ src: green?.src ?? '', alt: 'In moss' }]
  const made = await addProduct(shop, staff, {
    pictures: [{ src: other?.src ?? '', alt: 'All' }],
    options: options('S'),
    variants: [{ ...inColor('Moss', 'S'), pictures }, inColor('Rust', 'S')],
  })
  const draft = asDraft(made)
  const variants = [...draft.variants, inColor('Moss', 'M'), inColor('Rust', 'M')]
  const { data: saved } = await shop.call('updateProduct', {
    headers,
    params: { id: made.id },
    body: { ...draft, options: options('S', 'M'), variants },
  })
  expect(saved.variants.map((variant) => variant.pictures.map(({ src }) => src))).toEqual([
    [green?.src],
    [],
    [green?.src],
    [],
  ])
  // One that was there without pictures keeps none.
  const emptied = asDraft(saved)
  const last = emptied.variants.map((variant, at) =>
    at === 2 ? { ...variant, pictures: [] } : variant,
  )
  const { data: again } = await shop.call('updateProduct', {
    headers,
    params: { id: made.id },
    body: { ...emptied, variants: last },
  })
  expect(again.variants[2]?.pictures).toEqual([])
})

test('a removed variant in a cart is shown by a picture that is still there', async () => {
  const [whole, own] = await sendPictures(
    shop,
    headers,
    await Promise.all(
      [420, 430].map((width) =>
        sharp({ create: { width, height: 500, channels: 3, background: '#123456' } })
          .png()
          .toBuffer(),
      ),
    ),
  )
  const made = await addProduct(
    shop,
    staff,
    {
      pictures: [{ src: whole?.src ?? '', alt: 'Whole' }],
      options: [{ name: 'Size', values: ['A', 'B'] }],
      variants: [
        draftVariant({ attributeValues: { Size: 'A' } }),
        draftVariant({
          attributeValues: { Size: 'B' },
          pictures: [{ src: own?.src ?? '', alt: 'Its own' }],
        }),
      ],
    },
    2,
  )
  const caller = guest()
  const body = { variantId: made.variants[1]?.id }
  await shop.call('addCartItem', { headers: caller.headers, body })
  const shown = async () => {
    const { data } = await shop.call('getCart', { headers: caller.headers })
    const [item] = data.items
    return [item?.variant.cover, ...(item?.variant.imagesJson ?? [])]
  }
  expect(await shown()).toEqual([own?.src, own?.src])
  const draft = asDraft(made)
  await shop.call('updateProduct', {
    headers,
    params: { id: made.id },
    body: {
      ...draft,
      options: [{ name: 'Size', values: ['A'] }],
      variants: [draft.variants[0]],
    },
  })
  await shop.changesReceived()
  expect((await shop.app.inject(own?.src ?? '')).statusCode).toBe(404)
  expect(await shown()).toEqual([whole?.src, whole?.src])
})

test('a picture of a message cannot be shown in the shop', async () => {
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const [sent] = await sendPictures(shop, headers, [bytes], 'CHAT')
  const { rows } = await shop.ctx.db.pool.query('select hash from upload where id = $1', [sent?.id])
  const src = `/media/uploads/${sent?.id}.${rows[0].hash}.webp`
  const { details } = await rejectionOf(addProduct(shop, staff, { pictures: [{ src, alt: '' }] }))
  expect(details?.fields).toMatchObject([{ field: 'pictures.0.src' }])
})
