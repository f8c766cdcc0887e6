import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../../test/buyers.ts'
import { begin, press, statusOf, untilStatus } from '../../../../test/pay.ts'
import { stockPieces, type TestPiece } from '../../../../test/pieces.ts'
import { openTestShop, type TestShop } from '../../../../test/test-shop.ts'

let shop: TestShop
let buyer: Buyer
let piece: TestPiece
beforeAll(async () => {
  shop = await openTestShop()
  buyer = await makeBuyer(shop)
  piece = (await stockPieces(shop, 1, 1_000))[0]
})
afterAll(() => shop.close())

test('a session that is paid makes the order go on, by its webhook alone', async () => {
  const placed = await order(shop, buyer, [piece])
  const attempt = await begin(shop, buyer, placed.id, 'STRIPE')
  expect(attempt.approvalUrl).toContain('/test-payments/stripe/pay/cs_test_')
  expect(await statusOf(shop, buyer, attempt)).toMatchObject({ status: 'PENDING' })
  expect(await press(shop, attempt, 'approve')).toContain(`/profile/orders/${placed.id}`)
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
})

test('paypal', async () => {
  const placed = await order(shop, buyer, [piece])
  const attempt = await begin(shop, buyer, placed.id, 'PAYPAL')
  expect(attempt.approvalUrl).toContain('/test-payments/paypal/checkoutnow')
  expect(await statusOf(shop, buyer, attempt)).toMatchObject({ status: 'PENDING' })
  expect(await press(shop, attempt, 'approve')).toContain(`/profile/orders/${placed.id}`)
  await untilStatus(shop, buyer, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
})
