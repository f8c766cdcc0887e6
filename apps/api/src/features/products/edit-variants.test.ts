import { mostVariants } from '@solvane/contract/product-draft'
import { generateVariants } from '@solvane/contract/product-options'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeBuyer, order } from '../../../test/buyers.ts'
import { expectBalancedBooks } from '../../../test/ledger-assertions.ts'
import { expectCurrentListings } from '../../../test/listing-assertions.ts'
import {
  addProduct,
  asDraft,
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

test('an option is named as the filters know it, unless the product has had it before', async () => {
  const named = (name: string) => ({
    options: [{ name, values: ['S'] }],
    variants: [draftVariant({ attributeValues: { [name]: 'S' } })],
  })
  for (const name of ['size', 'Sizes', 'Colour', 'COLOR'])
    expect(await rejectionOf(addProduct(shop, staff, named(name)))).toMatchObject({
      code: 'BAD_REQUEST',
      details: { fields: [{ field: 'options.0.name' }] },
    })
  const made = await addProduct(shop, staff, named('Width'))
  const { pool } = shop.ctx.db
  await pool.query(`update product_option set name = 'sizes' where product_id = $1`, [made.id])
  const attributes = { sizes: 'S' }
  await pool.query('update variant set attributes = $2 where product_id = $1', [
    made.id,
    attributes,
  ])
  const { data: stored } = await shop.call('getStaffProduct', { headers, params: { id: made.id } })
  const saved = await desk.save(made.id, { ...asDraft(stored), name: 'Renamed' })
  expect(saved).toMatchObject({ name: 'Renamed', options: [{ name: 'sizes' }] })
})

test('the options of a new product define its variants, and no others are created', async () => {
  const {
    data: [one, other],
  } = await shop.call('listColors', { headers })
  const options = [
    { name: 'Color', values: [one?.name ?? '', other?.name ?? ''] },
    { name: 'Size', values: ['S', 'M', 'L'] },
  ]
  const { variants } = generateVariants(options, [{ values: ['', ''], price: 250 }], {
    withValues: (variant, values) => ({ ...variant, values }),
    add: (values, like) => ({ values, price: like?.price ?? 0 }),
    most: mostVariants,
  })
  const attributesOf = (values: readonly string[]) =>
    Object.fromEntries(options.map(({ name }, at) => [name, values[at] ?? '']))
  const made = await addProduct(shop, staff, {
    options,
    variants: variants.map(({ values, price }) =>
      draftVariant({ price, attributeValues: attributesOf(values) }),
    ),
  })
  expect(
    made.variants.map(
      ({ attributeValues, price }) => `${attributeValues.Color} ${attributeValues.Size} ${price}`,
    ),
  ).toEqual(
    [one, other].flatMap((color) => ['S', 'M', 'L'].map((size) => `${color?.name} ${size} 250`)),
  )
})

test('a save reports the removed variants with their stock', async () => {
  const made = await addProduct(shop, staff, inSizes('S', 'M', 'L'), 4)
  const draft = asDraft(made)
  const [small, , large] = draft.variants
  const saved = await desk.save(made.id, {
    ...draft,
    options: [{ name: 'Size', values: ['S', 'L'] }],
    variants: [small, large],
  })
  expect(saved.removedVariants).toEqual([
    { id: made.variants[1]?.id, attributeValues: { Size: 'M' }, stock: 4 },
  ])
  expect((await desk.save(made.id, asDraft(saved))).removedVariants).toEqual([])
})

test('a variant that is removed and added again is the same one, with its stock', async () => {
  const made = await addProduct(shop, staff, inSizes('S', 'M'), 7)
  const [small, medium] = made.variants
  const again = draftVariant({ attributeValues: { Size: 'M' }, price: 120 })
  const {
    variants: [kept],
  } = asDraft(made)
  const saved = await desk.save(made.id, { ...asDraft(made), variants: [kept, again] })
  expect(saved.variants.map(({ id, stock, price }) => [id, stock, price])).toEqual([
    [small?.id, 7, 100],
    [medium?.id, 7, 120],
  ])
  expect(saved.removedVariants).toEqual([])
})

test('variants keep their order when earlier ones are removed and one is edited', async () => {
  const made = await addProduct(shop, staff, inSizes('S', 'M', 'L', 'XL'))
  const order = ({ variants }: { variants: { attributeValues: Record<string, string> }[] }) =>
    variants.map(({ attributeValues: { Size } }) => Size)
  const draft = asDraft(made)
  const fewer = await desk.save(made.id, {
    ...draft,
    ...inSizes('L', 'XL'),
    variants: draft.variants.slice(2),
  })
  const [first, last] = asDraft(fewer).variants
  const edited = await desk.save(made.id, {
    ...asDraft(fewer),
    variants: [first, { ...last, price: 120 }],
  })
  expect(order(edited)).toEqual(['L', 'XL'])
  await shop.changesReceived()
  expect(order(await desk.shown(made.id))).toEqual(['L', 'XL'])
})

describe('variants', () => {
  test('can swap their values, be added, and be reordered', async () => {
    const made = await addProduct(shop, staff, inSizes('S', 'M'), 1)
    const [small, medium] = made.variants
    const draft = asDraft(made)
    const saved = await desk.save(made.id, {
      ...draft,
      options: [{ name: 'Size', values: ['M', 'S', 'L'] }],
      variants: [
        draftVariant({ attributeValues: { Size: 'L' } }),
        { ...draft.variants[1], attributeValues: { Size: 'S' } },
        { ...draft.variants[0], attributeValues: { Size: 'M' } },
      ],
    })
    expect(
      saved.variants.map(({ id, attributeValues, stock }) => [id, attributeValues.Size, stock]),
    ).toEqual([
      [expect.any(String), 'L', 0],
      [medium?.id, 'S', 1],
      [small?.id, 'M', 1],
    ])
    await expectBalancedBooks(shop)
  })

  test('a removed one breaks neither carts nor orders, and returns unchanged', async () => {
    const made = await addProduct(shop, staff, inSizes('S', 'M'), 5)
    const [small, medium] = made.variants
    const buyer = await makeBuyer(shop)
    const placed = await order(shop, buyer, [{ id: small?.id ?? '' }], { source: 'buyNow' })
    const caller = guest()
    await shop.call('addCartItem', { headers: caller.headers, body: { variantId: small?.id } })
    await shop.call('toggleFavorite', {
      headers: buyer.headers,
      params: { variantId: small?.id ?? '' },
    })
    const draft = asDraft(made)
    const without = await desk.save(made.id, {
      ...draft,
      options: [{ name: 'Size', values: ['M'] }],
      variants: [draft.variants[1]],
    })
    expect(without.variants.map(({ id }) => id)).toEqual([medium?.id])
    await shop.changesReceived()
    expect((await desk.shown(made.id)).variants).toHaveLength(1)
    const { data: cart } = await shop.call('getCart', { headers: caller.headers })
    expect(cart.items).toMatchObject([{ isAvailable: false }])
    const seen = await shop.call('getMyOrder', {
      headers: buyer.headers,
      params: { orderId: placed.id },
    })
    expect(seen.data.items).toMatchObject([{ productName: 'Vesper Pouch', quantity: 1 }])
    expect((await shop.call('listFavorites', { headers: buyer.headers })).total).toBe(1)
    const back = await desk.save(made.id, {
      ...asDraft(without),
      ...inSizes('S', 'M'),
      variants: [...inSizes('S').variants, asDraft(without).variants[0]],
    })
    expect(back.variants.map(({ id, stock }) => [id, stock])).toEqual([
      [small?.id, 4],
      [medium?.id, 5],
    ])
    await expectBalancedBooks(shop)
  })

  test('a save does not change the stock', async () => {
    const made = await addProduct(shop, staff, {}, 3)
    const draft = asDraft(made)
    const body = { ...draft, variants: [{ ...draft.variants[0], stock: 9 }] }
    expect((await rejectionOf(desk.save(made.id, body))).code).toBe('BAD_REQUEST')
  })
})

test('lists are consistent after all these changes', () => expectCurrentListings(shop))
