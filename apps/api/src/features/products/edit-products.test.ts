import type { SavedProduct } from '@solvane/contract/products.admin'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectCurrentListings } from '../../../test/listing-assertions.ts'
import {
  addProduct,
  asDraft,
  draftProduct,
  draftVariant,
  inSizes,
  openProductDesk,
  type ProductDesk,
} from '../../../test/product-drafts.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { guest, type SignedUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let desk: ProductDesk
let staff: SignedUp
let headers: SignedUp['headers']
beforeAll(async () => {
  shop = await openTestShop()
  desk = await openProductDesk(shop)
  ;({ staff } = desk)
  ;({ headers } = staff)
})
beforeEach(() => shop.changesReceived())
afterAll(() => shop.close())

const fieldsOf = async (call: Promise<unknown>) => {
  const { code, details } = await rejectionOf(call)
  expect(code).toBe('BAD_REQUEST')
  const fields = details?.fields as { field: string }[] | undefined
  return fields?.map(({ field }) => field)
}

test('a new product is in the shop at once, in its categories and in the search', async () => {
  const { data: women } = await shop.call('getCategory', { params: { identifier: 'women' } })
  const list = () => shop.call('listProducts', { query: { cIdentifiers: 'women', size: 1 } })
  const before = await list()
  const { rows } = await shop.ctx.db.pool.query<{ id: string }>(
    'select id from category where parent_id = $1 order by position limit 1',
    [women.id],
  )
  const made = await addProduct(
    shop,
    staff,
    { name: 'Zerlina Fichu', categoryIds: [rows[0]?.id ?? ''] },
    2,
  )
  expect(made).toMatchObject({
    version: 1,
    status: 'PUBLISHED',
    variants: [{ price: 100, stock: 2 }],
  })
  await shop.changesReceived()
  const after = await list()
  expect(after.total).toBe(before.total + 1)
  expect(after.data[0]).toMatchObject({ name: 'Zerlina Fichu', price: 100, isAvailable: true })
  expect((await shop.call('listProducts', { query: { search: 'zerlina' } })).total).toBe(1)
})

test('an edit shows at once, although the answer was cached', async () => {
  const made = await addProduct(shop, staff, {}, 1)
  await shop.changesReceived()
  const listed = async () =>
    (await shop.call('listProducts', { query: { search: 'vesper' } })).data.find(
      ({ id }) => id === made.id,
    )
  expect(await desk.shown(made.id)).toMatchObject({ name: 'Vesper Pouch', price: 100 })
  expect((await listed())?.price).toBe(100)
  const saved = await desk.save(made.id, {
    ...asDraft(made),
    name: 'Vesper Clutch',
    variants: [{ ...asDraft(made).variants[0], price: 120.5, salePrice: 99.99 }],
  })
  expect(saved).toMatchObject({ version: 2, name: 'Vesper Clutch' })
  await shop.changesReceived()
  expect(await desk.shown(made.id)).toMatchObject({
    name: 'Vesper Clutch',
    price: 120.5,
    salePrice: 99.99,
  })
  expect(await listed()).toMatchObject({ name: 'Vesper Clutch', salePrice: 99.99 })
})

test('a save without changes creates no new version', async () => {
  const made = await addProduct(shop, staff, inSizes('S', 'M'))
  expect(await desk.save(made.id, asDraft(made))).toMatchObject(made)
})

describe('publishing a product', () => {
  const warningsOf = ({ warnings }: SavedProduct) => warnings.map(({ code }) => code)
  const create = async (draft: Parameters<typeof draftProduct>[0]) =>
    (await shop.call('createProduct', { headers, body: draftProduct(draft) })).data

  test('without category, picture or stock works with a warning', async () => {
    const made = await create({})
    expect(made.status).toBe('PUBLISHED')
    expect(warningsOf(made)).toEqual(['NO_CATEGORY', 'NO_PICTURE', 'NO_STOCK'])
    expect(made.warnings.map(({ message }) => message).join(' ')).toContain(
      'it cannot be bought yet',
    )
  })

  test('with all of them causes no warning, nor does an unpublished product', async () => {
    expect(warningsOf(await create({ status: 'WITHDRAWN' }))).toEqual([])
    const { data: women } = await shop.call('getCategory', { params: { identifier: 'women' } })
    const { rows } = await shop.ctx.db.pool.query<{ src: string }>(
      "select pictures->0->>'src' as src from product where pictures <> '[]' limit 1",
    )
    const made = await addProduct(shop, staff, { categoryIds: [women.id] }, 1)
    const picture = { src: rows[0]?.src ?? '', alt: 'A pouch' }
    expect(warningsOf(await desk.save(made.id, { ...asDraft(made), pictures: [picture] }))).toEqual(
      [],
    )
  })

  test('withdrawn before it is published is rejected with a sentence', async () => {
    const publishedAt = new Date().toISOString()
    const { details } = await rejectionOf(create({ publishedAt, withdrawsAt: publishedAt }))
    expect(details).toEqual({
      fields: [{ field: 'withdrawsAt', message: 'Please choose a time after the publication' }],
    })
  })
})

test('concurrent saves: the second is rejected and nothing is lost', async () => {
  const made = await addProduct(shop, staff)
  const edits = ['First', 'Second', 'Third'].map((name) =>
    desk.save(made.id, { ...asDraft(made), name }).then(
      () => 'saved',
      (error: { code: string; status: number }) => `${error.status} ${error.code}`,
    ),
  )
  const outcomes = (await Promise.all(edits)).toSorted()
  expect(outcomes).toEqual(['409 STALE_EDIT', '409 STALE_EDIT', 'saved'])
})

test('a former identifier leads to the product, until another product uses it', async () => {
  const made = await addProduct(shop, staff, {}, 1)
  const [first, second] = [made.identifier, `${made.identifier}-2`]
  let product = made
  const rename = async (identifier: string) => {
    product = await desk.save(made.id, { ...asDraft(product), identifier })
  }
  await rename(second)
  await rename(`${second}-3`)
  await shop.changesReceived()
  expect([(await desk.shown(first)).id, (await desk.shown(second)).id]).toEqual([made.id, made.id])
  const other = await addProduct(shop, staff, { identifier: first }, 1)
  await shop.changesReceived()
  expect((await desk.shown(first)).id).toBe(other.id)
  await rename(second)
  await shop.changesReceived()
  expect((await desk.shown(second)).identifier).toBe(second)
})

test('an identifier is unique', async () => {
  const one = await addProduct(shop, staff)
  const other = await addProduct(shop, staff)
  const taken = { ...asDraft(other), identifier: one.identifier }
  expect((await rejectionOf(desk.save(other.id, taken))).code).toBe('IDENTIFIER_TAKEN')
  expect((await rejectionOf(addProduct(shop, staff, { identifier: one.identifier }))).code).toBe(
    'IDENTIFIER_TAKEN',
  )
})

test.each<[string, object, string[]]>([
  ['an identifier of other signs', { identifier: 'A product' }, ['identifier']],
  ['an identifier that the API’s own addresses have', { identifier: 'facets' }, ['identifier']],
  ['an identifier that is an id', { identifier: crypto.randomUUID() }, ['identifier']],
  ['no name', { name: ' ' }, ['name']],
  ['no variant', { variants: [] }, ['variants']],
  ['a sale price that is not lower', { variants: [draftVariant({ salePrice: 100 })] }, ['variants.0.salePrice']],
  ['a sale that ends before it begins', { variants: [draftVariant({ salePrice: 1, saleStartsAt: '2026-02-01T00:00:00Z', saleEndsAt: '2026-01-01T00:00:00Z' })] }, ['variants.0.saleEndsAt']],
  ['thirds of a cent', { variants: [draftVariant({ price: 0.333 })] }, ['variants.0.price']],
  ['a price of nothing', { variants: [draftVariant({ price: 0 })] }, ['variants.0.price']],
  ['a sale price of nothing', { variants: [draftVariant({ salePrice: 0 })] }, ['variants.0.salePrice']],
  ['a price beyond all', { variants: [draftVariant({ price: 10_000_000 })] }, ['variants.0.price']],
  ['a year that nobody means', { publishedAt: '0001-01-01T00:00:00Z' }, ['publishedAt']],
  ['a withdrawal before the publication', { withdrawsAt: '2020-01-01T00:00:00Z' }, ['withdrawsAt']],
  ['two variants alike', { ...inSizes('S'), variants: [...inSizes('S').variants, ...inSizes('S').variants] }, ['variants.1.attributeValues']],
  ['a variant without a value', { ...inSizes('S'), variants: [draftVariant()] }, ['variants.0.attributeValues']],
  ['a variant of an unknown value', { ...inSizes('S'), variants: inSizes('M').variants }, ['variants.0.attributeValues']],
  ['an option twice', { options: [{ name: 'Size', values: ['S'] }, { name: 'Size', values: ['S'] }], variants: inSizes('S').variants }, ['options.1.name', 'variants.0.attributeValues']],
  ['an option named like a trick', { options: [{ name: '__proto__', values: ['S'] }], variants: [draftVariant()] }, ['options.0.name', 'variants.0.attributeValues']],
  ['an unknown color', { options: [{ name: 'Color', values: ['Invisible'] }], variants: [draftVariant({ attributeValues: { Color: 'Invisible' } })] }, ['options.0.values']],
  ['a category that is not there', { categoryIds: [crypto.randomUUID()] }, ['categoryIds']],
  ['an unknown related product', { relatedIds: [crypto.randomUUID()] }, ['relatedIds']],
  ['a picture from elsewhere', { pictures: [{ src: 'https://example.com/x.webp', alt: '' }] }, ['pictures.0.src']],
  ['a file of the machine for a picture', { pictures: [{ src: '/media/../../package.json', alt: '' }] }, ['pictures.0.src']],
  ['a variant of another product', { variants: [draftVariant({ id: crypto.randomUUID() })] }, ['variants.0.id']],
])('rejects %s, naming the field', async (_title, part, fields) => {
  expect(await fieldsOf(shop.call('createProduct', { headers, body: draftProduct(part) }))).toEqual(fields)
}) // biome-ignore format: one mistake a line

test('a product cannot be related to itself', async () => {
  const made = await addProduct(shop, staff)
  expect(await fieldsOf(desk.save(made.id, { ...asDraft(made), relatedIds: [made.id] }))).toEqual([
    'relatedIds',
  ])
})

describe('outside the shop', () => {
  test('a withdrawn product is visible to staff only, and unavailable in carts', async () => {
    const made = await addProduct(shop, staff, {}, 1)
    const caller = guest()
    await shop.call('addCartItem', {
      headers: caller.headers,
      body: { variantId: made.variants[0]?.id },
    })
    const withdrawn = await desk.save(made.id, { ...asDraft(made), status: 'WITHDRAWN' })
    await shop.changesReceived()
    expect(withdrawn.status).toBe('WITHDRAWN')
    expect((await rejectionOf(desk.shown(made.id))).code).toBe('PRODUCT_NOT_FOUND')
    expect((await shop.call('getCart', { headers: caller.headers })).data.items).toMatchObject([
      { isAvailable: false },
    ])
    const published = await desk.save(made.id, { ...asDraft(withdrawn), status: 'PUBLISHED' })
    await shop.changesReceived()
    expect([published.status, (await desk.shown(made.id)).id]).toEqual(['PUBLISHED', made.id])
  })

  test('a deleted product must be restored first, and is then withdrawn', async () => {
    const made = await addProduct(shop, staff, {}, 1)
    const move = async (name: 'deleteProduct' | 'restoreProduct') =>
      (await shop.call(name, { headers, params: { id: made.id } })).data
    const deleted = await move('deleteProduct')
    expect(deleted).toMatchObject({ status: 'DELETED', version: 2 })
    expect((await rejectionOf(desk.save(made.id, asDraft(deleted)))).code).toBe('PRODUCT_DELETED')
    const found = (query: object) =>
      shop.call('listStaffProducts', { headers, query: { q: made.identifier, ...query } })
    expect((await found({})).total).toBe(0)
    expect((await found({ status: 'DELETED' })).data).toMatchObject([
      { id: made.id, status: 'DELETED' },
    ])
    expect(await move('restoreProduct')).toMatchObject({
      status: 'WITHDRAWN',
      variants: [{ stock: 1 }],
    })
    expect((await found({})).total).toBe(1)
  })
})

test('a copy is withdrawn, has no stock, and gets a unique identifier', async () => {
  const made = await addProduct(shop, staff, inSizes('S', 'M'), 2)
  const copies = [1, 2].map(() =>
    shop.call('duplicateProduct', { headers, params: { id: made.id } }),
  )
  const results = await Promise.all(copies.map((copy) => copy.catch((error) => error)))
  const [first] = results.filter((result) => result.data)
  expect(first.data).toMatchObject({
    status: 'WITHDRAWN',
    name: 'Vesper Pouch (copy)',
    variants: [{ stock: 0 }, { stock: 0 }],
  })
  const { data: another } = await shop.call('duplicateProduct', {
    headers,
    params: { id: made.id },
  })
  expect(another.identifier).toMatch(new RegExp(`^${made.identifier}-copy-\\d$`))
})

test('a color is added once, and is then available with its swatch', async () => {
  const body = { name: 'Vermilion', hex: '#E34234' }
  await shop.call('createColor', { headers, body })
  expect(
    (await rejectionOf(shop.call('createColor', { headers, body: { ...body, name: 'vermilion' } })))
      .code,
  ).toBe('COLOR_TAKEN')
  const { data: colors } = await shop.call('listColors', { headers })
  expect(colors.at(-1)).toMatchObject({ name: 'Vermilion', hex: '#e34234' })
  const made = await addProduct(shop, staff, {
    options: [{ name: 'Color', values: ['Vermilion'] }],
    variants: [draftVariant({ attributeValues: { Color: 'Vermilion' } })],
  })
  expect((await desk.shown(made.id)).colors).toEqual([{ name: 'Vermilion', hex: '#e34234' }])
})

test('lists are consistent after all these changes', () => expectCurrentListings(shop))
