import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProduct, draftVariant, inSizes } from '../../../test/product-drafts.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let staff: SignedUp
beforeAll(async () => {
  shop = await openTestShop()
  staff = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
})
afterAll(() => shop.close())

type Query = Record<string, string | boolean>
const list = async (query: Query) =>
  (await shop.call('listProducts', { query })).data.map(({ name }) => name)
const facets = async (query: Query) => (await shop.call('listFacets', { query })).data

test('a material and a size with a comma can be chosen', async () => {
  const draft = { name: 'Comma Loafer', material: 'Calfskin, suede', ...inSizes('38,5') }
  await addProduct(shop, staff, draft, 1)
  await addProduct(shop, staff, { name: 'Plain Loafer', material: 'Calfskin' }, 1)
  await shop.changesReceived()
  expect((await facets({ material: 'Calfskin\\, suede' })).sizes).toMatchObject([
    { value: '38,5', count: 1 },
  ])
  expect(await list({ material: 'Calfskin\\, suede' })).toEqual(['Comma Loafer'])
  expect(await list({ sizes: '38\\,5' })).toEqual(['Comma Loafer'])
  const both = await list({ material: 'Calfskin\\, suede,Calfskin' })
  expect(both.toSorted()).toEqual(['Comma Loafer', 'Plain Loafer'])
})

test('“In stock” counts the products that are left once it is chosen', async () => {
  const { options } = inSizes('F1', 'F2')
  const variants = ['F1', 'F2'].map((Size) => draftVariant({ attributeValues: { Size } }))
  const made = await addProduct(shop, staff, { material: 'Facet Felt', options, variants })
  await addProduct(shop, staff, { material: 'Facet Felt', options, variants }, 1)
  const params = { id: made.variants[0]?.id ?? '' }
  const body = { change: { kind: 'counted', counted: 1 }, reason: 'Count' }
  await shop.call('adjustStock', { headers: staff.headers, params, body })
  await shop.changesReceived()
  for (const [narrow, count] of [
    [{}, 2],
    [{ sizes: 'F1' }, 2],
    [{ sizes: 'F2' }, 1],
    [{ sizes: 'F2,F1' }, 2],
  ] as const) {
    const query = { material: 'Facet Felt', ...narrow }
    expect((await facets(query)).inStock, JSON.stringify(narrow)).toBe(count)
    expect(await list({ ...query, inStock: true }), JSON.stringify(narrow)).toHaveLength(count)
  }
})
