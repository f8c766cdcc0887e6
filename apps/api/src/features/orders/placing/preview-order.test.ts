import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Buyer, makeBuyer } from '../../../../test/buyers.ts'
import { setStandardMethod } from '../../../../test/delivery.ts'
import { stockOf } from '../../../../test/ledger-assertions.ts'
import { setStock, stockVariants, type TestVariant } from '../../../../test/product-factory.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'

let shop: TestShop
let buyer: Buyer
let ring: TestVariant
let bag: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  buyer = await makeBuyer(shop)
  const [first, second = first] = await stockVariants(shop, 2, 10)
  ring = first
  bag = second
  const setPrice = 'update variant set price_cents = $1 where id = $2'
  await shop.ctx.db.pool.query(setPrice, [100_00, ring.id])
  await shop.ctx.db.pool.query(setPrice, [250_00, bag.id])
})
afterAll(() => shop.close())

const preview = async (body: object) => {
  const { data } = await shop.call('previewOrder', { headers: buyer.headers, body })
  return data
}
const one = (variant: TestVariant, quantity = 1) => ({ variantId: variant.id, quantity })

test('shows the amounts, and reserves nothing', async () => {
  const shown = await preview({ items: [one(bag), one(ring, 2)] })
  expect(shown).toMatchObject({
    items: [
      { variantId: bag.id, unitPrice: 250, quantity: 1, totalPrice: 250, isAvailable: true },
      { variantId: ring.id, unitPrice: 100, quantity: 2, totalPrice: 200, stock: 10 },
    ],
    goodsTotalPrice: 450,
    shippingFee: 0,
    couponDiscountAmount: 0,
    finalAmount: 450,
    unavailableItems: [],
  })
  expect(shown).not.toHaveProperty('appliedCouponInfo')
  expect(await stockOf(shop, ring.id)).toBe(10)
})

test('includes shipping below the threshold of the method', async () => {
  expect(await preview({ items: [one(ring)] })).toMatchObject({
    shippingFee: 15.99,
    finalAmount: 115.99,
  })
  await setStandardMethod(shop, { feeCents: 20_00, freeFromCents: 100_01 })
  expect(await preview({ items: [one(ring)] })).toMatchObject({ shippingFee: 20, finalAmount: 120 })
  await setStandardMethod(shop, { freeFromCents: 100_00 })
  expect(await preview({ items: [one(ring)] })).toMatchObject({ shippingFee: 0, finalAmount: 100 })
  await setStandardMethod(shop, { feeCents: 15_99, freeFromCents: 300_00 })
})

test('counts available items only, and names the others', async () => {
  const unknown = crypto.randomUUID()
  const shown = await preview({
    items: [one(ring, 11), one(bag), { variantId: unknown, quantity: 1 }],
  })
  expect(shown).toMatchObject({
    items: [
      { variantId: ring.id, isAvailable: false, stock: 10 },
      { variantId: bag.id, isAvailable: true },
    ],
    goodsTotalPrice: 250,
    finalAmount: 265.99,
    unavailableItems: [ring.id, unknown],
  })
  await setStock(shop, bag, 0)
  expect(await preview({ items: [one(bag)] })).toMatchObject({
    items: [{ isAvailable: false, stock: 0 }],
    goodsTotalPrice: 0,
    shippingFee: 0,
    finalAmount: 0,
  })
  await setStock(shop, bag, 10)
})

test('uses the sale price during a sale', async () => {
  await shop.ctx.db.pool.query(
    `update variant set sale_price_cents = 80_00, sale_starts_at = '2030-01-01T00:00:00Z', sale_ends_at = '2030-01-02T00:00:00Z'
     where id = $1`,
    [ring.id],
  )
  const priceAt = async (time: string) => {
    shop.setTime(new Date(time))
    const owner = await makeBuyer(shop)
    const { data } = await shop.call('previewOrder', {
      headers: owner.headers,
      body: { items: [one(ring)] },
    })
    const [item] = data.items
    return [item?.unitPrice, item?.originalPrice]
  }
  expect(await priceAt('2029-12-31T23:59:59.999Z')).toEqual([100, null])
  expect(await priceAt('2030-01-01T00:00:00Z')).toEqual([80, 100])
  expect(await priceAt('2030-01-02T00:00:00Z')).toEqual([80, 100])
  expect(await priceAt('2030-01-02T00:00:00.001Z')).toEqual([100, null])
  shop.setTime(null)
})

test('adds up lines of the same variant', async () => {
  const shown = await preview({ items: [one(ring, 6), one(bag), one(ring, 5)] })
  expect(shown.items).toMatchObject([
    { variantId: ring.id, quantity: 11, isAvailable: false },
    { variantId: bag.id, quantity: 1 },
  ])
})

test('missing items are rejected with the specified message', async () => {
  for (const body of [{}, { items: [] }, { items: null }])
    expect(await rejectionOf(preview(body))).toEqual({
      status: 400,
      code: 'NO_ITEMS_CHOSEN',
      message: '请先选择要购买的商品',
    })
})

test('product pages in every process show the stock after an order', async () => {
  const beside = await openTestShop({ beside: shop })
  const stockShown = async ({ call }: TestShop) => {
    const { data } = await call('getProduct', { params: { id: ring.identifier } })
    return data.variants.find(({ id }) => id === ring.id)?.stock
  }
  expect([await stockShown(shop), await stockShown(beside)]).toEqual([10, 10])
  const body = { items: [one(ring, 4)], addressId: buyer.addressId }
  const { data } = await shop.call('placeOrder', { headers: buyer.headers, body })
  expect(await stockShown(shop)).toBe(6)
  await vi.waitFor(async () => expect(await stockShown(beside)).toBe(6), { timeout: 60_000 })
  const params = { orderId: data.id }
  await beside.call('cancelMyOrder', { headers: buyer.headers, params, body: {} })
  expect(await stockShown(beside)).toBe(10)
  await vi.waitFor(async () => expect(await stockShown(shop)).toBe(10), { timeout: 60_000 })
  await beside.close()
})
