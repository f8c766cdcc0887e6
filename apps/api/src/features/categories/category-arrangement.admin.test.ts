import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectCurrentListings } from '../../../test/listing-assertions.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let staff: SignedUp
const ids: Record<string, string> = {}
beforeAll(async () => {
  shop = await openTestShop()
  staff = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
  for (const { id, identifier } of (await shop.call('listCategories', staff)).data)
    ids[identifier] = id
})
afterAll(() => shop.close())

const listed = async (query: Record<string, string | number> = {}) =>
  (await shop.call('listProducts', { query: { size: 100, ...query } })).data.map(({ id }) => id)
const selectionOf = async (category: string) =>
  (await shop.call('getCategoryArrangement', { ...staff, params: { id: ids[category] ?? '' } }))
    .data

async function arrange(category: string, productIds: string[]) {
  const { version } = await selectionOf(category)
  const { data } = await shop.call('saveCategoryArrangement', {
    ...staff,
    params: { id: ids[category] ?? '' },
    body: { version, document: { productIds } },
  })
  await shop.changesReceived()
  return data
}

describe('a category without a selection', () => {
  test('lists the newest first, whether or not the selection is requested', async () => {
    const newest = await listed({ cIdentifiers: 'women-bags', sort: 'new' })
    expect(await listed({ cIdentifiers: 'women-bags' })).toEqual(newest)
    expect(await listed({ cIdentifiers: 'women-bags', sort: 'selection' })).toEqual(newest)
  })
})

describe('a selection', () => {
  test('comes first in its list, over all of its pages, and the others follow by date', async () => {
    const newest = await listed({ cIdentifiers: 'women-bags', sort: 'new' })
    const [second = '', third = '', last = ''] = [newest[1], newest[2], newest.at(-1)]
    await arrange('women-bags', [last, third, second])
    const first = [last, third, second]
    const expected = [...first, ...newest.filter((id) => !first.includes(id))]
    expect(await listed({ cIdentifiers: 'women-bags' })).toEqual(expected)
    const pages = await Promise.all(
      [1, 2, 3].map((page) => listed({ cIdentifiers: 'women-bags', page, size: 4 })),
    )
    expect(pages.flat()).toEqual(expected.slice(0, 12))
    expect(await listed({ cIdentifiers: 'women-bags', sort: 'new' })).toEqual(newest)
    await expectCurrentListings(shop)
  })

  test('holds in a filtered list, too, with the same total', async () => {
    const query = { cIdentifiers: 'women-bags', inStock: 'true' }
    const newest = await listed({ ...query, sort: 'new' })
    const wanted = newest.at(-1) ?? ''
    await arrange('women-bags', [wanted])
    expect(await listed(query)).toEqual([wanted, ...newest.filter((id) => id !== wanted)])
    const totals = await Promise.all(
      ['selection', 'new'].map((sort) =>
        shop.call('listProducts', { query: { ...query, sort, size: 2 } }),
      ),
    )
    expect(totals[0]?.total).toBe(totals[1]?.total)
  })

  test('belongs to its category: the one above and searches keep their order', async () => {
    const above = await listed({ cIdentifiers: 'women' })
    const found = await listed({ search: 'bag' })
    const bags = await listed({ cIdentifiers: 'women-bags', sort: 'new' })
    await arrange('women-bags', bags.toReversed().slice(0, 3))
    expect(await listed({ cIdentifiers: 'women' })).toEqual(above)
    expect(await listed({ search: 'bag' })).toEqual(found)
    await arrange('women', bags.slice(0, 2).toReversed())
    expect((await listed({ cIdentifiers: 'women' })).slice(0, 2)).toEqual(
      bags.slice(0, 2).toReversed(),
    )
  })

  test('of the list of everything counts without a category', async () => {
    const newest = await listed({ sort: 'new' })
    const wanted = newest.at(-1) ?? ''
    await arrange('all', [wanted])
    expect((await listed())[0]).toBe(wanted)
    await arrange('all', [])
    expect(await listed()).toEqual(newest)
  })

  test('saved upon another is rejected with the current one', async () => {
    const [one = '', other = ''] = await listed({ cIdentifiers: 'women-bags' })
    const { version } = await selectionOf('women-bags')
    await arrange('women-bags', [one, other])
    const save = shop.call('saveCategoryArrangement', {
      ...staff,
      params: { id: ids['women-bags'] ?? '' },
      body: { version, document: { productIds: [other] } },
    })
    expect((await rejectionOf(save)).code).toBe('STALE_EDIT')
  })

  test('with an unknown product changes nothing and names it', async () => {
    const before = await selectionOf('women-bags')
    const nobody = crypto.randomUUID()
    const { details } = await rejectionOf(arrange('women-bags', [nobody]))
    expect(details).toEqual({
      fields: [{ field: 'document.productIds.0', message: 'This product no longer exists' }],
    })
    expect(await selectionOf('women-bags')).toEqual(before)
  })

  test('keeps the place of a product that is out of the shop for a while', async () => {
    const [one = ''] = await listed({ cIdentifiers: 'women-bags', sort: 'price-asc' })
    await arrange('women-bags', [one])
    await shop.call('deleteProduct', { ...staff, params: { id: one } })
    expect((await selectionOf('women-bags')).document.products).toMatchObject([
      { id: one, isInShop: false },
    ])
    await shop.changesReceived()
    expect(await listed({ cIdentifiers: 'women-bags' })).not.toContain(one)
  })
})
