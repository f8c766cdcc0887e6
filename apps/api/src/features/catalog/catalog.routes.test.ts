import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAsManyStatements } from '../../../test/count-statements.ts'
import { writeProducts } from '../../../test/listing-assertions.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const names = (list: { data: { name: string }[] }) => list.data.map(({ name }) => name)

describe('a list of products', () => {
  test('has 16 products a page, newest first, and the total', async () => {
    const list = await shop.call('listProducts')
    const { rows } = await shop.ctx.db.pool.query(
      'select name from product order by published_at desc',
    )
    expect(list.data).toHaveLength(16)
    expect(list.total).toBe(rows.length)
    expect(names(list)).toEqual(rows.slice(0, 16).map(({ name }) => name))
  })

  test.each(['new', 'price-asc', 'price-desc'])(
    'shows every product exactly once over its pages, by %s',
    async (sort) => {
      const seen: string[] = []
      let total = 1
      for (let page = 1; seen.length < total; page += 1) {
        const list = await shop.call('listProducts', { query: { page, size: 7, sort } })
        total = list.total
        expect(list.data.length).toBeGreaterThan(0)
        seen.push(...list.data.map(({ id }) => id))
      }
      expect(new Set(seen).size).toBe(total)
    },
  )

  test.each(['size', 'pageSize', 'limit'])('takes its page size from %s', async (name) => {
    expect((await shop.call('listProducts', { query: { [name]: 5 } })).data).toHaveLength(5)
  })

  test('of a category includes its subcategories', async () => {
    const all = await shop.call('listProducts', { query: { cIdentifiers: 'women' } })
    const bags = await shop.call('listProducts', { query: { cIdentifiers: 'women-bags' } })
    const shoes = await shop.call('listProducts', { query: { cIdentifiers: 'women-shoes' } })
    const both = await shop.call('listProducts', {
      query: { cIdentifiers: 'women-bags,women-shoes' },
    })
    expect(bags.total).toBeGreaterThan(0)
    expect(all.total).toBeGreaterThan(bags.total)
    expect(both.total).toBe(bags.total + shoes.total)
  })

  test('of an unknown category is empty', async () => {
    const list = await shop.call('listProducts', { query: { cIdentifiers: 'nowhere' } })
    expect(list).toMatchObject({ data: [], total: 0 })
  })

  test('sorted by price uses the current price', async () => {
    const { data } = await shop.call('listProducts', { query: { sort: 'price-asc', size: 100 } })
    const prices = data.map(({ price, salePrice }) => salePrice ?? price)
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  })

  test('can be limited to a price range, to the sale, to what is in stock', async () => {
    const ranged = await shop.call('listProducts', {
      query: { priceMin: 500, priceMax: 900, size: 100 },
    })
    expect(ranged.total).toBeGreaterThan(0)
    for (const { price, salePrice } of ranged.data) {
      expect(salePrice ?? price).toBeGreaterThanOrEqual(500)
      expect(salePrice ?? price).toBeLessThanOrEqual(900)
    }
    const reduced = await shop.call('listProducts', { query: { onSale: true, size: 100 } })
    expect(reduced.total).toBeGreaterThan(0)
    expect(
      reduced.data.every(({ isOnSale, salePrice, price }) => isOnSale && Number(salePrice) < price),
    ).toBe(true)
    const all = await shop.call('listProducts')
    const inStock = await shop.call('listProducts', { query: { inStock: true, size: 100 } })
    expect(inStock.total).toBeLessThan(all.total)
    expect(inStock.data.every(({ isAvailable }) => isAvailable)).toBe(true)
  })

  test('in stock in a size requires that very size in stock', async () => {
    const { rows } = await shop.ctx.db.pool.query(`
      select p.id from variant v join product p on p.id = product_id
      where attributes ->> 'Size' = '38' group by p.id having max(stock) > 0`)
    const list = await shop.call('listProducts', {
      query: { sizes: '38', inStock: true, size: 100 },
    })
    expect(list.data.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
  })
})

describe('facets', () => {
  test('count the results of each choice', async () => {
    const { data } = await shop.call('listFacets', { query: { cIdentifiers: 'women-shoes' } })
    for (const { value, count } of data.colors.slice(0, 4)) {
      const list = await shop.call('listProducts', {
        query: { cIdentifiers: 'women-shoes', color: value },
      })
      expect(list.total).toBe(count)
    }
    for (const { value, count } of data.sizes.slice(0, 3)) {
      const list = await shop.call('listProducts', {
        query: { cIdentifiers: 'women-shoes', sizes: value },
      })
      expect(list.total).toBe(count)
    }
    const numbers = data.sizes.map(({ value }) => Number(value))
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  })

  test('ignore their own choice', async () => {
    const free = await shop.call('listFacets', { query: { cIdentifiers: 'women-bags' } })
    const [first] = free.data.colors
    const chosen = await shop.call('listFacets', {
      query: { cIdentifiers: 'women-bags', color: first?.value ?? '' },
    })
    expect(chosen.data.colors).toEqual(free.data.colors)
    expect(chosen.data.total).toBe(first?.count)
  })
})

test('of a price range count its products and still return the full range', async () => {
  const free = await shop.call('listFacets', { query: { cIdentifiers: 'women-bags' } })
  const query = { cIdentifiers: 'women-bags', priceMin: 1_000, priceMax: 2_000 }
  const ranged = await shop.call('listFacets', { query })
  const list = await shop.call('listProducts', { query })
  expect(ranged.data.total).toBe(list.total)
  expect(ranged.data.total).toBeLessThan(free.data.total)
  expect(ranged.data.price).toEqual(free.data.price)
})

test('a list filtered by color shows each product in it', async () => {
  const { data: loafer } = await shop.call('getProduct', { params: { id: 'porto-loafer' } })
  const colors = loafer.colors.map(({ name }) => name)
  expect(colors.length).toBeGreaterThan(1)
  for (const color of colors) {
    const { data } = await shop.call('listProducts', { query: { color, size: 100 } })
    const variant = loafer.variants.find(({ attributeValues }) => attributeValues.Color === color)
    expect(data.find(({ id }) => id === loafer.id)).toMatchObject({
      color,
      cover: variant?.cover,
      coverPicture: { src: variant?.cover },
    })
  }
  const { data: any } = await shop.call('listProducts', { query: { search: 'porto loafer' } })
  expect(any[0]).toMatchObject({ id: loafer.id, color: null, cover: loafer.cover })
})

describe('a product', () => {
  test('is found by id and by identifier', async () => {
    const byName = await shop.call('getProduct', { params: { id: 'calvi-tote' } })
    const byId = await shop.call('getProduct', { params: { id: byName.data.id } })
    expect(byId).toEqual(byName)
    expect(byName.data).toMatchObject({ identifier: 'calvi-tote', name: 'Calvi Tote' })
    expect(byName.data.variants.length).toBe(
      byName.data.options.reduce((count, { values }) => count * values.length, 1),
    )
    expect(byName.data.breadcrumbs.map(({ identifier }) => identifier)).toEqual([
      'women',
      'women-bags',
      'women-bags-tote',
    ])
    expect(byName.data.related.length).toBeGreaterThanOrEqual(3)
  })

  test('includes the pictures of the product and its variants once, its own first', async () => {
    const { data } = await shop.call('getProduct', { params: { id: 'porto-loafer' } })
    const known = data.pictures.map(({ src }) => src)
    const named = [...data.imagesJson, ...data.variants.flatMap(({ imagesJson }) => imagesJson)]
    expect(known.slice(0, data.imagesJson.length)).toEqual(data.imagesJson)
    expect(new Set(known).size).toBe(known.length)
    expect([...known].sort()).toEqual([...new Set(named)].sort())
    expect(known.length).toBeGreaterThan(data.imagesJson.length)
  })

  test.each([
    'no-such-product',
    '00000000-0000-4000-8000-000000000000',
    "'; drop table product; --",
  ])('that does not exist, %s, responds 404 with the specified message', async (id) => {
    await expect(shop.call('getProduct', { params: { id } })).rejects.toMatchObject({
      status: 404,
      code: 'PRODUCT_NOT_FOUND',
      message: 'Opps!! Something went wrong. Please try again later.',
    })
  })

  test('that is deleted disappears from its page, lists and search', async () => {
    const list = await shop.call('listProducts')
    const gone = list.data[3]
    await writeProducts(shop, 'update product set deleted_at = now() where id = $1', [gone?.id])
    await shop.changesReceived()
    const after = await shop.call('listProducts')
    expect(after.total).toBe(list.total - 1)
    expect(names(after)).not.toContain(gone?.name)
    const found = await shop.call('listProducts', { query: { search: gone?.name ?? '' } })
    expect(names(found)).not.toContain(gone?.name)
    await expect(shop.call('getProduct', { params: { id: gone?.id ?? '' } })).rejects.toMatchObject(
      {
        status: 404,
      },
    )
  })
})

test('empty bounds of the price are ignored', async () => {
  const all = await shop.call('listProducts')
  const { body } = await shop.app.inject('/api/products?priceMin=&priceMax=')
  expect(JSON.parse(body).total).toBe(all.total)
})

test('a change shows at once although answers are cached', async () => {
  const before = await shop.call('getProduct', { params: { id: 'calvi-tote' } })
  await writeProducts(shop, `update variant set stock = 0 where product_id = $1`, [before.data.id])
  await shop.changesReceived()
  const after = await shop.call('getProduct', { params: { id: 'calvi-tote' } })
  expect(before.data.isAvailable).toBe(true)
  expect(after.data.isAvailable).toBe(false)
  const { data } = await shop.call('listProducts', { query: { search: 'Calvi Tote' } })
  expect(data.find(({ identifier }) => identifier === 'calvi-tote')?.isAvailable).toBe(false)
})

test('an answer that the client has already is not sent again', async () => {
  const first = await shop.app.inject('/api/products?size=3')
  const again = await shop.app.inject({
    url: '/api/products?size=3',
    headers: { 'if-none-match': String(first.headers.etag) },
  })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
})

test.each(['listProducts', 'getProduct'] as const)(
  '%s asks the database as often for much as for little',
  async (name) => {
    const uncached = await openTestShop({ beside: shop, cache: false })
    const { rows } = await shop.ctx.db.pool.query(
      'select p.identifier from product p join product_listing l on l.product_id = p.id join variant v on v.product_id = p.id group by 1 order by count(*), 1',
    )
    const [few, many] = [rows[0].identifier, rows.at(-1).identifier]
    // Pages of one and of a hundred; a product with few and one with many variants and related
    // products.
    const read = (size: number) =>
      name === 'listProducts'
        ? uncached.call('listProducts', { query: { size } })
        : uncached.call('getProduct', { params: { id: size === 1 ? few : many } })
    await expectAsManyStatements(
      () => read(1),
      () => read(100),
    )
    await uncached.close()
  },
)
