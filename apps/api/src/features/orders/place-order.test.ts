import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../test/buyers.ts'
import { stockPieces, type TestPiece } from '../../../test/pieces.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let shop: TestShop
let buyer: Buyer
let piece: TestPiece
beforeAll(async () => {
  shop = await openTestShop()
  buyer = await makeBuyer(shop)
  ;[piece] = await stockPieces(shop, 1, 10)
})
afterAll(() => shop.close())

test('an order holds its pieces', async () => {
  const placed = await order(shop, buyer, [piece])
  expect(placed).toMatchObject({ status: 'PENDING' })
  expect(
    await shop.call('getMyOrder', { headers: buyer.headers, params: { orderId: placed.id } }),
  ).toMatchObject({ data: placed })
})
