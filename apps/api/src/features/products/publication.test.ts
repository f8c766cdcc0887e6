import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addProduct, asDraft } from '../../../test/product-drafts.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signInAgain, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let staff: SignedUp
let shopper: SignedUp
beforeAll(async () => {
  shop = await openTestShop()
  staff = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
  shopper = await signUp(shop)
})
afterAll(() => shop.close())
afterEach(() => shop.setTime(null))

const day = 24 * 60 * 60 * 1000
const instant = (milliseconds: number) => new Date(milliseconds).toISOString()
const categories = async () => (await shop.call('listCategories', staff)).data

/** The places where a product appears: everything that shoppers, robots and feeds read. */
async function placesOf({ identifier, name }: { identifier: string; name: string }) {
  const text = async (url: string) => (await shop.app.inject(url)).body
  const listed = async (query: Record<string, string>) =>
    (await shop.call('listProducts', { query })).data.some((one) => one.identifier === identifier)
  return {
    page: await shop.call('getProduct', { params: { id: identifier } }).then(
      () => true,
      () => false,
    ),
    list: await listed({}),
    category: await listed({ cIdentifiers: 'women-bags' }),
    filtered: await listed({ cIdentifiers: 'women-bags', material: 'Felt' }),
    search: await listed({ search: name }),
    sitemap: (await text('/sitemap-products-0.xml')).includes(`/product/${identifier}<`),
    feed: (await text('/feeds/meta.csv')).includes(identifier),
  }
}
const everywhere = {
  page: true,
  list: true,
  category: true,
  filtered: true,
  search: true,
  sitemap: true,
  feed: true,
}
const nowhere = Object.fromEntries(Object.keys(everywhere).map((place) => [place, false]))

async function schedule(name: string, { from, until }: { from: number; until: number | null }) {
  const bags = (await categories()).find(({ identifier }) => identifier === 'women-bags')
  return addProduct(
    shop,
    staff,
    {
      name,
      publishedAt: instant(from),
      withdrawsAt: until === null ? null : instant(until),
      categoryIds: [bags?.id ?? ''],
    },
    5,
  )
}

describe('a product that is published and withdrawn by date', () => {
  test('appears everywhere at its instant, and disappears everywhere at its other', async () => {
    const now = Date.now()
    const product = await schedule('Quillon Satchel', { from: now + day, until: now + 2 * day })
    const [variant] = product.variants
    const item = { variantId: variant?.id, quantity: 1 }
    expect(await placesOf(product)).toEqual(nowhere)
    expect((await rejectionOf(shop.call('addCartItem', { ...shopper, body: item }))).code).toBe(
      'VARIANT_NOT_FOUND',
    )

    shop.setTime(new Date(now + day - 1))
    expect(await placesOf(product)).toEqual(nowhere)
    shop.setTime(new Date(now + day))
    await expect.poll(() => placesOf(product)).toEqual(everywhere)
    const buyer = await signInAgain(shop, shopper)
    const { data: cart } = await shop.call('addCartItem', { ...buyer, body: item })
    expect(cart.items).toHaveLength(1)

    shop.setTime(new Date(now + 2 * day - 1))
    expect(await placesOf(product)).toEqual(everywhere)
    shop.setTime(new Date(now + 2 * day))
    await expect.poll(() => placesOf(product)).toEqual(nowhere)
    // What is in a cart already can no longer be bought, from that very instant.
    const again = await signInAgain(shop, shopper)
    const preview = await shop.call('previewOrder', { ...again, body: { items: [item] } })
    expect(preview.data.unavailableItems).toEqual([variant?.id])
  })

  test('is refreshed once by each of several processes, without a difference', async () => {
    const beside = await openTestShop({ beside: shop })
    const now = Date.now()
    const product = await schedule('Tamsin Satchel', { from: now + day, until: null })
    for (const one of [shop, beside]) one.setTime(new Date(now + day))
    const seenBy = (one: TestShop) =>
      one.call('listProducts', { query: { search: 'Tamsin Satchel' } }).then(({ total }) => total)
    await expect.poll(async () => [await seenBy(shop), await seenBy(beside)]).toEqual([1, 1])
    const { rows } = await shop.ctx.db.pool.query(
      'select listing_due_at from product where id = $1',
      [product.id],
    )
    expect(rows).toEqual([{ listing_due_at: null }])
    await beside.close()
  })

  test('is shown to staff with both dates, and keeps them through a save', async () => {
    const now = Date.now()
    const product = await schedule('Orsola Satchel', { from: now + day, until: now + 2 * day })
    const { data } = await shop.call('updateProduct', {
      ...staff,
      params: { id: product.id },
      body: { ...asDraft(product), name: 'Orsola Bag' },
    })
    expect(data).toMatchObject({
      publishedAt: instant(now + day),
      withdrawsAt: instant(now + 2 * day),
    })
  })

  test('brought forward to now is in the shop with the save', async () => {
    const now = Date.now()
    const product = await schedule('Petra Satchel', { from: now + day, until: null })
    await shop.call('updateProduct', {
      ...staff,
      params: { id: product.id },
      body: { ...asDraft(product), publishedAt: instant(now - 1000) },
    })
    await shop.changesReceived()
    expect(await placesOf({ ...product, name: 'Petra Satchel' })).toEqual(everywhere)
  })
})

describe('products in place of another', () => {
  const alternatives = (id: string) => shop.call('listAlternatives', { params: { id } })

  test('are of its category, in stock, and the nearest in price', async () => {
    const { data: of } = await shop.call('getProduct', { params: { id: 'calvi-tote' } })
    const category = of.breadcrumbs.at(-1)?.identifier ?? ''
    const others = (
      await shop.call('listProducts', {
        query: { cIdentifiers: category, inStock: true, size: 100 },
      })
    ).data.filter(({ id }) => id !== of.id)
    const distance = (one: { salePrice: number | null; price: number }) =>
      Math.abs((one.salePrice ?? one.price) - Math.min(...of.variants.map(({ price }) => price)))
    const nearest = others
      .map(distance)
      .toSorted((a, b) => a - b)
      .slice(0, 4)
    const { data, total } = await alternatives('calvi-tote')
    expect(total).toBe(data.length)
    expect(data.map(distance)).toEqual(nearest)
    expect(data.every(({ isAvailable }) => isAvailable)).toBe(true)
    expect(data.map(({ id }) => id)).not.toContain(of.id)
  })

  test('lead on from one that was withdrawn, and not from one that was never in the shop', async () => {
    const shown = await schedule('Rhea Satchel', { from: Date.now() - day, until: null })
    const secret = await addProduct(shop, staff, { status: 'WITHDRAWN' })
    await shop.call('updateProduct', {
      ...staff,
      params: { id: shown.id },
      body: { ...asDraft(shown), status: 'WITHDRAWN' },
    })
    await shop.changesReceived()
    expect(
      (await rejectionOf(shop.call('getProduct', { params: { id: shown.identifier } }))).status,
    ).toBe(404)
    expect((await alternatives(shown.identifier)).data).toHaveLength(4)
    expect((await rejectionOf(alternatives(secret.identifier))).code).toBe('PRODUCT_NOT_FOUND')
    expect((await rejectionOf(alternatives('nothing-like-it'))).code).toBe('PRODUCT_NOT_FOUND')
  })
})
