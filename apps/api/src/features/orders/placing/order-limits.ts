import { formatPrice } from '@solvane/contract/money'
import type { ClosedPaymentMethod } from '@solvane/contract/orders'
import type { PaymentMethod } from '@solvane/contract/payment-methods'
import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { networkOf } from '../../../platform/rate-limit/rate-limits.ts'
import type { OrderRow } from '../orders.queries.ts'
import {
  lockShopper,
  readStanding,
  readTrust,
  type ShopperStanding,
  type ShopperTrust,
} from './place-order.queries.ts'

type Context = Pick<AppContext, 'clock' | 'config'>

const hour = 60 * 60

/** The facts that make a shopper trusted. Throws `UNAUTHENTICATED` if the account is closed. */
export async function trustOf(db: Queryable, userId: string): Promise<ShopperTrust> {
  const trust = await readTrust(db, userId)
  if (!trust) throw new ShopError('UNAUTHENTICATED')
  return trust
}

/** The standing of a shopper. Throws `UNAUTHENTICATED` if the account is closed. */
async function standingOf(ctx: Context, db: Queryable, userId: string): Promise<ShopperStanding> {
  const since = new Date(ctx.clock.now().getTime() - hour * 1000)
  const standing = await readStanding(db, userId, since)
  if (!standing) throw new ShopError('UNAUTHENTICATED')
  return standing
}

/**
 * Throws if a shopper has reserved more without paying than the limits allow, because nobody else
 * can buy it. A new order must be inserted already: that serializes the orders of one shopper until
 * the transaction ends, so that concurrent ones cannot exceed the limits together. An order that is
 * about to be reserved `again` is serialized here and added. Throws `TOO_MANY_UNPAID_ORDERS`,
 * `TOO_MANY_RESERVED_UNITS`, and for a new order `TOO_MANY_ORDERS`.
 */
export async function checkReservationLimits(
  ctx: Context,
  tx: Queryable,
  userId: string,
  again?: { units: number },
): Promise<void> {
  if (again) await lockShopper(tx, userId)
  const standing = await standingOf(ctx, tx, userId)
  if (standing.are_limits_lifted) return
  const mostUnits = mostOf(ctx.config, 'reservedUnits')
  if (!again && standing.recent_orders > mostOf(ctx.config, 'ordersPerHour'))
    throw new ShopError('TOO_MANY_ORDERS')
  if (standing.unpaid_orders + (again ? 1 : 0) > mostOf(ctx.config, 'unpaidOrders'))
    throw new ShopError('TOO_MANY_UNPAID_ORDERS')
  if (standing.reserved_units + (again?.units ?? 0) > mostUnits)
    throw new ShopError(
      'TOO_MANY_RESERVED_UNITS',
      { most: mostUnits },
      `We can reserve up to ${mostUnits} items for you at a time. Please order fewer, or pay or cancel an order that is still open. Our advisers are glad to help with a larger order.`,
    )
}

/** Whether a shopper is trusted. */
function isKnown(trust: ShopperTrust): boolean {
  return trust.is_email_confirmed || trust.has_completed_order || trust.are_limits_lifted
}

/**
 * Runs `reserve`, and counts the units that it reserves for an untrusted account together with
 * those of its network: opening many accounts gains nothing. Must not run inside a transaction.
 * Throws `ORDER_NEEDS_CONFIRMED_EMAIL`, and the errors of `reserve`. If that throws or returns
 * null, nothing is counted.
 */
export async function limitNetwork<Result>(
  { config, limits }: Pick<AppContext, 'config' | 'limits'>,
  { trust, address, units }: { trust: ShopperTrust; address: string; units: number },
  reserve: () => Promise<Result>,
): Promise<Result> {
  // Beyond the account's own limit it is rejected without being counted.
  if (isKnown(trust) || units > mostOf(config, 'reservedUnits')) return reserve()
  const times = config.orderLimits.networkUnitsPerHour
  const limit = { name: 'reserved-units-network', times, seconds: hour }
  const network = networkOf(address)
  await limits.countAmount(limit, network, units).catch((error: unknown) => {
    throw error instanceof ShopError ? new ShopError('ORDER_NEEDS_CONFIRMED_EMAIL') : error
  })
  const uncount = () => limits.uncount(limit, network, units)
  try {
    const result = await reserve()
    if (result === null) await uncount()
    return result
  } catch (error) {
    await uncount()
    throw error
  }
}

/** A limit in this process, with its multiplier. */
function mostOf(
  { orderLimits, rateLimitMultiplier }: AppContext['config'],
  name: 'ordersPerHour' | 'reservedUnits' | 'unpaidOrders',
): number {
  return Math.max(1, Math.round(orderLimits[name] * rateLimitMultiplier))
}

/** The payment methods that a shopper cannot choose for an order, with reasons. */
export function closedMethods(
  { config }: Pick<AppContext, 'config'>,
  order: Pick<OrderRow, 'gift' | 'total_cents' | 'supplement_of'>,
  trust: ShopperTrust,
): ClosedPaymentMethod[] {
  const rejection = cashOnDeliveryError(config.orderLimits, order, trust)
  return rejection
    ? [{ paymentMethod: 'COD', code: rejection.code, reason: rejection.message }]
    : []
}

/**
 * Rejects a payment method of `closedMethods`. Throws `COD_FOR_SUPPLEMENT`, `COD_TOTAL_TOO_HIGH`,
 * `COD_NEEDS_CONFIRMED_EMAIL`, `COD_SHOWS_PRICE`.
 */
export async function checkMethod(
  ctx: Context,
  tx: Queryable,
  { order, method }: { order: OrderRow; method: PaymentMethod },
): Promise<void> {
  if (method !== 'COD') return
  const trust = await trustOf(tx, order.user_id)
  const rejection = cashOnDeliveryError(ctx.config.orderLimits, order, trust)
  if (rejection) throw rejection
}

function cashOnDeliveryError(
  { codMaxCents, codNeedsConfirmedEmail }: AppContext['config']['orderLimits'],
  {
    gift,
    total_cents: totalCents,
    supplement_of,
  }: Pick<OrderRow, 'gift' | 'total_cents' | 'supplement_of'>,
  trust: ShopperTrust,
): ShopError | null {
  if (supplement_of) return new ShopError('COD_FOR_SUPPLEMENT')
  // There is no cash to collect.
  if (totalCents === 0) return null
  if (gift?.hidesPrices) return new ShopError('COD_SHOWS_PRICE')
  if (trust.are_limits_lifted) return null
  if (codMaxCents !== null && totalCents > codMaxCents)
    return new ShopError(
      'COD_TOTAL_TOO_HIGH',
      undefined,
      `Cash on delivery is available for orders up to ${formatPrice(codMaxCents)}. Please choose another way to pay.`,
    )
  if (codNeedsConfirmedEmail && !isKnown(trust)) return new ShopError('COD_NEEDS_CONFIRMED_EMAIL')
  return null
}
