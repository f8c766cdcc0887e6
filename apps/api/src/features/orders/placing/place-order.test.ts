import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Buyer, homeAddress, makeBuyer, order } from '../../../../test/buyers.ts'
import { addCoupon } from '../../../../test/coupons.ts'
import { expectBalancedBooks, stockOf } from '../../../../test/ledger-assertions.ts'
import { setStock, stockVariants, type TestVariant } from '../../../../test/product-factory.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'

let shop: TestShop
let buyer: Buyer
let ring: TestVariant
let bag: TestVariant
let coat: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  buyer = await makeBuyer(shop)
  const [first, ...others] = await stockVariants(shop, 3, 1_000)
  ring = first
  bag = others[0] ?? first
  coat = others[1] ?? first
})
afterAll(() => shop.close())
afterEach(() => expectBalancedBooks(shop))

const place = (body: object, headers: Record<string, string> = {}) =>
  shop.call('placeOrder', { headers: { ...buyer.headers, ...headers }, body })
const one = (variant: TestVariant, quantity = 1) => ({ variantId: variant.id, quantity })
const get = async (orderId: string) => {
  const { data } = await shop.call('getMyOrder', { headers: buyer.headers, params: { orderId } })
  return data
}

test('an order reserves its items, and is stored as it is returned', async () => {
  const before = await stockOf(shop, ring.id)
  const placed = await order(shop, buyer, [ring, bag], { quantity: 2, remark: ' Ring twice. ' })
  const goods = ((ring.priceCents + bag.priceCents) * 2) / 100
  expect(placed).toMatchObject({
    status: 'PENDING',
    orderNumber: expect.stringMatching(/^SV1\d{5}$/),
    itemsTotalPrice: goods,
    totalAmount: goods + placed.shippingFee,
    remark: 'Ring twice.',
    shippingFullName: homeAddress.fullName,
    address: { streetAddress: homeAddress.streetAddress },
    paymentMethod: null,
    canPay: true,
    canCancel: true,
    timeline: [{ status: 'PENDING', at: placed.createdAt }],
  })
  expect(new Date(placed.holdEndsAt ?? 0).getTime() - new Date(placed.createdAt).getTime()).toBe(
    60 * 60_000,
  )
  expect(await get(placed.id)).toEqual(placed)
  expect(await stockOf(shop, ring.id)).toBe(before - 2)
})

test('a rejected request changes nothing', async () => {
  await setStock(shop, coat, 3)
  const rejected = { items: [one(ring), one(coat, 4)], addressId: buyer.addressId }
  const before = await stockOf(shop, ring.id)
  expect(await rejectionOf(place(rejected))).toMatchObject({
    status: 409,
    code: 'ITEM_UNAVAILABLE',
    message: 'Item is unavailable',
    details: { unavailableItems: [coat.id] },
  })
  expect(await stockOf(shop, ring.id)).toBe(before)
})

test('lines of the same variant are added up', async () => {
  await setStock(shop, coat, 3)
  const twice = { items: [one(coat, 2), one(coat, 2)], addressId: buyer.addressId }
  expect(await rejectionOf(place(twice))).toMatchObject({ code: 'ITEM_UNAVAILABLE' })
  const shouted = { variantId: coat.id.toUpperCase(), quantity: 2 }
  const { data } = await place({ ...twice, items: [one(coat), shouted] })
  expect(data.items).toMatchObject([{ variantId: coat.id, quantity: 3 }])
  expect(await stockOf(shop, coat.id)).toBe(0)
})

test.each([
  ['withdrawn', 'update variant set is_enabled = false where id = $1'],
  ['deleted', 'update variant set deleted_at = now() where id = $1'],
  [
    'of a product that is deleted',
    'update product set deleted_at = now() where id = (select product_id from variant where id = $1)',
  ],
])('an item that is %s cannot be ordered', async (_title, statement) => {
  const [variant] = await stockVariants(shop, 1, 1_000)
  await shop.ctx.db.pool.query(statement, [variant.id])
  const wanted = { items: [one(variant)], addressId: buyer.addressId }
  expect(await rejectionOf(place(wanted))).toMatchObject({ code: 'ITEM_UNAVAILABLE' })
  await shop.ctx.db.pool.query('update product set deleted_at = null')
  await stockVariants(shop, 3, 1_000)
})

test('missing items and a missing address are rejected with the specified messages', async () => {
  expect(await rejectionOf(place({ items: [], addressId: buyer.addressId }))).toEqual({
    status: 400,
    code: 'ORDER_ITEMS_MISSING',
    message: 'not found items.',
  })
  for (const addressId of [undefined, null, ''])
    expect(await rejectionOf(place({ items: [one(ring)], addressId }))).toEqual({
      status: 400,
      code: 'ORDER_ADDRESS_MISSING',
      message: 'Please select a shipping address.',
    })
})

test('the address must be the shopper’s own, and is copied', async () => {
  const other = await makeBuyer(shop)
  const foreign = { items: [one(ring)], addressId: other.addressId }
  expect(await rejectionOf(place(foreign))).toMatchObject({
    status: 404,
    code: 'ADDRESS_NOT_FOUND',
  })
  const placed = await order(shop, other, [ring])
  const { headers } = other
  await shop.call('deleteAddress', { headers, params: { id: other.addressId } })
  const { data } = await shop.call('getMyOrder', { headers, params: { orderId: placed.id } })
  expect(data.address).toEqual(placed.address)
})

test('prices, states and owners from the client are rejected', async () => {
  const items = [{ ...one(ring), unitPrice: 0.01 }]
  expect(await rejectionOf(place({ items, addressId: buyer.addressId }))).toMatchObject({
    code: 'BAD_REQUEST',
  })
  for (const extra of [{ status: 'PROCESSING' }, { totalAmount: 1 }, { userId: buyer.userId }])
    expect(
      await rejectionOf(place({ items: [one(ring)], addressId: buyer.addressId, ...extra })),
    ).toMatchObject({ code: 'BAD_REQUEST' })
})

test('a remark may contain any characters that can be stored', async () => {
  for (const remark of ['💼 “Größe” \\u0041 {"a":1}', "'; drop table orders; --"])
    expect(await order(shop, buyer, [ring], { remark })).toMatchObject({ remark })
  expect((await order(shop, buyer, [ring], { remark: 'half \ud83d' })).remark).toBe('half \ufffd')
  for (const remark of ['nothing \u0000', 'x'.repeat(501)])
    expect(await rejectionOf(order(shop, buyer, [ring], { remark }))).toMatchObject({
      code: 'BAD_REQUEST',
    })
})

test('an order keeps its product data, whatever changes later', async () => {
  const placed = await order(shop, buyer, [bag])
  await shop.ctx.db.pool.query(`update product set name = 'Renamed' where id = $1`, [bag.productId])
  await shop.ctx.db.pool.query(
    `update variant set price_cents = price_cents + 100, pictures = '[]', deleted_at = now() where id = $1`,
    [bag.id],
  )
  expect(await get(placed.id)).toEqual(placed)
  await shop.ctx.db.pool.query(
    'update variant set price_cents = price_cents - 100, deleted_at = null where id = $1',
    [bag.id],
  )
})

test('a different total than the shopper has seen is rejected with the current preview', async () => {
  const items = [one(ring)]
  const { data: seen } = await shop.call('previewOrder', {
    headers: buyer.headers,
    body: { items },
  })
  const ordered = await place({
    items,
    addressId: buyer.addressId,
    expectedTotal: seen.finalAmount,
  })
  expect(ordered.data.totalAmount).toBe(seen.finalAmount)
  await shop.ctx.db.pool.query(
    `update variant set sale_price_cents = price_cents - 1000, sale_starts_at = now() - interval '1 hour' where id = $1`,
    [ring.id],
  )
  const rejected = place({ items, addressId: buyer.addressId, expectedTotal: seen.finalAmount })
  const rejection = await rejectionOf(rejected)
  const { data: now } = await shop.call('previewOrder', { headers: buyer.headers, body: { items } })
  expect(rejection).toMatchObject({ status: 409, code: 'TOTAL_CHANGED', details: now })
  expect(now.finalAmount).not.toBe(seen.finalAmount)
  await stockVariants(shop, 3, 1_000)
})

describe('the cart', () => {
  const fill = () =>
    Promise.all(
      [ring, bag].map(({ id }) =>
        shop.call('addCartItem', { headers: buyer.headers, body: { variantId: id } }),
      ),
    )
  const inCart = async () => {
    const { data } = await shop.call('getCart', { headers: buyer.headers })
    return data.items.map(({ variant }) => variant.id).toSorted()
  }

  test('loses the ordered items', async () => {
    await fill()
    await order(shop, buyer, [ring])
    expect(await inCart()).toEqual([bag.id])
  })

  test('is unchanged by "buy now"', async () => {
    await fill()
    await order(shop, buyer, [ring], { source: 'buyNow' })
    expect(await inCart()).toEqual([ring.id, bag.id].toSorted())
  })

  test('is unchanged by a rejected order', async () => {
    await setStock(shop, coat, 0)
    await rejectionOf(order(shop, buyer, [ring, coat]))
    expect(await inCart()).toEqual([ring.id, bag.id].toSorted())
  })
})

test('an order beyond the maximum payment is rejected', async () => {
  const wanted = { items: [one(ring, 10_000)], addressId: buyer.addressId }
  await setStock(shop, ring, 10_000)
  const rejection = await rejectionOf(place(wanted))
  expect(rejection).toMatchObject({ status: 409, code: 'ORDER_TOO_LARGE' })
  const { code: couponCode } = await addCoupon(shop, { discount_value: 100_00 })
  await shop.ctx.db.pool.query('update variant set price_cents = 2000000000 where id = $1', [
    ring.id,
  ])
  const { data } = await shop.call('previewOrder', {
    headers: buyer.headers,
    body: { items: wanted.items, couponCode },
  })
  expect(data).toMatchObject({ goodsTotalPrice: 200_000_000_000, finalAmount: 0 })
  expect((await rejectionOf(place({ ...wanted, couponCode }))).code).toBe('ORDER_TOO_LARGE')
})
