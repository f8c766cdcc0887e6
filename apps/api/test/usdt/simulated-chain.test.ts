import { afterAll, beforeAll, expect, it } from 'vitest'
import { watchUsdtPayments } from '../../src/features/payments/usdt/watch-payments.ts'
import { makeBuyer, order } from '../buyers.ts'
import { begin, press } from '../payments.ts'
import { stockVariants } from '../product-factory.ts'
import { openTestShop, type TestShop } from '../test-shop.ts'
import { patience } from './usdt-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

it('without settings, USDT is simulated: a test wallet sends any amount', async () => {
  const buyer = await makeBuyer(shop)
  const [variant] = await stockVariants(shop, 1, 10)
  const placed = await order(shop, buyer, [variant])
  const started = await begin(shop, buyer, placed.id, 'USDT')
  const { paymentId } = started
  const page = async () =>
    (await shop.call('getUsdtPayment', { headers: buyer.headers, params: { paymentId } })).data
  const watch = watchUsdtPayments(shop.ctx)

  const { testWalletUrl } = await page()
  await press(shop, { approvalUrl: testWalletUrl }, 'less')
  const half = placed.totalAmount / 2
  // Blocks come every two seconds.
  await expect.poll(page, patience).toMatchObject({ status: 'PROCESSING', network: 'Test network' })
  expect(Number((await page()).amountMissing)).toBeCloseTo(half, 1)
  await press(shop, { approvalUrl: (await page()).testWalletUrl }, 'exact')
  await expect.poll(page, patience).toMatchObject({ status: 'PAID', amountMissing: '0' })
  watch.stop()
})
