import type { CategoryNode } from '@solvane/contract/categories'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeProducts } from '../../../test/listing-assertions.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('the menu has three levels and every leaf has products', async () => {
  const { data } = await shop.call('getCategoryTree')
  expect(data.total).toBe(data.data.length)
  expect(data.data.map(({ name }) => name)).toEqual(['Women', 'Men'])
  const leaves: CategoryNode[] = []
  const visit = (nodes: CategoryNode[], level: number) => {
    for (const node of nodes) {
      if (node.children.length > 0) visit(node.children, level + 1)
      else {
        expect(level).toBe(3)
        leaves.push(node)
      }
    }
  }
  visit(data.data, 1)
  for (const { identifier, path } of leaves) {
    expect(path.endsWith(`/${identifier}`)).toBe(true)
    const list = await shop.call('listProducts', { query: { cIdentifiers: identifier } })
    expect(list.total).toBeGreaterThan(1)
  }
})

test('a category has its trail and children', async () => {
  const { data } = await shop.call('getCategory', { params: { identifier: 'women-bags' } })
  expect(data.path).toBe('/filter/women/bags/women-bags')
  expect(data.breadcrumbs.map(({ name }) => name)).toEqual(['Women', 'Bags'])
  expect(data.children.length).toBeGreaterThan(5)
})

test('renaming a category shows in the menu at once and moves nothing else', async () => {
  const before = await shop.call('getCategoryTree')
  await writeProducts(shop, `update category set name = 'Handbags' where identifier = 'women-bags'`)
  await shop.changesReceived()
  const after = await shop.call('getCategoryTree')
  expect(after.data.data[0]?.children[0]?.name).toBe('Handbags')
  expect(after.data.data[1]).toEqual(before.data.data[1])
})

test('an unknown category responds 404', async () => {
  await expect(
    shop.call('getCategory', { params: { identifier: 'nowhere' } }),
  ).rejects.toMatchObject({ status: 404, code: 'CATEGORY_NOT_FOUND' })
})
