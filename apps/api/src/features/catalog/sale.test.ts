import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeProducts } from '../../../test/listing-assertions.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const start = '2026-03-01T10:00:00.000Z'
const end = '2026-03-05T22:30:00.000Z'

/**
 * Puts one product on sale at $80 of $100 and returns its price in a list, in a sorted list and on
 * its page at an instant.
 */
async function priceAt(
  instant: string,
  sale: { price?: number; start?: string | null; end?: string | null },
) {
  await writeProducts(
    shop,
    `update variant set price_cents = 10000, sale_price_cents = $1, sale_starts_at = $2, sale_ends_at = $3
     where product_id = (select id from product where identifier = 'calvi-tote')`,
    [sale.price ?? 8_000, sale.start ?? null, sale.end ?? null],
  )
  await shop.changesReceived()
  shop.setTime(new Date(instant))
  const page = await shop.call('getProduct', { params: { id: 'calvi-tote' } })
  const list = await shop.call('listProducts', { query: { sort: 'price-asc', size: 1 } })
  const [card] = list.data
  expect(card).toMatchObject({
    identifier: 'calvi-tote',
    price: page.data.price,
    salePrice: page.data.salePrice,
  })
  expect(page.data.variants.every(({ isOnSale }) => isOnSale === page.data.isOnSale)).toBe(true)
  return page.data.salePrice ?? page.data.price
}

describe('a sale price applies', () => {
  test.each([
    ['before a window', '2026-03-01T09:59:59.999Z', { start, end }, 100],
    ['from its first instant', start, { start, end }, 80],
    ['inside it', '2026-03-03T00:00:00.000Z', { start, end }, 80],
    ['to its last instant', end, { start, end }, 80],
    ['after it', '2026-03-05T22:30:00.001Z', { start, end }, 100],
    ['before an open window', '2026-02-28T23:59:59.000Z', { start }, 100],
    ['in an open window', '2030-01-01T00:00:00.000Z', { start }, 80],
    ['until an end alone', '2020-01-01T00:00:00.000Z', { end }, 80],
    ['after an end alone', '2026-03-06T00:00:00.000Z', { end }, 100],
    ['with no dates', '2026-03-03T00:00:00.000Z', {}, 80],
    ['not when it is no lower', '2026-03-03T00:00:00.000Z', { price: 10_000, start, end }, 100],
    ['not when it is higher', '2026-03-03T00:00:00.000Z', { price: 12_000 }, 100],
  ])('%s', async (_title, instant, sale, price) => {
    expect(await priceAt(instant, sale)).toBe(price)
  })
})
