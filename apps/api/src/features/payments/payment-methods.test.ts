import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPayPalSimulator } from '@solvane/payment-simulators/paypal'
import { openStripeSimulator } from '@solvane/payment-simulators/stripe'
import { expect, test } from 'vitest'
import { makeBuyer, order } from '../../../test/buyers.ts'
import { attemptsOf, begin, statusOf } from '../../../test/payments.ts'
import { stockVariants } from '../../../test/product-factory.ts'
import { rejectionOf } from '../../../test/rejection.ts'
import { openTestShop, type TestShop, type TestShopOptions } from '../../../test/test-shop.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  CONTACT_URL: 'https://shop.example/contact',
  SMTP_URL: 'outbox',
}
const stripe = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const paypal = {
  PAYPAL_CLIENT_ID: 'A'.repeat(40),
  PAYPAL_CLIENT_SECRET: 'E'.repeat(40),
  PAYPAL_WEBHOOK_ID: '8PT597110X687430L',
}

async function withShop(options: TestShopOptions, look: (shop: TestShop) => unknown) {
  const shop = await openTestShop(options)
  try {
    await look(shop)
  } finally {
    await shop.close()
  }
}

test('payments are simulated without keys outside production', () =>
  withShop({ empty: true }, async (shop) => {
    const { data } = await shop.call('listPaymentMethods')
    expect(data).toEqual({
      methods: ['STRIPE', 'PAYPAL', 'USDT', 'COD'],
      areTestPayments: true,
    })
    expect((await shop.app.inject('/test-payments/stripe/assets/pay-page.css')).statusCode).toBe(
      200,
    )
  }))

test('production offers no method without keys and simulates nothing', () =>
  withShop({ settings: { ...production, ...paypal } }, async (shop) => {
    const { data } = await shop.call('listPaymentMethods')
    expect(data).toEqual({ methods: ['PAYPAL', 'COD'], areTestPayments: false })
    for (const url of [
      '/test-payments/stripe/assets/pay-page.css',
      '/test-payments/paypal/checkoutnow?token=1',
    ])
      expect((await shop.app.inject(url)).statusCode).toBe(404)
    expect(
      (await shop.app.inject({ method: 'POST', url: '/api/webhooks/stripe' })).statusCode,
    ).toBe(404)
    const buyer = await makeBuyer(shop)
    const placed = await order(shop, buyer, await stockVariants(shop, 1, 10))
    expect(await rejectionOf(begin(shop, buyer, placed.id, 'STRIPE'))).toMatchObject({
      code: 'PAYMENT_METHOD_UNAVAILABLE',
    })
    expect(await attemptsOf(shop, placed.id)).toEqual([])
  }))

test.each([
  [{ ...production, ...stripe, ...paypal }, false],
  [{ ...production, ...stripe, STRIPE_SECRET_KEY: 'sk_test_1' }, true],
  [{ ...production, ...paypal, PAYPAL_ENVIRONMENT: 'sandbox' }, true],
  [{ ...stripe, ...paypal }, true],
])('whether payments are simulated depends on the keys: %o', (settings, areTestPayments) =>
  withShop({ empty: true, settings: settings as Record<string, string> }, async (shop) => {
    expect((await shop.call('listPaymentMethods')).data).toMatchObject({ areTestPayments })
  }),
)

test('simulators do not start in production', () => {
  const options = {
    mode: 'production',
    file: join(mkdtempSync(join(tmpdir(), 'solvane-')), 'log'),
    webhookTarget: () => null,
    publicAddress: 'https://shop.example/test-payments/x',
    now: () => new Date(),
  }
  const stripeKeys = { secretKey: 'sk', webhookSecret: 'whsec' }
  const paypalKeys = { clientId: 'id', clientSecret: 'secret', webhookId: '1' }
  expect(() => openStripeSimulator({ ...options, ...stripeKeys })).toThrow('production')
  expect(() => openPayPalSimulator({ ...options, ...paypalKeys })).toThrow('production')
})

test('cash on delivery has no page, and is paid when staff record the cash', () =>
  withShop({}, async (shop) => {
    const buyer = await makeBuyer(shop)
    const staff = await makeBuyer(shop, { role: 'ADMIN' })
    const placed = await order(shop, buyer, await stockVariants(shop, 1, 10))
    const attempt = await begin(shop, buyer, placed.id, 'COD')
    expect(attempt.approvalUrl).toBeNull()
    const now = () => statusOf(shop, buyer, attempt, { check: true })
    expect(await now()).toMatchObject({ status: 'PENDING', orderStatus: 'PROCESSING' })
    const asStaff = { headers: staff.headers, params: { orderId: placed.id } }
    const body = { carrier: 'Own courier', trackingNumber: '1' }
    await shop.call('shipOrder', { ...asStaff, body })
    await shop.call('collectCash', asStaff)
    expect(await now()).toMatchObject({ status: 'PAID' })
    const again = rejectionOf(shop.call('collectCash', asStaff))
    expect(await again).toMatchObject({ code: 'ORDER_STATE' })
  }))
