import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBuyer, order } from '../../../test/buyers.ts'
import { expectBalancedBooks, stockOf } from '../../../test/ledger-assertions.ts'
import { expectCurrentListings } from '../../../test/listing-assertions.ts'
import {
  addProduct,
  asDraft,
  draftVariant,
  openProductDesk,
  type ProductDesk,
} from '../../../test/product-drafts.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import type { SignedUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let desk: ProductDesk
let headers: SignedUp['headers']
beforeAll(async () => {
  shop = await openTestShop()
  desk = await openProductDesk(shop)
  ;({ headers } = desk.staff)
})
afterAll(() => shop.close())

const hex = '#123456'
const addColor = (name: string) => shop.call('createColor', { headers, body: { name, hex } })
const listed = async (name: string) =>
  (await shop.call('listColors', { headers })).data.find((color) => color.name === name)

async function edit(name: string, change: { name?: string; hex?: string }) {
  const version = (await listed(name))?.version ?? 'none'
  const body = { name, hex, version, ...change }
  return shop.call('updateColor', { headers, params: { name }, body })
}

/** A product in these colours, five of each, with a SKU. */
const inColors = (...colors: string[]) =>
  addProduct(
    shop,
    desk.staff,
    {
      options: [{ name: 'Color', values: colors }],
      variants: colors.map((Color) =>
        draftVariant({ attributeValues: { Color }, sku: `SKU-${Color}` }),
      ),
    },
    5,
  )

test('a renamed colour has its new name wherever the shop shows it, and orders keep the old one', async () => {
  await addColor('Congac')
  await addColor('Slate')
  const made = await inColors('Congac', 'Slate')
  const [variant] = made.variants
  if (!variant) throw new Error('A variant is needed')
  const buyer = await makeBuyer(shop)
  const { id: orderId } = await order(shop, buyer, [{ id: variant.id }])

  await edit('Congac', { name: 'Cognac / 2', hex: '#9A4B1C' })
  await shop.changesReceived()
  expect(await listed('Congac')).toBeUndefined()
  expect(await listed('Cognac / 2')).toMatchObject({ hex: '#9a4b1c', products: 1 })
  const { data: now } = await shop.call('getStaffProduct', { headers, params: { id: made.id } })
  expect(now).toMatchObject({
    version: made.version + 1,
    options: [{ name: 'Color', values: ['Cognac / 2', 'Slate'] }],
    variants: [
      { id: variant.id, attributeValues: { Color: 'Cognac / 2' }, sku: 'SKU-Congac', stock: 4 },
      { attributeValues: { Color: 'Slate' }, sku: 'SKU-Slate', stock: 5 },
    ],
  })
  expect((await desk.shown(made.id)).colors).toEqual([
    { name: 'Cognac / 2', hex: '#9a4b1c' },
    { name: 'Slate', hex },
  ])
  const found = async (color: string) =>
    (await shop.call('listProducts', { query: { color } })).data.map(({ id }) => id)
  expect(await found('Cognac / 2')).toEqual([made.id])
  expect(await found('Congac')).toEqual([])
  const { data: seen } = await shop.call('getOrder', { headers, params: { orderId } })
  expect(seen.lines).toMatchObject([{ attributeValues: { Color: 'Congac' } }])
  expect(await stockOf(shop, variant.id)).toBe(4)
  await expectBalancedBooks(shop)
  await expectCurrentListings(shop)
})

test('a changed swatch alone is shown as well', async () => {
  await addColor('Moss')
  const made = await inColors('Moss')
  await edit('Moss', { hex: '#445533' })
  await shop.changesReceived()
  expect((await desk.shown(made.id)).colors).toEqual([{ name: 'Moss', hex: '#445533' }])
  const { data: cards } = await shop.call('listProducts', { query: { color: 'Moss' } })
  expect(cards[0]?.colors).toEqual([{ name: 'Moss', hex: '#445533' }])
  await expectCurrentListings(shop)
})

test('a colour that a product had before is renamed there, too, and can be taken up again', async () => {
  await addColor('Ruby')
  await addColor('Pearl')
  const made = await inColors('Ruby', 'Pearl')
  const { data: stored } = await shop.call('getStaffProduct', { headers, params: { id: made.id } })
  const draft = asDraft(stored)
  await desk.save(made.id, {
    ...draft,
    options: [{ name: 'Color', values: ['Pearl'] }],
    variants: draft.variants.filter(({ attributeValues }) => attributeValues.Color === 'Pearl'),
  })
  await edit('Ruby', { name: 'Garnet' })
  const { data: without } = await shop.call('getStaffProduct', { headers, params: { id: made.id } })
  const now = asDraft(without)
  const again = await desk.save(made.id, {
    ...now,
    options: [{ name: 'Color', values: ['Pearl', 'Garnet'] }],
    variants: [...now.variants, draftVariant({ attributeValues: { Color: 'Garnet' } })],
  })
  expect(again.variants.at(-1)).toMatchObject({
    id: made.variants[0]?.id,
    attributeValues: { Color: 'Garnet' },
  })
})

test('a name can be corrected in its case, but not to that of another colour', async () => {
  await addColor('mauve')
  await addColor('Fig')
  await edit('mauve', { name: 'Mauve' })
  expect(await listed('Mauve')).toMatchObject({ hex })
  expect((await rejectionOf(edit('Mauve', { name: 'FIG' }))).code).toBe('COLOR_TAKEN')
})

test('two managers who edit one colour do not overwrite each other', async () => {
  await addColor('Teal')
  const { version } = (await listed('Teal')) ?? {}
  const save = (body: object) =>
    shop.call('updateColor', { headers, params: { name: 'Teal' }, body: { version, ...body } })
  await save({ name: 'Teal', hex: '#006666' })
  expect((await rejectionOf(save({ name: 'Teal blue', hex }))).code).toBe('STALE_EDIT')
  expect(await listed('Teal')).toMatchObject({ hex: '#006666' })
  await edit('Teal', { name: 'Petrol' })
  expect((await rejectionOf(save({ name: 'Teal blue', hex }))).code).toBe('COLOR_NOT_FOUND')
})

test('a product that is saved with a colour while that is renamed does not keep the former name', async () => {
  await addColor('Amber')
  const results = await Promise.allSettled([
    inColors('Amber'),
    edit('Amber', { name: 'Honey' }),
    addProduct(shop, desk.staff, {
      options: [{ name: 'Color', values: ['Amber'] }],
      variants: [draftVariant({ attributeValues: { Color: 'Amber' } })],
    }),
  ])
  expect(results[1]?.status).toBe('fulfilled')
  const { rows } = await shop.ctx.db.pool.query(
    `select from product_option where 'Amber' = any (values) union all select from variant where attributes ->> 'Color' = 'Amber'`,
  )
  expect(rows).toEqual([])
})
