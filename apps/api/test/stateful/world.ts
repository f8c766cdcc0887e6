import type { PaymentInitiation } from '@solvane/contract/payments'
import type { PayPalSimulator } from '@solvane/payment-simulators/paypal'
import type { StripeSimulator } from '@solvane/payment-simulators/stripe'
import { type Buyer, makeBuyer } from '../buyers.ts'
import { addCoupon, type CouponRule } from '../coupons.ts'
import { stockVariants, type TestVariant } from '../product-factory.ts'
import type { TestShop } from '../test-shop.ts'
import type { TestChain } from '../usdt/test-chain.ts'
import { counts } from './steps.ts'

/** Everybody and everything that takes part in one history. */
export interface World {
  shop: TestShop
  chain: TestChain
  staff: Buyer
  shoppers: Buyer[]
  pieces: TestVariant[]
  /** The code of each. */
  coupons: string[]
  /** The newest first. */
  orders: { id: string; owner: Buyer; total: number }[]
  /** The newest first; pages to pay on only. */
  attempts: { attempt: PaymentInitiation; owner: Buyer }[]
  /** The addresses to send USDT to, the newest first, and what has come there to stay; in cents. */
  addresses: { paymentId: string; address: string; due: number; sent: number }[]
  /** What was asked for under a key of a shopper, and what came of it. */
  requests: Map<string, { body: string; orderId: string }>
}

/** Limited in all, limited for each customer, larger than most goods, and all of the goods. */
const couponRules: CouponRule[] = [
  { discount_value: 33_33, total_limit: 2 },
  { discount_type: 'FIXED_AMOUNT', discount_value: 49_99, customer_limit: 1 },
  { discount_type: 'FIXED_AMOUNT', discount_value: 900_00, total_limit: 3, customer_limit: 2 },
  { discount_value: 100_00, total_limit: 2 },
]

const openingStock = 6

/** A few shoppers, few products and scarce coupons, so that they get in each other's way. */
export async function makeWorld(shop: TestShop, chain: TestChain): Promise<World> {
  const pieces = await stockVariants(shop, counts.pieces, openingStock)
  const staff = await makeBuyer(shop, { role: 'ADMIN' })
  const shoppers = await Promise.all(Array.from({ length: counts.shoppers }, () => makeBuyer(shop)))
  const coupons = await Promise.all(couponRules.map((rule) => addCoupon(shop, rule)))
  return {
    shop,
    chain,
    staff,
    shoppers,
    pieces,
    coupons: coupons.map(({ code }) => code),
    orders: [],
    attempts: [],
    addresses: [],
    requests: new Map(),
  }
}

/** The servers that play providers. */
export function providersOf({ shop }: Pick<World, 'shop'>) {
  const { stripe, paypal } = shop.ctx.payments.test ?? {}
  if (!stripe || !paypal) throw new Error('The providers are not simulated')
  return { stripe, paypal }
}

/** How a provider fails here; `refuses a token` is that whoever asks must show again who they are, and cannot. */
export type ProviderFault =
  | Extract<Parameters<PayPalSimulator['faults']['inject']>[1], string>
  | 'rejects the credentials'

/** Has the next requests to a provider fail. */
export function injectFault(
  providers: { stripe: StripeSimulator; paypal: PayPalSimulator },
  {
    provider,
    fault,
    times,
  }: { provider: 'stripe' | 'paypal'; fault: ProviderFault; times: number },
): void {
  const { faults } = providers[provider]
  if (fault !== 'rejects the credentials') faults.inject(/\/v[12]\//, fault, times)
  else if (provider === 'stripe') {
    const error = { type: 'invalid_request_error', message: 'Invalid API Key provided' }
    faults.inject(/\/v1\//, { status: 401, body: { error } }, times)
  } else {
    faults.inject(/\/v2\/|\/v1\/notifications/, 'rejects the token', times)
    // In turn a refusal, no service, and an answer that is lost.
    const refusal = { status: 401, body: { error: 'invalid_client' } }
    for (const how of [refusal, 'fails', 'loses the response'] as const)
      faults.inject(/\/oauth2\/token$/, how, times)
  }
}
