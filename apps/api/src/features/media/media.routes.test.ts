import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('every picture of the catalogue is there, under its own address', async () => {
  const list = await shop.call('listProducts', { query: { size: 100 } })
  const addresses = new Set(
    list.data.flatMap(({ cover, hoverCover }) => [cover, hoverCover ?? cover]),
  )
  expect(addresses.size).toBeGreaterThan(10)
  for (const url of addresses) {
    const answer = await shop.app.inject({ url })
    expect(answer.statusCode, url).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^image\/(webp|svg\+xml)$/)
  }
})

test('a drawing is an SVG that says so', async () => {
  const answer = await shop.app.inject({ url: '/media/placeholders/piece.svg' })
  expect(answer.headers['content-type']).toBe('image/svg+xml')
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect((await sharp(answer.rawPayload).metadata()).format).toBe('svg')
})
