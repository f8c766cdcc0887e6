import type { Endpoint } from '@solvane/contract/endpoint'
import { type Endpoints, endpoints } from '@solvane/contract/endpoints'
import type { EndpointName } from '@solvane/contract/paths'
import type { PaymentInitiation } from '@solvane/contract/payments'
import type { PayPalSimulator } from '@solvane/payment-simulators/paypal'
import type { StripeSimulator } from '@solvane/payment-simulators/stripe'
import type { z } from 'zod'
import { type Buyer, makeBuyer, order } from '../buyers.ts'
import { addCoupon, type CouponRule } from '../coupons.ts'
import { begin, press, untilStatus } from '../payments.ts'
import {
  exchangeableVariants,
  setStock,
  stockVariants,
  type TestVariant,
} from '../product-factory.ts'
import { confirm } from '../sign-up.ts'
import { addTaxRule } from '../taxes.ts'
import type { TestShop } from '../test-shop.ts'
import type { TestChain } from '../usdt/test-chain.ts'
import { counts } from './steps.ts'

/** Everything that takes part in one history. */
export interface World {
  shop: TestShop
  chain: TestChain
  staff: Buyer
  shoppers: Buyer[]
  variants: TestVariant[]
  /** The coupon codes. */
  coupons: string[]
  /** Newest first. */
  orders: { id: string; owner: Buyer; total: number }[]
  /** Newest first; only those with a payment page. */
  attempts: { attempt: PaymentInitiation; owner: Buyer }[]
  /** The addresses to send USDT to, newest first, with the final amounts sent to each; in cents. */
  addresses: { paymentId: string; address: string; due: number; sent: number }[]
  /** Open disputes that no provider has decided, newest first. */
  disputes: { provider: 'stripe' | 'paypal'; id: string }[]
  /** Selections of advisers, newest first, with the token of the link of each. */
  selections: { id: string; token: string; items: { variantId: string; quantity: number }[] }[]
  /** The request of each idempotency key of a shopper, and its order. */
  requests: Map<string, { body: string; orderId: string }>
}

/** Limited in total, limited per customer, larger than most goods, and 100% off. */
const couponRules: CouponRule[] = [
  { discount_value: 33_33, total_limit: 2 },
  { discount_type: 'FIXED_AMOUNT', discount_value: 49_99, customer_limit: 1 },
  { discount_type: 'FIXED_AMOUNT', discount_value: 900_00, total_limit: 3, customer_limit: 2 },
  { discount_value: 100_00, total_limit: 2 },
]

/** The stock at first; the opening orders take two of each. */
const openingStock = 8

/** A few shoppers, few products and scarce coupons, so that they conflict. */
export async function makeWorld(shop: TestShop, chain: TestChain): Promise<World> {
  // The faults of an earlier history are cleared.
  for (const { faults } of Object.values(providersOf({ shop }))) faults.clear()
  const variants = await worldVariants(shop)
  const staff = await makeBuyer(shop, { role: 'ADMIN' })
  const shoppers = await Promise.all(Array.from({ length: counts.shoppers }, () => makeBuyer(shop)))
  // Their addresses are confirmed, so that they join the list at once.
  await shop.ctx.db.pool.query('update users set email_verified_at = now()')
  // Orders that staff move there are taxed again.
  await addTaxRule(shop, staff, { country: 'FR' })
  await addTaxRule(shop, staff, { country: 'CA', mode: 'ADDED', standardRate: 8.25 })
  const coupons = await Promise.all(couponRules.map((rule) => addCoupon(shop, rule)))
  const world: World = {
    shop,
    chain,
    staff,
    shoppers,
    variants,
    coupons: coupons.map(({ code }) => code),
    orders: [],
    attempts: [],
    addresses: [],
    disputes: [],
    selections: [],
    requests: new Map(),
  }
  const [first, second, other] = variants
  const [buyer, payer] = shoppers
  if (first && second && other && buyer && payer) {
    await addPaidOrder(world, buyer, [first, other], 'STRIPE')
    await addPaidOrder(world, payer, [second], 'PAYPAL')
  }
  return world
}

/** Most histories are too short to pay an order and do something with it afterwards. */
async function addPaidOrder(
  world: World,
  owner: Buyer,
  variants: TestVariant[],
  method: 'STRIPE' | 'PAYPAL',
): Promise<void> {
  const { shop } = world
  const { id, totalAmount } = await order(shop, owner, variants, { quantity: 2, source: 'buyNow' })
  const attempt = await begin(shop, owner, id, method)
  await press(shop, attempt, 'approve')
  await untilStatus(shop, owner, attempt, { status: 'PAID', orderStatus: 'PROCESSING' })
  world.orders.unshift({ id, owner, total: totalAmount })
  world.attempts.unshift({ owner, attempt })
}

/** Two variants of one product, which can be exchanged for each other, and one of another product. */
async function worldVariants(shop: TestShop): Promise<TestVariant[]> {
  const [one, two] = await exchangeableVariants(shop)
  const stocked = await stockVariants(shop, counts.variants - 1, openingStock)
  for (const twin of [one, two]) await setStock(shop, twin, openingStock)
  const others = stocked.filter(({ productId }) => productId !== one.productId)
  return [one, two, ...others].slice(0, counts.variants)
}

/** The payment simulators. */
export function providersOf({ shop }: Pick<World, 'shop'>) {
  const { stripe, paypal } = shop.ctx.payments.test ?? {}
  if (!stripe || !paypal) throw new Error('The providers are not simulated')
  return { stripe, paypal }
}

/**
 * The faults of a provider; `rejects the credentials` is a token that expires and cannot be
 * renewed.
 */
export type ProviderFault =
  | Extract<Parameters<PayPalSimulator['faults']['inject']>[1], string>
  | 'rejects the credentials'

/** Makes the next requests to a provider fail. */
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
    // In turn an error, an unavailable service, and a lost response.
    const rejection = { status: 401, body: { error: 'invalid_client' } }
    for (const how of [rejection, 'fails', 'loses the response'] as const)
      faults.inject(/\/oauth2\/token$/, how, times)
  }
}

type Input = Parameters<World['shop']['call']>[1]
type Answer<Name extends EndpointName> = z.output<Endpoints[Name]['response']>

/** Calls an endpoint; returns null if it is rejected with a declared error. */
export async function call<Name extends EndpointName>(
  { shop }: World,
  name: Name,
  input: Input,
): Promise<Answer<Name> | null> {
  return shop.call(name, input).catch((error: { code?: string }) => {
    const declared: readonly string[] = (endpoints[name] as Endpoint).errors ?? []
    if (error.code !== 'UNAUTHENTICATED' && declared.includes(error.code ?? '')) return null
    throw error
  })
}

/** Runs an operation of staff about an order; does nothing without one. */
export async function asStaff(
  world: World,
  name: EndpointName,
  orderId: string | undefined,
  body?: object,
) {
  if (!orderId) return
  const { headers } = world.staff
  // Steps let hours pass, and a confirmation counts for ten minutes.
  if (['refundOrder', 'cancelOrder', 'markOrderRefused'].includes(name))
    await confirm(world.shop, world.staff)
  await call(world, name, { headers, params: { orderId }, ...(body && { body }) })
}
