import { afterAll, beforeAll, expect, test } from 'vitest'
import { addProduct, inSizes } from '../../../test/product-drafts.ts'
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
