import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeProducts } from '../../../test/listing-assertions.ts'
import { setStock, stockVariants } from '../../../test/product-factory.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let ada: SignedUp
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

async function newShopper() {
  ada = await signUp(shop)
  return ada.headers
}

type Headers = { authorization: string }

const toggle = async (headers: Headers, variantId: string, removeFromCart?: boolean) =>
  (
    await shop.call('toggleFavorite', {
      headers,
      params: { variantId },
      query: removeFromCart === undefined ? {} : { removeFromCart },
    })
  ).data.isFavorited
const list = (headers: Headers, query = {}) => shop.call('listFavorites', { headers, query })
const addAll = (headers: Headers, variantIds: string[], removeFromCart?: boolean) =>
  shop.call('addFavorites', { headers, body: { variantIds, removeFromCart } })

/** A product with two variants in different colors, each with its own picture. */
async function twoColours() {
  const { rows } = await shop.ctx.db.pool.query<{
    product: string
    one: string
    other: string
    otherColor: string
  }>(
    `select v.product_id as product, v.id as one, w.id as other,
       w.attributes ->> 'Color' as "otherColor"
     from variant v join variant w on w.product_id = v.product_id
     where v.attributes ->> 'Color' < w.attributes ->> 'Color' limit 1`,
  )
  const [pair] = rows
  if (!pair) throw new Error('a product in two colours')
  for (const id of [pair.one, pair.other])
    await writeProducts(shop, 'update variant set pictures = $1 where id = $2', [
      JSON.stringify([{ src: `/media/${id}`, alt: 'Seen', width: 4, height: 5, color: '#ffffff' }]),
      id,
    ])
  return pair
}

describe('toggling', () => {
  test.each(['id', 'productId', 'identifier'] as const)('by %s turns to and fro', async (key) => {
    const headers = await newShopper()
    const [variant] = await stockVariants(shop, 1, 3)
    expect(await toggle(headers, variant[key])).toBe(true)
    expect((await list(headers)).data.map(({ id }) => id)).toEqual([variant.productId])
    expect(await toggle(headers, variant[key])).toBe(false)
    expect((await list(headers)).total).toBe(0)
  })

  test.each(['nowhere', crypto.randomUUID()])('of %s is rejected', async (variantId) => {
    await expect(toggle(await newShopper(), variantId)).rejects.toMatchObject({
      status: 404,
      code: 'PRODUCT_NOT_FOUND',
    })
  })

  test('removes a product that is no longer for sale, and does not add it', async () => {
    const headers = await newShopper()
    const [variant] = await stockVariants(shop, 1, 3)
    await toggle(headers, variant.id)
    const forSale = (isForSale: boolean) =>
      writeProducts(
        shop,
        'update product set deleted_at = case when $1 then null else now() end where id = $2',
        [isForSale, variant.productId],
      )
    await forSale(false)
    expect(await list(headers)).toMatchObject({ data: [], total: 0 })
    expect(await toggle(headers, variant.id)).toBe(false)
    await expect(toggle(headers, variant.id)).rejects.toMatchObject({ status: 404 })
    await expect(toggle(headers, variant.productId)).rejects.toMatchObject({ status: 404 })
    await forSale(true)
  })

  test('concurrently never fails, and stores one favorite at most', async () => {
    const headers = await newShopper()
    const [variant] = await stockVariants(shop, 1, 3)
    await Promise.all(Array.from({ length: 9 }, () => toggle(headers, variant.id)))
    expect((await list(headers)).total).toBeLessThanOrEqual(1)
  })

  test('removes a new favorite from the cart if requested, but not one that is removed', async () => {
    const headers = await newShopper()
    const [variant] = await stockVariants(shop, 1, 3)
    const add = () => shop.call('addCartItem', { headers, body: { variantId: variant.id } })
    const left = async () => (await shop.call('getCart', { headers })).data.totalItems
    await add()
    expect(await toggle(headers, variant.id, true)).toBe(true)
    expect(await left()).toBe(0)
    await add()
    expect(await toggle(headers, variant.id, true)).toBe(false)
    expect(await left()).toBe(1)
  })
})

describe('adding several', () => {
  test('adds each once, even if repeated', async () => {
    const headers = await newShopper()
    const ids = (await stockVariants(shop, 4, 3)).map(({ id }) => id)
    expect((await addAll(headers, ids.slice(0, 3))).data.added).toBe(3)
    expect((await addAll(headers, ids)).data.added).toBe(1)
    expect((await addAll(headers, [...ids, ...ids])).data.added).toBe(0)
    expect((await list(headers)).total).toBe(4)
  })

  test('with one that is not for sale adds none and moves nothing', async () => {
    const headers = await newShopper()
    const [one, other] = await stockVariants(shop, 2, 3)
    if (!other) throw new Error('two variants')
    await shop.call('addCartItem', { headers, body: { variantId: one.id } })
    await writeProducts(shop, 'update variant set is_enabled = false where id = $1', [other.id])
    for (const bad of [crypto.randomUUID(), other.id, 'no-such-product'])
      await expect(addAll(headers, [one.id, bad], true)).rejects.toMatchObject({
        status: 400,
        code: 'FAVORITES_REFUSED',
        message: 'Error: Some selected items cannot be favorited.',
        details: { variantIds: [bad] },
      })
    expect((await list(headers)).total).toBe(0)
    expect((await shop.call('getCart', { headers })).data.totalItems).toBe(1)
  })

  test('removes them from the cart if requested, sold-out ones too', async () => {
    const headers = await newShopper()
    const [one, other, stays] = await stockVariants(shop, 3, 3)
    if (!other || !stays) throw new Error('three variants')
    for (const { id } of [one, other, stays])
      await shop.call('addCartItem', { headers, body: { variantId: id } })
    await setStock(shop, other, 0)
    await addAll(headers, [one.id, other.id], true)
    const cart = await shop.call('getCart', { headers })
    expect(cart.data.items.map(({ variant }) => variant.id)).toEqual([stays.id])
    expect((await list(headers)).total).toBe(2)
  })

  test('accepts as many as a merged cart can contain', async () => {
    const headers = await newShopper()
    const ids = (await stockVariants(shop, 150, 3)).map(({ id }) => id)
    expect((await addAll(headers, ids, true)).data.added).toBe(150)
  })

  test('concurrently, in either order, loses none', async () => {
    const headers = await newShopper()
    const ids = (await stockVariants(shop, 6, 3)).map(({ id }) => id)
    await Promise.all([ids, ids.toReversed(), ids].map((some) => addAll(headers, some, true)))
    expect((await list(headers)).total).toBe(6)
  })
})

describe('the list', () => {
  test('shows the chosen variant: its picture, its price, its stock', async () => {
    const headers = await newShopper()
    const { product, one, other, otherColor } = await twoColours()
    await writeProducts(
      shop,
      `update variant set price_cents = case id when $1 then 70000 else 90000 end, stock = 2,
        sale_price_cents = case id when $2 then 80000 end, sale_starts_at = null, sale_ends_at = null
       where product_id = $3`,
      [one, other, product],
    )
    await toggle(headers, other)
    expect((await list(headers)).data).toMatchObject([
      {
        id: product,
        variantId: other,
        cover: `/media/${other}`,
        color: otherColor,
        price: 900,
        salePrice: 800,
        isOnSale: true,
      },
    ])
    // The other color replaces it: one favorite per product.
    await addAll(headers, [one])
    expect((await list(headers)).data).toMatchObject([
      {
        id: product,
        variantId: one,
        cover: `/media/${one}`,
        price: 700,
        salePrice: null,
        isAvailable: true,
      },
    ])
    await writeProducts(shop, 'update variant set stock = 0 where id = $1', [one])
    expect((await list(headers)).data).toMatchObject([{ variantId: one, isAvailable: false }])
    await writeProducts(shop, 'update variant set is_enabled = false where id = $1', [one])
    const [fallen] = (await list(headers)).data
    expect(fallen).toMatchObject({ id: product, isAvailable: true })
    expect(fallen?.variantId).not.toBe(one)
  })

  test('is sorted newest first, without duplicates across pages', async () => {
    const headers = await newShopper()
    const variants = await stockVariants(shop, 21, 3)
    await addAll(
      headers,
      variants.slice(0, 20).map(({ id }) => id),
    )
    await toggle(headers, variants[20]?.id ?? '')
    const seen: string[] = []
    for (const page of [1, 2, 3]) {
      const { data, total } = await list(headers, { page, pageSize: 8 })
      expect(total).toBe(21)
      expect(data.every(({ isFavorited }) => isFavorited)).toBe(true)
      seen.push(...data.map(({ id }) => id))
    }
    expect(seen[0]).toBe(variants[20]?.productId)
    expect(new Set(seen).size).toBe(21)
    expect((await list(headers)).data).toHaveLength(16)
    expect(await list(headers, { page: 9 })).toMatchObject({ data: [], total: 21 })
  })
})

test('the ids cover the whole list', async () => {
  const headers = await newShopper()
  const ids = async () =>
    (await shop.call('listFavoriteIds', { headers })).data.productIds.toSorted()
  expect(await ids()).toEqual([])
  const variants = await stockVariants(shop, 20, 3)
  await addAll(
    headers,
    variants.map(({ id }) => id),
  )
  expect(await ids()).toEqual(variants.map(({ productId }) => productId).toSorted())
})

describe('products have a favorite flag', () => {
  test('for their owner, in lists, pages, recommendations and related products; for nobody else', async () => {
    const owner = await newShopper()
    const stranger = await newShopper()
    const page = await shop.call('getProduct', { params: { id: 'calvi-tote' } })
    const [related] = page.data.related
    const hot = (await shop.call('getRecommendations')).data.hotSearches[0]
    for (const id of [page.data.id, related?.id, hot?.id]) await toggle(owner, id ?? '')

    const marksFor = async (headers: Partial<Headers>) => {
      const shown = { params: { id: 'calvi-tote' }, headers }
      const [product, products, chosen] = [
        await shop.call('getProduct', shown),
        await shop.call('listProducts', { query: { search: 'Calvi Tote', size: 1 }, headers }),
        await shop.call('getRecommendations', { headers }),
      ]
      return [
        product.data.isFavorited,
        product.data.related[0]?.isFavorited,
        products.data[0]?.isFavorited,
        chosen.data.hotSearches[0]?.isFavorited,
      ]
    }
    for (const headers of [{}, stranger, owner, stranger, {}])
      expect(await marksFor(headers)).toEqual(Array(4).fill(headers === owner))
    const { data } = await shop.call('listProducts', { headers: owner, query: { size: 100 } })
    expect(data.filter(({ isFavorited }) => isFavorited).length).toBeLessThanOrEqual(3)
  })
})
