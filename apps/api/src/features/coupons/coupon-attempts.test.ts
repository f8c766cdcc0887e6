import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../test/buyers.ts'
import { stockVariants, type TestVariant } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let variant: TestVariant
beforeAll(async () => {
  shop = await openTestShop({
    settings: { RATE_LIMIT_MULTIPLIER: '1', TRUSTED_PROXIES: 'loopback' },
  })
  ;[variant] = await stockVariants(shop, 1, 1_000)
})
afterAll(() => shop.close())

const from = (address: string) => ({ 'x-forwarded-for': address })
const preview = ({ headers }: Buyer, couponCode: string | null, address = '192.0.2.1') =>
  shop.call('previewOrder', {
    headers: { ...headers, ...from(address) },
    body: { items: [{ variantId: variant.id, quantity: 1 }], couponCode },
  })
const guesses = (count: number) => Array.from({ length: count }, (_, index) => `GUESS${index}`)
const tooMany = {
  status: 429,
  code: 'TOO_MANY_REQUESTS',
  details: { retryAfter: expect.any(Number) },
}

test('ten unsuccessful codes a minute can be tried, in previews and orders together', async () => {
  const buyer = await makeBuyer(shop)
  for (const code of guesses(5)) await preview(buyer, code)
  const elsewhere = { ...buyer, headers: { ...buyer.headers, ...from('192.0.2.1') } }
  for (const couponCode of guesses(5))
    expect((await rejectionOf(order(shop, elsewhere, [variant], { couponCode }))).code).toBe(
      'COUPON_REFUSED',
    )
  expect(await rejectionOf(preview(buyer, 'GUESS'))).toMatchObject(tooMany)
  expect(await rejectionOf(order(shop, elsewhere, [variant], { couponCode: 'X' }))).toMatchObject(
    tooMany,
  )
  // Also one that is good: who guesses right learns nothing of it.
  expect(await rejectionOf(preview(buyer, 'ATELIER20'))).toMatchObject(tooMany)

  expect((await preview(buyer, null)).data.items).toHaveLength(1)
  expect((await preview(buyer, 'GUESS', '192.0.2.2')).data.items).toHaveLength(1)
  expect((await preview(await makeBuyer(shop), 'GUESS')).data.items).toHaveLength(1)
})

test('trying codes concurrently gains nothing', async () => {
  const buyer = await makeBuyer(shop)
  const outcomes = await Promise.all(
    guesses(30).map((code) =>
      preview(buyer, code).then(
        () => 'answered',
        (rejection) => rejection.code,
      ),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'answered').length).toBeLessThanOrEqual(10)
})

test('valid codes are not counted', async () => {
  const buyer = await makeBuyer(shop)
  for (const _ of guesses(15))
    expect((await preview(buyer, 'ATELIER20')).data.couponDiscountAmount).toBeGreaterThan(0)
  for (const code of guesses(10)) await preview(buyer, code)
  expect(await rejectionOf(preview(buyer, 'GUESS'))).toMatchObject(tooMany)
})
