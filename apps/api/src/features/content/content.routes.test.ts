import { afterAll, beforeAll, expect, test } from 'vitest'
import { setStandardMethod } from '../../../test/delivery.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('the home page has the banner, eight category tiles and three service tiles', async () => {
  const { data } = await shop.call('getHomeContent')
  expect(data.banner).toHaveLength(1)
  expect(data.banner[0]).toMatchObject({ overline: 'Summer Odyssey', ctas: 'Shop Now', link: '/' })
  expect(data.categoryTiles.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
  expect(data.serviceTiles.map(({ name }) => name)).toEqual([
    'Services',
    'Art of Gifting',
    'Best Sellers',
  ])
  expect(data.trendingTitle).toBe('Trending Now: Destination-Ready Handbags')
  expect(data.serviceTiles[0]?.buttons).toEqual([
    { name: 'Contact Us', link: shop.ctx.config.contactUrl },
  ])
})

test('every tile leads to a category with products', async () => {
  const { data } = await shop.call('getHomeContent')
  for (const { link } of data.categoryTiles) {
    const identifier = link.split('/').at(-1) ?? ''
    expect((await shop.call('getCategory', { params: { identifier } })).data.path).toBe(link)
    expect(
      (await shop.call('listProducts', { query: { cIdentifiers: identifier } })).total,
    ).toBeGreaterThan(3)
  }
})

test('recommendations keep their order and never repeat a product', async () => {
  const { data } = await shop.call('getRecommendations')
  for (const block of [data.homeMain, data.homeSpecial, data.hotSearches]) {
    expect(block.length).toBe(8)
    expect(new Set(block.map(({ id }) => id)).size).toBe(block.length)
  }
  expect(data.homeMain[0]?.identifier).toBe('ilaria-top-handle')
})

test('one setting changes the shipping fee everywhere', async () => {
  const texts = async () =>
    JSON.stringify([
      (await shop.call('getPage', { params: { slug: 'shipping' } })).data,
      (await shop.call('getFaq')).data,
      (await shop.call('getSiteSettings')).data.defaultDeliveryText,
    ])
  const before = await texts()
  expect(before.split('$15.99').length).toBeGreaterThan(3)
  expect(before).not.toMatch(/\{\w+\}/)
  await setStandardMethod(shop, { feeCents: 17_50 })
  const after = await texts()
  expect(after).not.toContain('$15.99')
  expect(after.split('$17.50').length).toBe(before.split('$15.99').length)
})

test('the questions have their three themes', async () => {
  const { data } = await shop.call('getFaq')
  expect(data.themes.map(({ slug, title }) => [slug, title])).toEqual([
    ['about-us', 'About US'],
    ['delivery', 'Shipping & Delivery'],
    ['exchange-returns', 'Exchanges & Returns'],
  ])
})

test('an unknown page responds 404', async () => {
  await expect(shop.call('getPage', { params: { slug: 'nowhere' } })).rejects.toMatchObject({
    status: 404,
    code: 'PAGE_NOT_FOUND',
  })
})
