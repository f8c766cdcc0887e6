import type { Facets } from '@solvane/contract/catalog'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeProducts } from '../../../test/listing-assertions.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

interface Pair {
  color: string
  size: string
  inStock: boolean
}

/** A product with its filterable values, read from the tables that staff edit; in dollars. */
interface ListedProduct {
  identifier: string
  material: string
  categories: string[]
  pairs: Pair[]
  price: number
  isOnSale: boolean
  isAvailable: boolean
}

interface Asked {
  categories: string[]
  colors: string[]
  sizes: string[]
  materials: string[]
  priceMin: number | undefined
  priceMax: number | undefined
  inStock: boolean
  onSale: boolean
}

let shop: TestShop
let products: ListedProduct[]
beforeAll(async () => {
  shop = await openTestShop({ cache: false })
  // Some products have sold-out pairs, so that 'in stock' differs from 'offered'.
  await writeProducts(
    shop,
    `update variant set stock = 0 where abs(hashtext(product_id::text || position)) % 3 = 0`,
  )
  products = await readProducts()
})
afterAll(() => shop.close())

async function readProducts(): Promise<ListedProduct[]> {
  const { rows } = await shop.ctx.db.pool.query<
    Omit<ListedProduct, 'price' | 'isOnSale' | 'isAvailable'> & {
      variants: { now: number; price: number; stock: number; position: number }[]
    }
  >(`
    with recursive under as (
      select product_id, category_id as id from product_category
      union select u.product_id, c.parent_id from under u join category c on c.id = u.id
      where c.parent_id is not null
    )
    select p.identifier, p.material,
      (select array_agg(c.identifier) from under u join category c using (id)
       where u.product_id = p.id) as categories,
      json_agg(json_build_object('color', v.attributes ->> 'Color', 'size', v.attributes ->> 'Size',
        'inStock', v.stock > 0)) as pairs,
      json_agg(json_build_object('stock', v.stock, 'position', v.position, 'price', v.price_cents,
        'now', current_price_cents(v.price_cents, v.sale_price_cents, v.sale_starts_at,
          v.sale_ends_at, now()))) as variants
    from product p join variant v on v.product_id = p.id and v.deleted_at is null and v.is_enabled
    where p.deleted_at is null group by p.id`)
  return rows.map(({ variants, ...product }) => {
    const [shown] = variants.toSorted(
      (a, b) =>
        Number(b.stock > 0) - Number(a.stock > 0) || a.now - b.now || a.position - b.position,
    )
    if (!shown) throw new Error('A group without a row.')
    return {
      ...product,
      price: shown.now / 100,
      isOnSale: shown.now < shown.price,
      isAvailable: variants.some(({ stock }) => stock > 0),
    }
  })
}

const includes = (chosen: string[], value: string) => chosen.length === 0 || chosen.includes(value)

function pairsOf(product: ListedProduct, { colors, sizes, inStock }: Asked): Pair[] {
  return product.pairs.filter(
    (pair) =>
      includes(colors, pair.color) && includes(sizes, pair.size) && (pair.inStock || !inStock),
  )
}

function passing(asked: Asked): ListedProduct[] {
  return products.filter(
    (product) =>
      (asked.categories.length === 0 ||
        product.categories.some((category) => asked.categories.includes(category))) &&
      includes(asked.materials, product.material) &&
      pairsOf(product, asked).length > 0 &&
      product.price >= (asked.priceMin ?? 0) &&
      product.price <= (asked.priceMax ?? Number.POSITIVE_INFINITY) &&
      (product.isAvailable || !asked.inStock) &&
      (product.isOnSale || !asked.onSale),
  )
}

/** The number of products by the values of `valuesOf`, without empty ones. */
function tally(
  of: ListedProduct[],
  valuesOf: (product: ListedProduct) => (string | null)[],
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const product of of)
    for (const value of new Set(valuesOf(product)))
      if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

const toMap = (counts: { value: string; count: number }[]) =>
  new Map(counts.map(({ value, count }) => [value, count]))

function expectFacets(facets: Facets, asked: Asked) {
  const free = { ...asked, colors: [], sizes: [], materials: [] }
  const sidesOf = (side: 'color' | 'size', others: Asked) => (product: ListedProduct) =>
    pairsOf(product, others).map((pair) => pair[side])
  const found = passing(asked)
  const prices = passing({ ...asked, priceMin: undefined, priceMax: undefined }).map(
    ({ price }) => price,
  )
  const openColors = { ...free, sizes: asked.sizes, materials: asked.materials }
  const openSizes = { ...free, colors: asked.colors, materials: asked.materials }
  expect(toMap(facets.colors)).toEqual(tally(passing(openColors), sidesOf('color', openColors)))
  expect(toMap(facets.sizes)).toEqual(tally(passing(openSizes), sidesOf('size', openSizes)))
  expect(toMap(facets.materials)).toEqual(
    tally(passing({ ...asked, materials: [] }), ({ material }) => [material]),
  )
  expect(facets).toMatchObject({
    total: found.length,
    inStock: passing({ ...asked, inStock: true }).length,
    onSale: passing({ ...asked, onSale: true }).length,
    price: { min: Math.min(...prices, Infinity), max: Math.max(...prices, -Infinity) },
  })
}

const some = (values: string[]) => fc.subarray(values, { maxLength: 2 })
const dollars = fc.option(fc.integer({ min: 2, max: 60 }), { nil: undefined })
const asked: fc.Arbitrary<Asked> = fc.record({
  categories: some(['women', 'men', 'women-bags', 'women-shoes', 'men-shoes', 'nowhere']),
  colors: some(['Ink Black', 'Night Navy', 'Cognac', 'Espresso', 'No such colour']),
  sizes: some(['38', '42', 'M', 'no such size']),
  materials: some(['Smooth Calfskin', 'Pebbled Calfskin', 'Suede', 'No such material']),
  priceMin: dollars.map((hundreds) => hundreds && hundreds * 50),
  priceMax: dollars.map((hundreds) => hundreds && hundreds * 100),
  inStock: fc.boolean(),
  onSale: fc.boolean(),
})

// Limited by its number of runs, not by a timeout that a busy machine reaches.
test('all filters list, count and offer the products that the tables contain', {
  timeout: 0,
}, async () => {
  await fc.assert(
    fc.asyncProperty(asked, fc.constantFrom('new', 'price-asc', 'price-desc'), async (of, sort) => {
      const query = {
        cIdentifiers: of.categories.join(),
        color: of.colors.join(),
        sizes: of.sizes.join(),
        material: of.materials.join(),
        ...(of.priceMin && { priceMin: of.priceMin }),
        ...(of.priceMax && { priceMax: of.priceMax }),
        inStock: of.inStock,
        onSale: of.onSale,
      }
      const found = passing(of)
      const list = await shop.call('listProducts', { query: { ...query, sort, size: 100 } })
      expect(list.total).toBe(found.length)
      expect(list.data.map(({ identifier }) => identifier)).toHaveLength(Math.min(100, list.total))
      expect(found.map(({ identifier }) => identifier)).toEqual(
        expect.arrayContaining(list.data.map(({ identifier }) => identifier)),
      )
      const { data } = await shop.call('listFacets', { query })
      if (found.length > 0) expectFacets(data, of)
      else expect(data.total).toBe(0)
    }),
    { numRuns: 150 },
  )
})
