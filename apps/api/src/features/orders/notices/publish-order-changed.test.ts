import type { ServerEvents } from '@solvane/contract/realtime'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../../test/buyers.ts'
import { expireReservation } from '../../../../test/expire-reservations.ts'
import { begin, press, untilStatus } from '../../../../test/payments.ts'
import { stockVariants, type TestVariant } from '../../../../test/product-factory.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'

type Change = Parameters<ServerEvents['order:changed']>[0]

let shop: TestShop
let buyer: Buyer
let variant: TestVariant
let published: Change[]
beforeAll(async () => {
  shop = await openTestShop()
  ;[variant] = await stockVariants(shop, 1, 1_000)
})
beforeEach(async () => {
  buyer = await makeBuyer(shop)
  published = []
  vi.spyOn(shop.ctx.realtime, 'publishToUser').mockImplementation((userId, _event, change) => {
    if (userId === buyer.userId) published.push(change as (typeof published)[number])
  })
})
afterAll(() => shop.close())

test('the shopper’s pages receive each new state after its commit', async () => {
  const { id: orderId } = await order(shop, buyer, [variant])
  await expireReservation(shop, orderId)
  await vi.waitFor(
    () => expect(published.at(-1)).toEqual({ orderId, status: 'UNPAID', paymentStatus: null }),
    { timeout: 60_000 },
  )
  const attempt = await begin(shop, buyer, orderId, 'STRIPE')
  await vi.waitFor(() => expect(published.at(-1)).toMatchObject({ status: 'PENDING' }), {
    timeout: 60_000,
  })
  await press(shop, attempt, 'delay')
  await vi.waitFor(
    () =>
      expect(published.at(-1)).toEqual({ orderId, status: 'PENDING', paymentStatus: 'PROCESSING' }),
    { timeout: 60_000 },
  )
  await press(shop, attempt, 'succeed')
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  await vi.waitFor(
    () =>
      expect(published.at(-1)).toEqual({ orderId, status: 'PROCESSING', paymentStatus: 'PAID' }),
    { timeout: 60_000 },
  )
  await shop.call('cancelMyOrder', { headers: buyer.headers, params: { orderId }, body: {} })
  await vi.waitFor(
    () =>
      expect(published.at(-1)).toEqual({ orderId, status: 'CANCELLED', paymentStatus: 'REFUNDED' }),
    { timeout: 60_000 },
  )
})

test('a rolled-back change is not published', async () => {
  const { id: orderId } = await order(shop, buyer, [variant])
  const staff = await makeBuyer(shop, { role: 'ADMIN' })
  const read = vi.spyOn(shop.ctx.db, 'prepared')
  await shop.call('deliverOrder', { headers: staff.headers, params: { orderId } }).catch(() => {})
  expect(published).toEqual([])
  expect(read).not.toHaveBeenCalledWith('order_status', expect.anything(), [orderId])
})
