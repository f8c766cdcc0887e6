import type { DeliveryMethod } from '@solvane/contract/delivery'
import type { GiftChoice } from '@solvane/contract/gifts'
import type { Order } from '@solvane/contract/orders'
import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { isDeadlock, isTaken, wasRejected } from '../../../platform/database/database-errors.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { ordersPlaced, sellOuts } from '../../../platform/metrics/metrics.ts'
import { removeVariantsFromCart } from '../../cart/cart.ts'
import { redeemCoupon } from '../../coupons/coupons.ts'
import { checkSelection, takeSelection } from '../../selections/selections.ts'
import { takeOffers } from '../../waiting-list/offers.ts'
import { queueOrderEmail } from '../notices/order-emails.ts'
import { toOrder } from '../order-shape.ts'
import { publishStock } from '../publish-changes.ts'
import { getMyOrder } from '../read-orders.ts'
import { reserveNew, stockRejection } from '../stock.queries.ts'
import { type NewOrder, toNewOrder } from './new-order.ts'
import { checkReservationLimits, closedMethods, limitNetwork } from './order-limits.ts'
import {
  type AddressRow,
  accountRejection,
  findSameDraft,
  insertOrder,
  lockShopper,
  type OrderFingerprint,
  orderRequestKey,
  readOrderBasis,
} from './place-order.queries.ts'
import {
  foldItems,
  hashDraft,
  largestOrderCents,
  type PricedOrder,
  priceOrder,
  toGift,
  type WantedItem,
} from './price-order.ts'

type Context = Pick<AppContext, 'changes' | 'clock' | 'config' | 'db' | 'jobs' | 'limits'>

/** A draft of an order. */
export interface OrderDraft {
  items: WantedItem[]
  addressId?: string | null | undefined
  deliveryMethodId?: string | null | undefined
  couponCode?: string | null | undefined
  remark?: string | null | undefined
  /** The company of a business, for its invoice. */
  company?: string | null | undefined
  taxNumber?: string | null | undefined
  gift?: GiftChoice | null | undefined
  /** The token of an adviser's selection, which the order takes over. */
  selection?: string | null | undefined
  source: 'cart' | 'buyNow'
  expectedTotal?: number | undefined
}

/** The shopper and the network address. */
export interface Orderer {
  userId: string
  address: string
}

/** A parsed draft. */
interface Request extends Orderer {
  draft: OrderDraft
  /** The lines, added up by variant. */
  items: WantedItem[]
  addressId: string
  fingerprint: OrderFingerprint
}

/** How long an identical draft without an idempotency key counts as a repetition. */
const sameDraftMilliseconds = 10_000
const longestKey = 200
/** How often an order is computed again when its products change meanwhile. */
const mostAttempts = 4

/**
 * Places an order and reserves its items, all or none. A repeated request returns the same order.
 * Throws `ORDER_ITEMS_MISSING`, `ORDER_ADDRESS_MISSING`, `ADDRESS_NOT_FOUND`, `ITEM_UNAVAILABLE`
 * with `details.unavailableItems`, `SELECTION_ENDED`, `SELECTION_ORDERED`, `COUNTRY_NOT_DELIVERED`, `DELIVERY_METHOD_UNAVAILABLE`, `COUPON_REFUSED`, `GIFT_UNAVAILABLE`, `TOTAL_CHANGED` with the new preview as
 * `details`, `ORDER_TOO_LARGE`, the errors of `checkReservationLimits` and `limitNetwork`,
 * `IDEMPOTENCY_KEY_INVALID`, `IDEMPOTENCY_KEY_REUSED` for another request with the same key,
 * `TOO_MANY_REQUESTS` after too many invalid codes.
 */
export async function placeOrder(
  ctx: Context,
  orderer: Orderer,
  draft: OrderDraft,
  key: string | null,
): Promise<Order> {
  if (key !== null && (key === '' || key.length > longestKey))
    throw new ShopError('IDEMPOTENCY_KEY_INVALID')
  const items = foldItems(draft.items)
  if (items.length === 0) throw new ShopError('ORDER_ITEMS_MISSING')
  const { addressId } = draft
  if (!addressId) throw new ShopError('ORDER_ADDRESS_MISSING')
  const fingerprint = fingerprintOf(draft, items, key)
  const request = { ...orderer, draft, items, addressId, fingerprint }
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const order = await tryToPlace(ctx, request)
    if (order) return order
  }
  throw new ShopError('ITEM_UNAVAILABLE')
}

function fingerprintOf(
  {
    addressId,
    deliveryMethodId,
    couponCode,
    gift: choice,
    remark,
    selection,
    source,
    expectedTotal,
    ...draft
  }: OrderDraft,
  items: WantedItem[],
  key: string | null,
): OrderFingerprint {
  const gift = toGift(choice)
  const what = [
    addressId,
    couponCode?.toLowerCase() || null,
    ...(deliveryMethodId ? [deliveryMethodId] : []),
    ...(gift ? [gift] : []),
    ...(selection ? [selection] : []),
  ]
  const buyer = draft.company || draft.taxNumber ? [draft.company, draft.taxNumber] : []
  return {
    key,
    draftHash: hashDraft(items, ...what, remark || null, ...buyer),
    bodyHash: hashDraft(items, ...what, remark || null, source, expectedTotal ?? null, ...buyer),
  }
}

/** Places an order with the current data; null if that changed before the commit. */
async function tryToPlace(ctx: Context, request: Request): Promise<Order | null> {
  const { userId, address, draft, items, addressId, fingerprint } = request
  const at = ctx.clock.now()
  const variantIds = items.map(({ variantId }) => variantId)
  const { key } = fingerprint
  const selection = draft.selection ?? null
  const basis = await readOrderBasis(ctx.db, { userId, variantIds, addressId, key, selection, at })
  if (!basis) throw new ShopError('UNAUTHENTICATED')
  const { email, variants, request: earlier } = basis
  if (earlier) {
    if (earlier.body_hash !== fingerprint.bodyHash.toString('hex'))
      throw new ShopError('IDEMPOTENCY_KEY_REUSED')
    return getMyOrder(ctx, userId, earlier.order_id)
  }
  if (selection) await checkSelection(ctx.db.kysely, selection, at)
  const priced = await priceOrder(ctx, { userId, address }, { ...draft, items }, basis, at)
  const order = toNewOrder(ctx, {
    userId,
    email,
    remark: draft.remark || null,
    buyer: { company: draft.company || null, taxNumber: draft.taxNumber || null },
    ...checkOrder(draft, basis.address, priced),
    taxRule: basis.tax_rule,
    priced,
    at,
  })
  const network = { trust: basis, address, units: unitsOf(items) }
  const hasOffers = (variants ?? []).some(({ offered }) => offered > 0)
  try {
    const placed = await limitNetwork(ctx, network, () =>
      write(ctx, request, { ...order, hasOffers }, at),
    )
    return placed && { ...placed, closedPaymentMethods: closedMethods(ctx, order.row, basis) }
  } catch (error) {
    if (error instanceof PlacedBefore) return getMyOrder(ctx, userId, error.orderId)
    throw error
  }
}

/** The items that `others` do not cover. */
function itemsBesides(items: readonly WantedItem[], others: readonly WantedItem[]): WantedItem[] {
  const there = new Map(others.map(({ variantId, quantity }) => [variantId, quantity]))
  return items.map(({ variantId, quantity }) => ({
    variantId,
    quantity: quantity - (there.get(variantId) ?? 0),
  }))
}

function unitsOf(items: readonly WantedItem[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Rejects what cannot be ordered; returns the address, and how it is delivered. */
function checkOrder(
  { couponCode, deliveryMethodId, gift: choice, expectedTotal }: OrderDraft,
  address: AddressRow | null,
  { unavailable, coupon, gift, delivery, money, preview }: PricedOrder,
): { address: AddressRow; delivery: DeliveryMethod } {
  if (!address) throw new ShopError('ADDRESS_NOT_FOUND')
  if (unavailable.length > 0)
    throw new ShopError('ITEM_UNAVAILABLE', { unavailableItems: unavailable })
  if (!delivery) throw new ShopError('COUNTRY_NOT_DELIVERED')
  if (deliveryMethodId && deliveryMethodId !== delivery.id)
    throw new ShopError('DELIVERY_METHOD_UNAVAILABLE')
  if (couponCode && !coupon) throw new ShopError('COUPON_REFUSED')
  if (toGift(choice) && !gift) throw new ShopError('GIFT_UNAVAILABLE')
  if (expectedTotal !== undefined && Math.round(expectedTotal * 100) !== money.totalCents)
    throw new ShopError('TOTAL_CHANGED', preview)
  const { itemsCents, shippingCents, wrapCents, tax } = money
  if (itemsCents + shippingCents + wrapCents + (tax?.addedCents ?? 0) > largestOrderCents)
    throw new ShopError('ORDER_TOO_LARGE')
  return { address, delivery }
}

/** An identical draft was placed a moment ago. */
class PlacedBefore extends Error {
  readonly orderId: string

  constructor(orderId: string) {
    super('The draft was placed a moment ago')
    this.orderId = orderId
  }
}

/**
 * Writes an order with everything it entails in one transaction; null if its variants, their prices
 * or its key were taken concurrently. Throws `PlacedBefore`. The stock comes last: concurrent orders
 * of a variant wait for one statement and the commit only.
 */
async function write(
  ctx: Context,
  { userId, draft, items, fingerprint }: Request,
  { row, lines, hasOffers }: NewOrder & { hasOffers: boolean },
  at: Date,
): Promise<Order | null> {
  let number = 0
  let reserved: { sold_out: number } | undefined
  try {
    reserved = await ctx.db.commitWith(async (tx) => {
      if (fingerprint.key === null) await rejectSameDraft(tx.kysely, row, fingerprint, at)
      // A request repeated with its key ends here, regardless of the limits.
      number = await insertOrder(tx, row, lines, fingerprint)
      await checkReservationLimits(ctx, tx.kysely, userId)
      if (draft.source === 'cart') {
        const variantIds = items.map(({ variantId }) => variantId)
        await removeVariantsFromCart(tx.kysely, userId, variantIds)
      }
      if (row.coupon_id && row.email) {
        const use = { couponId: row.coupon_id, orderId: row.id, userId, email: row.email }
        if (!(await redeemCoupon(ctx, tx.kysely, use))) throw new ShopError('COUPON_REFUSED')
      }
      await queueOrderEmail(ctx, tx.kysely, { ...row, number }, lines, { kind: 'placed' })
      const { selection: token } = draft
      const of = { orderId: row.id, userId, at }
      const given = token ? await takeSelection(tx.kysely, { ...of, token, items }) : []
      // Units that the selection has reserved use up no offer.
      if (hasOffers) await takeOffers(tx.kysely, { ...of, items: itemsBesides(items, given) })
      return reserveNew(row.id, at)
    })
  } catch (error) {
    if (wasRejected(error, accountRejection)) throw new ShopError('UNAUTHENTICATED')
    const wasOvertaken = wasRejected(error, stockRejection) || isTaken(error, orderRequestKey)
    if (wasOvertaken || isDeadlock(error)) return null
    throw error
  }
  ordersPlaced.inc()
  sellOuts.inc(reserved?.sold_out ?? 0)
  publishStock(ctx, lines)
  const transitions = [{ to_status: row.status, at }]
  return toOrder({ row: { ...row, number }, lines, transitions })
}

/**
 * Without an idempotency key, orders of one shopper are serialized, and a repeated draft of the same
 * total is rejected.
 */
async function rejectSameDraft(
  tx: Queryable,
  { user_id: userId, total_cents: totalCents }: NewOrder['row'],
  { draftHash }: OrderFingerprint,
  at: Date,
): Promise<void> {
  await lockShopper(tx, userId)
  const since = new Date(at.getTime() - sameDraftMilliseconds)
  const orderId = await findSameDraft(tx, { userId, draftHash, totalCents, since })
  if (orderId) throw new PlacedBefore(orderId)
}
