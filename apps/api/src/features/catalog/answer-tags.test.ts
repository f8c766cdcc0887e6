import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { writeProducts } from '../../../test/listing-assertions.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let editedId: string

const edited = 'corso-top-handle'
const requests = {
  page: `/products/${edited}`,
  otherPage: '/products/porto-loafer',
  list: '/products?cIdentifiers=women-bags&size=100',
  lastOfList: '/products?cIdentifiers=women-bags&page=100',
  otherList: '/products?cIdentifiers=men-shoes',
  byPrice: '/products?cIdentifiers=women-bags&sort=price-desc&page=100',
  otherByPrice: '/products?cIdentifiers=men-shoes&sort=price-desc',
  narrowed: '/products?cIdentifiers=women-bags&inStock=true&page=100',
  filters: '/products/facets?cIdentifiers=women-bags',
  otherFilters: '/products/facets?cIdentifiers=men-shoes',
  search: '/products?search=loafer',
  tree: '/categories/tree',
  category: '/categories/women-bags',
  recommendations: '/products/recommendations',
  settings: '/content/settings',
}
type Name = keyof typeof requests
const names = Object.keys(requests) as Name[]

beforeAll(async () => {
  shop = await openTestShop()
  editedId = (await shop.call('getProduct', { params: { id: edited } })).data.id
})
afterAll(() => shop.close())

const get = (name: Name) => shop.app.inject(`/api${requests[name]}`)
const cacheStatus = async (name: Name) => (await get(name)).headers['cache-status']
const query = (text: string, values: unknown[] = []) => writeProducts(shop, text, values)
const editVariants = (set: string) =>
  query(`update variant set ${set} where product_id = $1`, [editedId])

/** The answers that a change drops from the cache; all are cached before it. */
async function droppedBy(change: () => Promise<unknown>): Promise<Name[]> {
  // Answers are not cached while the next sale is being looked up.
  for (const name of names)
    await vi.waitFor(async () => expect(await cacheStatus(name), name).toBe('solvane; hit'), 60_000)
  await change()
  await shop.changesReceived()
  const dropped: Name[] = []
  for (const name of names) if ((await cacheStatus(name)) !== 'solvane; hit') dropped.push(name)
  return dropped
}

describe('a change drops the answers that show it and no others', () => {
  beforeEach(async () => {
    expect((await get('list')).body.includes(editedId)).toBe(true)
    for (const name of ['otherPage', 'otherList', 'search', 'recommendations'] as const)
      expect((await get(name)).body.includes(editedId), name).toBe(false)
  })

  test.each([
    ['a price', 'price_cents = price_cents + 100'],
    ['a variant that sells out', 'stock = 0'],
    ['a variant that is back in stock', 'stock = 7'],
    ['a sale', "sale_price_cents = 100, sale_starts_at = now() - interval '1 hour'"],
  ])('%s', async (_title, set) => {
    const dropped = await droppedBy(() => editVariants(set))
    expect(dropped).toEqual(['page', 'list', 'byPrice', 'narrowed', 'filters'])
  })

  test('stock that stays above the threshold drops nothing', async () => {
    expect(await droppedBy(() => editVariants('stock = stock - 1'))).toEqual([])
  })

  test('a description', async () => {
    const dropped = await droppedBy(() =>
      query('update product set description = $2 where id = $1', [editedId, 'Woven in Calvi.']),
    )
    expect(dropped).toEqual(['page', 'list', 'search'])
  })

  test('a synonym', async () => {
    const dropped = await droppedBy(() =>
      query("insert into search_synonym (term, synonyms) values ('qzx', '{tote}')"),
    )
    expect(dropped).toEqual(['search'])
  })

  test('the name of a category', async () => {
    const dropped = await droppedBy(() =>
      query("update category set name = 'Boots' where identifier = 'men-shoes-ankle-boot'"),
    )
    expect(dropped).toEqual(names.filter((name) => !['recommendations', 'settings'].includes(name)))
  })

  test('a product that is withdrawn', async () => {
    const dropped = await droppedBy(() =>
      query('update product set is_withdrawn = true, deleted_at = now() where id = $1', [editedId]),
    )
    expect(dropped).toEqual([
      'page',
      'list',
      'lastOfList',
      'byPrice',
      'narrowed',
      'filters',
      'search',
      'recommendations',
    ])
    await query('update product set is_withdrawn = false, deleted_at = null where id = $1', [
      editedId,
    ])
    await shop.changesReceived()
  })

  test('more than 500 products at once', async () => {
    const dropped = await droppedBy(() =>
      query("select publish_changes(array(select 'product:' || n from generate_series(1, 501) n))"),
    )
    expect(dropped).toEqual(names.filter((name) => name !== 'settings'))
  })
})

test('a sale that begins by itself drops what shows it and nothing else', async () => {
  const start = new Date('2031-03-01T10:00:00Z')
  await query(
    'update variant set sale_price_cents = 100, sale_starts_at = $2, sale_ends_at = null where product_id = $1',
    [editedId, start],
  )
  await shop.changesReceived()
  shop.setTime(new Date(start.getTime() - 1_000))
  const dropped = await droppedBy(async () => {
    shop.setTime(start)
    // The outdated answer is not returned.
    expect((await get('page')).json().data.isOnSale).toBe(true)
    await vi.waitFor(
      async () => expect(await cacheStatus('otherPage')).toBe('solvane; hit'),
      20_000,
    )
  })
  expect(dropped).toEqual(expect.arrayContaining(['list', 'byPrice', 'narrowed', 'filters']))
  for (const name of ['otherPage', 'otherList', 'otherFilters', 'search', 'tree'] as const)
    expect(dropped).not.toContain(name)
})
