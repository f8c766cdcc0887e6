import type { StaffCategory } from '@solvane/contract/categories'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectCurrentListings } from '../../../test/listing-assertions.ts'
import { addProduct } from '../../../test/product-drafts.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let headers: SignedUp['headers']
beforeAll(async () => {
  shop = await openTestShop()
  headers = (await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })).headers
})
afterAll(() => shop.close())

const list = async () => (await shop.call('listCategories', { headers })).data
const named = async (identifier: string): Promise<StaffCategory> => {
  const found = (await list()).find((category) => category.identifier === identifier)
  if (!found) throw new Error(`There is no category ${identifier}`)
  return found
}
const parentless = { name: 'Travel', slug: 'travel', description: '', picture: null }
const add = async (identifier: string, parentId: string, text: object = {}) => {
  const body = { ...parentless, slug: identifier, ...text, identifier, parentId }
  return (await shop.call('createCategory', { headers, body })).data
}
const move = async (identifier: string, parentId: string, beforeId: string | null = null) => {
  const { id } = await named(identifier)
  const body = { parentId, beforeId }
  const { data } = await shop.call('moveCategory', { headers, params: { id }, body })
  await shop.changesReceived()
  return data
}
const remove = async (identifier: string) =>
  shop.call('deleteCategory', { headers, params: { id: (await named(identifier)).id } })
const total = async (cIdentifiers: string) =>
  (await shop.call('listProducts', { query: { cIdentifiers } })).total
const root = async () => {
  const found = (await list()).find(({ parentId }) => parentId === null)
  if (!found) throw new Error('There is no root')
  return found
}
/** The rows in which category_product and the counters differ from a rebuild. */
const disagreements = async () => {
  const { rows } = await shop.ctx.db.pool.query(`
    with recursive above as (
      select id as category_id, id as over from category
      union select a.category_id, c.parent_id from above a join category c on c.id = a.over
      where c.parent_id is not null
    ), wanted as (
      select distinct a.over as category_id, pc.product_id
      from product_category pc join above a using (category_id) join product_listing using (product_id)
    ), counted as (
      select c.identifier, c.product_count,
        (select count(*) from category_product cp where cp.category_id = c.id) as listed,
        (select count(*) from wanted w where w.category_id = c.id) as right_count
      from category c where c.parent_id is not null
    )
    select * from counted where product_count <> listed or listed <> right_count`)
  return rows
}

describe('moving a category with its descendants', () => {
  test('moves its products: lists, counts, breadcrumbs, menu, search and sitemap', async () => {
    const [bags, men] = [await named('women-bags'), await named('men')]
    const before = { women: await total('women'), men: await total('men') }
    const within = await total('women-bags')
    expect(within).toBeGreaterThan(5)
    // Men have bags with this slug already.
    expect(await rejectionOf(move('women-bags', men.id))).toMatchObject({ code: 'CATEGORY_TAKEN' })
    const body = {
      name: 'Handbags',
      slug: 'handbags',
      description: '',
      picture: null,
      version: bags.version,
    }
    await shop.call('updateCategory', { headers, params: { id: bags.id }, body })
    const placed = await move('women-bags', men.id)
    expect(placed).toMatchObject({
      parentId: men.id,
      path: '/filter/men/handbags/women-bags',
      products: within,
    })
    expect(await total('women')).toBe(before.women - within)
    expect(await total('men')).toBe(before.men + within)
    expect(await total('women-bags')).toBe(within)
    expect(await disagreements()).toEqual([])
    const { data: crumbs } = await shop.call('getCategory', {
      params: { identifier: 'women-bags-tote' },
    })
    expect(crumbs.breadcrumbs.map(({ name }) => name).slice(0, 2)).toEqual(['Men', 'Handbags'])
    const { data: menu } = await shop.call('getCategoryTree')
    expect(menu.data.find(({ identifier }) => identifier === 'men')?.children.at(-1)?.name).toBe(
      'Handbags',
    )
    const sitemap = await shop.app.inject('/sitemap-pages.xml')
    expect(sitemap.body).toContain('/filter/men/handbags/women-bags<')
    expect(
      (await shop.call('listProducts', { query: { search: 'handbags calvi' } })).total,
    ).toBeGreaterThan(0)
  })

  test('among its siblings changes their order alone', async () => {
    const top = await root()
    const [women, men] = [await named('women'), await named('men')]
    const counts = (await list()).map(({ id, products }) => [id, products]).toSorted()
    await move('men', top.id, women.id)
    const { data: menu } = await shop.call('getCategoryTree')
    expect(menu.data.map(({ name }) => name)).toEqual(['Men', 'Women'])
    expect((await list()).map(({ id, products }) => [id, products]).toSorted()).toEqual(counts)
    await move('men', top.id)
    expect((await shop.call('getCategoryTree')).data.data.map(({ id }) => id)).toEqual([
      women.id,
      men.id,
    ])
  })

  test('is rejected if it leads to a cycle, a second root or a fourth level', async () => {
    const women = await named('women')
    const child = (await list()).find(({ parentId }) => parentId === women.id)
    const leaf = (await list()).find(({ parentId }) => parentId === child?.id)
    if (!child || !leaf) throw new Error('The tree is too small')
    expect(await rejectionOf(move('women', leaf.id))).toMatchObject({ code: 'CATEGORY_CYCLE' })
    expect(await rejectionOf(move('women', women.id))).toMatchObject({ code: 'CATEGORY_CYCLE' })
    const top = await root()
    expect(await rejectionOf(move(top.identifier, women.id))).toMatchObject({
      code: 'CATEGORY_ROOT',
    })
    expect(await rejectionOf(move('men', child.id))).toMatchObject({ code: 'CATEGORY_TOO_DEEP' })
    const deep = await rejectionOf(add('too-deep', leaf.id))
    expect(deep).toMatchObject({ status: 409, code: 'CATEGORY_TOO_DEEP' })
  })

  test('twice concurrently leads to no cycle', async () => {
    const top = await root()
    const [one, two] = [await add('one', top.id), await add('two', top.id)]
    const moves = await Promise.allSettled([move('one', two.id), move('two', one.id)])
    expect(moves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [inner] = (await list()).filter(({ parentId }) =>
      [one.id, two.id].includes(parentId ?? ''),
    )
    await remove(inner?.identifier ?? '')
    await remove(inner?.identifier === 'one' ? 'two' : 'one')
  })
})

test('a category is added at the end, edited with optimistic locking, and deleted when it is empty', async () => {
  const men = await named('men')
  const made = await add('men-travel', men.id, { name: '<b>Travel</b>', slug: 'travel' })
  expect(made).toMatchObject({ path: '/filter/men/travel/men-travel', products: 0 })
  expect((await list()).findLast(({ parentId }) => parentId === men.id)?.id).toBe(made.id)
  expect(await rejectionOf(add('men-travel', men.id, { slug: 'x' }))).toMatchObject({
    code: 'CATEGORY_TAKEN',
  })
  expect(await rejectionOf(add('other', men.id, { slug: 'travel' }))).toMatchObject({
    code: 'CATEGORY_TAKEN',
  })
  // `/api/categories/tree` is the menu.
  expect(await rejectionOf(add('tree', men.id, { slug: 'trees' }))).toMatchObject({
    code: 'BAD_REQUEST',
  })
  const update = (name: string) =>
    shop.call('updateCategory', {
      headers,
      params: { id: made.id },
      body: { ...parentless, name, version: made.version },
    })
  await update('Voyages')
  expect(await rejectionOf(update('Trips'))).toMatchObject({ status: 409, code: 'STALE_EDIT' })
  expect((await named('men-travel')).name).toBe('Voyages')
  await add('men-trunks', made.id)
  expect(await rejectionOf(remove('men-travel'))).toMatchObject({
    code: 'CATEGORY_NOT_EMPTY',
    details: { children: 1, products: 0 },
  })
  await remove('men-trunks')
  await remove('men-travel')
  await shop.changesReceived()
  const gone = shop.call('getCategory', { params: { identifier: 'men-travel' } })
  expect(await rejectionOf(gone)).toMatchObject({ status: 404 })
})

test('a category with products cannot be deleted', async () => {
  const leaf = (await list()).findLast(({ products }) => products > 0)
  const rejection = await rejectionOf(remove(leaf?.identifier ?? ''))
  expect(rejection).toMatchObject({ code: 'CATEGORY_NOT_EMPTY', details: { children: 0 } })
  const top = await root()
  expect(await rejectionOf(remove(top.identifier))).toMatchObject({ code: 'CATEGORY_ROOT' })
})

test('the breadcrumbs of a product end with the first of its categories in the menu', async () => {
  const [women, men] = [await named('women'), await named('men')]
  const last = await add('last-of-women', women.id)
  await add('first-of-men', men.id)
  const firstOfMen = (await list()).find(({ parentId }) => parentId === men.id)
  const first = await move('first-of-men', men.id, firstOfMen?.id)
  const made = await addProduct(shop, { headers }, { categoryIds: [first.id, last.id] }, 1)
  await shop.changesReceived()
  const crumbs = async () =>
    (await shop.call('getProduct', { params: { id: made.id } })).data.breadcrumbs.map(
      ({ identifier }) => identifier,
    )
  expect(await crumbs()).toEqual(['women', 'last-of-women'])
  expect((await shop.app.inject('/feeds/meta.csv')).body).toContain(`${women.name} > ${last.name}`)
  await move('men', women.parentId ?? '', women.id)
  expect(await crumbs()).toEqual(['men', 'first-of-men'])
  await move('women', women.parentId ?? '', men.id)
})

test('lists are consistent after all these edits', () => expectCurrentListings(shop))
