import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../../test/buyers.ts'
import { begin } from '../../../../test/payments.ts'
import { stockVariants, type TestVariant } from '../../../../test/product-factory.ts'
import { rejectionOf } from '../../../../test/rejection.ts'
import { type SignedUp, signUp } from '../../../../test/sign-up.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'

let shop: TestShop
let manager: SignedUp
let buyer: Buyer
let variant: TestVariant
beforeAll(async () => {
  shop = await openTestShop()
  ;[variant] = await stockVariants(shop, 1, 1_000)
  manager = await signUp(shop, { role: 'ADMIN', staffRole: 'MANAGER' })
  buyer = await makeBuyer(shop)
})
afterAll(() => shop.close())

const counts = async (query: Record<string, string>) =>
  (await shop.call('countOrders', { headers: manager.headers, query })).data
const slips = (orderIds: string) =>
  shop.call('listPackingSlips', { headers: manager.headers, query: { orderIds } })

test('the counts of the states respect the other filters of the list', async () => {
  await order(shop, buyer, [variant])
  const cash = await order(shop, buyer, [variant], { quantity: 2 })
  await begin(shop, buyer, cash.id, 'COD')
  expect(await counts({})).toMatchObject({ byStatus: { PENDING: 1, PROCESSING: 1 }, total: 2 })
  const withCash = { byStatus: { PENDING: 0, PROCESSING: 1 }, needsReview: 0, total: 1 }
  expect(await counts({ method: 'COD' })).toMatchObject(withCash)
  expect(await counts({ q: cash.orderNumber })).toMatchObject(withCash)
  expect(await counts({ until: '2020-01-01' })).toMatchObject({ total: 0 })
  expect(await counts({ customerId: buyer.userId })).toMatchObject({ total: 2 })
})

test('packing slips are rejected for a cancelled order, which is named', async () => {
  const kept = await order(shop, buyer, [variant], { quantity: 3 })
  const cancelled = await order(shop, buyer, [variant], { quantity: 4 })
  const params = { orderId: cancelled.id }
  await shop.call('cancelOrder', { headers: manager.headers, params, body: { reason: 'Twice' } })
  expect((await slips(kept.id)).data).toHaveLength(1)
  expect(await rejectionOf(slips(`${kept.id},${cancelled.id}`))).toMatchObject({
    status: 409,
    code: 'NOTHING_TO_PACK',
    message: `There is nothing to pack for ${cancelled.orderNumber}: cancelled.`,
    details: { orderNumbers: [cancelled.orderNumber] },
  })
})

test.each([
  '/products/xyz',
  '/coupons/xyz',
  '/orders/xyz',
  '/customers/xyz',
  '/letters/xyz',
  '/variants/xyz/stock',
  '/packing-slips?orderIds=abc',
  `/products/${crypto.randomUUID()}`,
])('an invalid id is not found: %s', async (path) => {
  const answer = await shop.app.inject({ url: `/api/admin${path}`, headers: manager.headers })
  expect(answer.statusCode).toBe(404)
  expect(answer.json().code).toMatch(/NOT_FOUND$/)
  expect(answer.json().message).not.toContain('Please check')
  expect(answer.json().details).toBeUndefined()
})
