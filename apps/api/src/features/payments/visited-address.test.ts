import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Buyer, makeBuyer, order } from '../../../test/buyers.ts'
import { begin } from '../../../test/payments.ts'
import { stockVariants } from '../../../test/product-factory.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'
import { asVisited } from './start-payment.ts'

let shop: TestShop
let buyer: Buyer
let variant: Awaited<ReturnType<typeof stockVariants>>[number]
beforeAll(async () => {
  shop = await openTestShop()
  ;[variant] = await stockVariants(shop, 1, 20)
  buyer = await makeBuyer(shop)
})
afterAll(() => shop.close())

/** The buyer, who visits the shop at `host`. */
const at = (host: string) => ({ headers: { ...buyer.headers, host } })

it.each(['STRIPE', 'PAYPAL', 'USDT'] as const)(
  'the page of a simulated %s payment opens at the host that the shop is visited by',
  async (method) => {
    const placed = await order(shop, buyer, [variant])
    const caller = at('192.168.1.20:8080')
    const { approvalUrl, paymentId } = await begin(shop, caller, placed.id, method)
    expect(approvalUrl).toMatch(/^http:\/\/192\.168\.1\.20:8080\//)
    const params = { orderId: placed.id }
    const again = await shop.call('getMyOrder', { ...at('shop.local'), params })
    expect(again.data.paymentUrl).toMatch(/^http:\/\/shop\.local\//)
    if (method !== 'USDT') return
    const page = await shop.call('getUsdtPayment', { ...caller, params: { paymentId } })
    expect(page.data.testWalletUrl).toMatch(/^http:\/\/192\.168\.1\.20:8080\//)
  },
)

it('a simulated payment page returns to the host that the shop was visited by', async () => {
  const placed = await order(shop, buyer, [variant])
  const { providerOrderId } = await begin(shop, at('[::1]:4000'), placed.id, 'STRIPE')
  expect(shop.ctx.payments.test?.stripe?.bank.session(providerOrderId)?.success_url).toBe(
    `http://[::1]:4000/order/payment-return?order=${placed.id}&outcome=paid`,
  )
})

it.each(['shop.local/elsewhere', 'user@shop.local', 'shop.local:port', 'a b'])(
  'the invalid host "%s" is replaced by the public URL',
  async (host) => {
    const placed = await order(shop, buyer, [variant])
    const { approvalUrl } = await begin(shop, at(host), placed.id, 'STRIPE')
    expect(approvalUrl?.startsWith(`${shop.ctx.config.publicUrl}/`)).toBe(true)
  },
)

it('in production, and for other sites, URLs stay unchanged', () => {
  const { config } = shop.ctx
  const own = `${config.publicUrl}/order/pay/1`
  const elsewhere = 'https://checkout.stripe.com/c/pay/1'
  const production = { config: { ...config, mode: 'production' as const } }
  expect(asVisited(production, own, 'http://shop.local')).toBe(own)
  expect(asVisited(shop.ctx, elsewhere, 'http://shop.local')).toBe(elsewhere)
  expect(asVisited(shop.ctx, null, 'http://shop.local')).toBeNull()
})
