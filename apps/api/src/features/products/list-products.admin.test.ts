import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProduct, draftVariant } from '../../../test/product-drafts.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let staff: SignedUp
beforeAll(async () => {
  shop = await openTestShop()
  staff = await signUp(shop, { role: 'ADMIN', staffRole: 'SUPPORT' })
  const manager = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
  const on = (name: string, part: object, stock: number) =>
    addProduct(shop, manager, { name, material: 'Quillwork', ...part }, stock)
  await on('Qa 50%_off', { variants: [draftVariant({ price: 300 })] }, 10)
  await on('Qb', { variants: [draftVariant({ price: 100, salePrice: 80 })] }, 2)
  await on('Qc', { status: 'WITHDRAWN', variants: [draftVariant({ price: 200 })] }, 0)
})
afterAll(() => shop.close())

const list = (query: object) =>
  shop.call('listStaffProducts', { headers: staff.headers, query: query as never })
const namesOf = async (query: object) =>
  (await list({ q: 'quillwork', sort: 'name', order: 'asc', ...query })).data.map(
    ({ name }) => name,
  )

test('searches every word in name, identifier and material, literally', async () => {
  expect(await namesOf({})).toEqual(['Qa 50%_off', 'Qb', 'Qc'])
  expect(await namesOf({ q: 'QUILL qb' })).toEqual(['Qb'])
  expect(await namesOf({ q: '50%_' })).toEqual(['Qa 50%_off'])
  expect(await namesOf({ q: 'q%quill' })).toEqual([])
})

test.each<[object, string[]]>([
  [{ status: 'PUBLISHED' }, ['Qa 50%_off', 'Qb']],
  [{ status: 'WITHDRAWN' }, ['Qc']],
  [{ status: 'DELETED' }, []],
  [{ availability: 'IN_STOCK' }, ['Qa 50%_off', 'Qb']],
  [{ availability: 'LOW' }, ['Qb', 'Qc']],
  [{ availability: 'SOLD_OUT' }, ['Qc']],
  [{ onSale: 'true' }, ['Qb']],
  [{ category: 'women' }, []],
  [{ status: '', availability: '', category: '' }, ['Qa 50%_off', 'Qb', 'Qc']],
])('narrowed by %o are %j', async (query, names) => {
  expect(await namesOf(query)).toEqual(names)
})

test.each<[string, string, string[]]>([
  ['price', 'asc', ['Qb', 'Qc', 'Qa 50%_off']],
  ['price', 'desc', ['Qa 50%_off', 'Qc', 'Qb']],
  ['stock', 'asc', ['Qc', 'Qb', 'Qa 50%_off']],
  ['publishedAt', 'desc', ['Qc', 'Qb', 'Qa 50%_off']],
  ['updatedAt', 'asc', ['Qa 50%_off', 'Qb', 'Qc']],
])('sorted by %s, %s', async (sort, order, names) => {
  expect(await namesOf({ sort, order })).toEqual(names)
})

test('a category includes its subcategories and withdrawn products, and pages never overlap', async () => {
  const first = await list({ category: 'women', size: 30 })
  const second = await list({ category: 'women', size: 30, page: 2 })
  expect(first.total).toBeGreaterThan(60)
  const ids = [...first.data, ...second.data].map(({ id }) => id)
  expect(new Set(ids).size).toBe(60)
})

test('a row shows variants, price and scarce stock', async () => {
  const { data } = await list({ q: 'quillwork qb' })
  expect(data).toMatchObject([
    {
      name: 'Qb',
      status: 'PUBLISHED',
      priceFrom: 100,
      priceTo: 100,
      isOnSale: true,
      isNew: true,
      variants: 1,
      stock: 2,
      scarce: 1,
      cover: null,
      categories: [],
    },
  ])
  const chosen = await list({ ids: `${data[0]?.id},nonsense` })
  expect(chosen.data.map(({ name }) => name)).toEqual(['Qb'])
})
