import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProduct, draftVariant } from '../../../test/product-drafts.ts'
import { signUp } from '../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { saleOf } from './feeds.routes.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  const staff = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
  const name = 'Tongs & <Tweezers>'
  await addProduct(shop, staff, {
    identifier: 'tongs',
    name,
    variants: [draftVariant({ sku: 'TONGS' })],
  })
  await addProduct(shop, staff, { identifier: 'pliers', variants: [draftVariant({ sku: null })] })
  await addProduct(shop, staff, { identifier: 'hidden', status: 'WITHDRAWN' })
})
afterAll(() => shop.close())

const metaRows = async (): Promise<Record<string, string>[]> =>
  parse((await shop.app.inject('/feeds/meta.csv')).body, { columns: true })

const at = new Date('2026-06-01T00:00:00Z')
const day = (text: string) => new Date(`2026-${text}T00:00:00.000Z`)

describe('the sale of a variant for $100', () => {
  const sale = (sale_price_cents: number | null, starts: Date | null, ends: Date | null) =>
    saleOf(
      { price_cents: 10_000, sale_price_cents, sale_starts_at: starts, sale_ends_at: ends },
      at,
    )
  test.each<[string, object, object]>([
    ['without a sale price', sale(null, null, null), {}],
    ['that is not lower', sale(10_000, null, null), {}],
    ['that is over', sale(8_000, null, day('05-31')), {}],
    ['without dates', sale(8_000, null, null), { sale_price: '80.00 USD' }],
    ['that runs with no end', sale(8_000, day('05-01'), null), { sale_price: '80.00 USD' }],
    ['with both bounds', sale(8_000, day('05-01'), day('07-01')), { sale_price: '80.00 USD', sale_price_effective_date: '2026-05-01T00:00:00.000Z/2026-07-01T00:00:00.000Z' }],
    ['that ends', sale(8_000, null, day('07-01')), { sale_price: '80.00 USD', sale_price_effective_date: '2026-06-01T00:00:00.000Z/2026-07-01T00:00:00.000Z' }],
    ['that begins', sale(8_000, day('07-01'), null), { sale_price: '80.00 USD', sale_price_effective_date: '2026-07-01T00:00:00.000Z/2027-07-01T00:00:00.000Z' }],
  ])('%s', (_title, found, expected) => {
    expect(found).toEqual(expected)
  }) // biome-ignore format: one sale a line
})

test('the feeds say of every variant for sale what its page says', async () => {
  const rows = await metaRows()
  const groups = Map.groupBy(rows, (row) => row.item_group_id ?? '')
  const { total } = await shop.call('listProducts', { query: { size: 1 } })
  expect(groups.size).toBe(total)
  expect(groups.has('hidden')).toBe(false)
  const { publicUrl } = shop.ctx.config
  const now = shop.ctx.clock.now().toISOString()
  for (const [identifier, items] of groups) {
    const { data: product } = await shop.call('getProduct', { params: { id: identifier } })
    expect(items.length).toBe(product.variants.length)
    for (const [place, variant] of product.variants.entries()) {
      const item = items[place]
      const runs = item?.sale_price && (item.sale_price_effective_date || now) <= `${now}~`
      expect({
        id: item?.id,
        gtin: item?.gtin,
        availability: item?.availability,
        price: item?.price,
        current: runs ? item?.sale_price : item?.price,
        link: item?.link,
        image: item?.image_link,
      }).toEqual({
        id: variant.sku ?? variant.id,
        gtin: variant.gtin ?? '',
        availability: variant.isAvailable ? 'in stock' : 'out of stock',
        price: `${variant.price.toFixed(2)} USD`,
        current: `${variant.currentPrice.toFixed(2)} USD`,
        link: `${publicUrl}/product/${identifier}${queryOf(variant.attributeValues)}`,
        image: variant.cover.startsWith('/media/placeholders') ? '' : publicUrl + variant.cover,
      })
    }
  }
})

function queryOf(values: Record<string, string>): string {
  const entries = Object.entries(values).map(([name, value]): [string, string] => [
    name.toLowerCase(),
    value,
  ])
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : ''
}

test('the feed for Google has the same items, escaped, and may be kept for a while', async () => {
  const { body, headers } = await shop.app.inject('/feeds/google.xml')
  expect(headers['cache-control']).toBe('public, max-age=900')
  const ids = [...body.matchAll(/<g:id>([^<]+)<\/g:id>/g)].map(([, id]) => id)
  expect(ids).toEqual((await metaRows()).map(({ id }) => id))
  expect(body).toContain('<g:title>Tongs &amp; &lt;Tweezers&gt;</g:title>')
  // Brand and part number, which is the SKU, identify an item as a GTIN does.
  const items = [...body.matchAll(/<item>.*?<\/item>/g)].map(([item]) => item)
  const isIdentified = (item: string) => /<g:(gtin|mpn)>/.test(item)
  expect(new Set(items.map(isIdentified))).toEqual(new Set([true, false]))
  for (const item of items)
    expect(item.includes('<g:identifier_exists>no</g:identifier_exists>')).toBe(!isIdentified(item))
  expect(body.endsWith('</channel></rss>\n')).toBe(true)
})

test('a network reads the feeds so often an hour', async () => {
  const strict = await openTestShop({
    beside: shop,
    settings: { RATE_LIMIT_MULTIPLIER: '0.1', TRUSTED_PROXIES: 'loopback' },
  })
  const read = async (url: string, address: string) =>
    (await strict.app.inject({ url, headers: { 'x-forwarded-for': address } })).statusCode
  try {
    const first = '192.0.2.1'
    expect(await read('/feeds/google.xml', first)).toBe(200)
    expect(await read('/feeds/meta.csv', first)).toBe(200)
    expect(await read('/feeds/google.xml', first)).toBe(200)
    expect(await read('/feeds/meta.csv', first)).toBe(429)
    expect(await read('/feeds/google.xml', '192.0.2.2')).toBe(200)
  } finally {
    await strict.close()
  }
})
