import { createHash } from 'node:crypto'
import type { DeliveryMethod } from '@solvane/contract/delivery'
import type { GiftChoice } from '@solvane/contract/gifts'
import type { OrderPreview, PreviewItem } from '@solvane/contract/order-placing'
import type { TaxClass } from '@solvane/contract/tax'
import { storedContent } from '../../../../database/stored-content.ts'
import type { AppContext } from '../../../context.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { placeholderPicture, toDollars } from '../../catalog/to-card.ts'
import {
  type Discount,
  discountOf,
  findUsableCoupon,
  spreadDiscount,
  toAppliedCoupon,
  type UsableCoupon,
} from '../../coupons/coupons.ts'
import { type DeliveryFee, feeFor, methodsFor, zoneFor } from '../../delivery/delivery-rules.ts'
import {
  type TaxedOrder,
  type TaxRule,
  taxesOf,
  taxOrder,
  toOrderTax,
} from '../../taxes/order-tax.ts'
import type { StoredGift } from '../orders.queries.ts'
import { type OrderableVariantRow, type OrderBasis, readOrderBasis } from './place-order.queries.ts'

/**
 * Previews an order of these items without reserving anything. A coupon that does not apply is
 * ignored. Throws `NO_ITEMS_CHOSEN`, `TOO_MANY_REQUESTS` after too many invalid
 * codes.
 */
export async function previewOrder(
  ctx: Pick<AppContext, 'db' | 'limits' | 'clock'>,
  shopper: { userId: string; address: string },
  draft: PricedDraft & {
    addressId?: string | null | undefined
    selection?: string | null | undefined
  },
): Promise<OrderPreview> {
  const items = foldItems(draft.items)
  if (items.length === 0) throw new ShopError('NO_ITEMS_CHOSEN')
  const at = ctx.clock.now()
  const basis = await readOrderBasis(ctx.db, {
    userId: shopper.userId,
    variantIds: items.map(({ variantId }) => variantId),
    addressId: draft.addressId ?? null,
    key: null,
    selection: draft.selection ?? null,
    at,
  })
  if (!basis) throw new ShopError('UNAUTHENTICATED')
  const { preview } = await priceOrder(ctx, shopper, { ...draft, items }, basis, at)
  return preview
}

/** The part of a draft that its amounts depend on. */
interface PricedDraft {
  items: WantedItem[]
  couponCode?: string | null | undefined
  /** The standard one by default. */
  deliveryMethodId?: string | null | undefined
  gift?: GiftChoice | null | undefined
}

/** The gift options of an order; null if none was chosen. */
export function toGift(choice: GiftChoice | null | undefined): StoredGift | null {
  if (!choice) return null
  const { isWrapped, message, sender, hidesPrices } = choice
  if (!isWrapped && !message && !sender && !hidesPrices) return null
  return { isWrapped, message: message || null, sender: sender || null, hidesPrices }
}

/** An available line. */
interface PricedLine {
  variant: OrderableVariantRow
  quantity: number
}

/** The current amounts of items. */
export interface PricedOrder {
  /** The available lines, which `money` refers to. */
  lines: PricedLine[]
  /** Variants that are unavailable, or not in this quantity. */
  unavailable: string[]
  coupon: UsableCoupon | null
  money: OrderMoney
  /** Null if nothing of it was chosen, or the shop does not offer it. */
  gift: StoredGift | null
  /** The chosen method, else the first for the address; undefined if there is none. */
  delivery: DeliveryMethod | undefined
  /** The preview that the shopper sees. */
  preview: OrderPreview
}

/**
 * Computes the amounts of a draft with the data of `basis`, whose address is null until one is
 * chosen: then delivery is that of the standard zone. A coupon that cannot be used is ignored. The
 * one place where an order's amounts are computed. Throws `TOO_MANY_REQUESTS` after too many invalid
 * codes.
 */
export async function priceOrder(
  ctx: Pick<AppContext, 'db' | 'limits' | 'clock'>,
  { userId, address: network }: { userId: string; address: string },
  { items, couponCode, deliveryMethodId, gift: choice }: PricedDraft,
  { email, variants, address, tax_rule: taxRule, documents }: OrderBasis,
  at: Date,
): Promise<PricedOrder> {
  const known = new Map(variants?.map((variant) => [variant.variant_id, variant]))
  const unavailable: string[] = []
  const lines: PricedLine[] = []
  const shown: PreviewItem[] = []
  for (const { variantId, quantity } of items) {
    const variant = known.get(variantId)
    const isAvailable = variant?.is_for_sale === true && quantity <= variant.stock + variant.offered
    if (variant) shown.push(toPreviewItem(variant, quantity, isAvailable))
    if (variant && isAvailable) lines.push({ variant, quantity })
    else unavailable.push(variantId)
  }
  const lineCents = lines.map(({ variant, quantity }) => variant.current_cents * quantity)
  const goods = {
    cents: lineCents.reduce((sum, cents) => sum + cents, 0),
    grams: weightOf(lines),
  }
  const shopper = { userId, email, address: network }
  const coupon =
    (couponCode && (await findUsableCoupon(ctx, shopper, couponCode, goods.cents))) || null
  const stored = storedContent.delivery.parse(documents.delivery)
  const { timeZone } = storedContent.settings.parse(documents.settings)
  const gifts = storedContent.gifts.parse(documents.gifts)
  const gift = gifts.isOffered ? toGift(choice) : null
  const destination = address && { country: address.country, postalCode: address.postal_code }
  const methods = zoneFor(stored, destination)?.methods ?? []
  const method = methods.find(({ id }) => id === deliveryMethodId) ?? methods[0]
  const money = toOrderMoney(
    lineCents,
    method ? { method, grams: goods.grams } : null,
    coupon && { type: coupon.discount_type, value: coupon.discount_value },
    gift?.isWrapped ? gifts.wrapCents : 0,
    taxRule && { rule: taxRule, classes: lines.map(({ variant }) => variant.tax_class) },
  )
  const deliveryMethods = methodsFor(stored, destination, { at, timeZone, goods })
  const preview = {
    items: shown,
    goodsTotalPrice: toDollars(money.itemsCents),
    shippingFee: toDollars(money.shippingCents),
    couponDiscountAmount: toDollars(money.discountCents),
    finalAmount: toDollars(money.totalCents),
    ...(money.tax && {
      tax: toOrderTax(money.tax.isIncluded, taxesOf(money.tax)),
    }),
    ...(taxRule?.duties && { duties: taxRule.duties }),
    ...(coupon && { appliedCouponInfo: toAppliedCoupon(coupon) }),
    ...(gift && {
      gift: { isWrapped: gift.isWrapped, wrapFee: toDollars(money.wrapCents) },
    }),
    unavailableItems: unavailable,
    deliveryMethods,
    deliveryMethodId: method?.id ?? null,
  }
  const delivery = deliveryMethods.find(({ id }) => id === method?.id)
  return { lines, unavailable, coupon, gift, money, delivery, preview }
}

/** The weight of these lines in grams; an unknown weight counts as zero. */
export function weightOf(
  lines: readonly { variant: Pick<OrderableVariantRow, 'weight_grams'>; quantity: number }[],
): number {
  return lines.reduce((sum, { variant, quantity }) => sum + variant.weight_grams * quantity, 0)
}

function toPreviewItem(
  variant: OrderableVariantRow,
  quantity: number,
  isAvailable: boolean,
): PreviewItem {
  const picture = variant.picture ?? placeholderPicture
  const isOnSale = variant.current_cents < variant.price_cents
  return {
    variantId: variant.variant_id,
    productId: variant.product_id,
    identifier: variant.identifier,
    name: variant.name,
    cover: picture.src,
    picture,
    unitPrice: toDollars(variant.current_cents),
    originalPrice: isOnSale ? toDollars(variant.price_cents) : null,
    quantity,
    isAvailable,
    stock: variant.is_for_sale ? variant.stock + variant.offered : 0,
    totalPrice: toDollars(variant.current_cents * quantity),
    attributeValues: variant.attributes,
  }
}

/** A variant and its quantity. */
export interface WantedItem {
  variantId: string
  quantity: number
}

/** Adds up lines of the same variant, at the position of the first. */
export function foldItems(items: readonly WantedItem[]): WantedItem[] {
  const folded = new Map<string, WantedItem>()
  for (const { variantId, quantity } of items) {
    // Ids are case-insensitive.
    const id = variantId.toLowerCase()
    folded.set(id, { variantId: id, quantity: quantity + (folded.get(id)?.quantity ?? 0) })
  }
  return [...folded.values()]
}

/** A hash that identifies a draft: SHA-256 of its items in any order, and of the rest as given. */
export function hashDraft(items: readonly WantedItem[], ...rest: unknown[]): Buffer {
  const sorted = items
    .map(({ variantId, quantity }) => [variantId, quantity])
    .sort(([one], [other]) => String(one).localeCompare(String(other)))
  return createHash('sha256')
    .update(JSON.stringify([sorted, ...rest]))
    .digest()
}

/** $999,999.99, before the discount: no provider accepts more at once. */
export const largestOrderCents = 99_999_999

/** The amounts of an order in cents; `lineDiscounts` are the lines' shares of the discount. */
interface OrderMoney {
  itemsCents: number
  shippingCents: number
  wrapCents: number
  discountCents: number
  totalCents: number
  lineDiscounts: number[]
  /** Null where nothing is taxed. */
  tax: TaxedOrder | null
}

/** The rule of the order's country, and the tax class of each line. */
interface OrderTaxation {
  rule: TaxRule
  classes: readonly TaxClass[]
}

/** How an order is delivered, and the weight of all its lines. */
interface Shipping {
  method: DeliveryFee
  grams: number
}

/**
 * The amounts of an order with these lines; without `shipping` nothing is charged for it. The goods before the discount decide whether shipping
 * is free, and it is never discounted, nor is gift wrapping; without lines they cost nothing. Tax that
 * prices do not contain is added to the total.
 */
export function toOrderMoney(
  lineCents: readonly number[],
  shipping: Shipping | null,
  discount: Discount | null,
  wrappingCents = 0,
  taxation: OrderTaxation | null = null,
): OrderMoney {
  const itemsCents = lineCents.reduce((sum, cents) => sum + cents, 0)
  const shippingCents =
    shipping && lineCents.length > 0
      ? feeFor(shipping.method, { cents: itemsCents, grams: shipping.grams })
      : 0
  const wrapCents = lineCents.length === 0 ? 0 : wrappingCents
  const discountCents = discount ? discountOf(discount, itemsCents) : 0
  const lineDiscounts = spreadDiscount(discountCents, lineCents)
  const taxedLines = lineCents.map((cents, line) => ({
    paidCents: cents - (lineDiscounts[line] ?? 0),
    taxClass: taxation?.classes[line] ?? 'STANDARD',
  }))
  const tax = taxOrder(taxation?.rule ?? null, taxedLines, { shippingCents, wrapCents })
  return {
    itemsCents,
    shippingCents,
    wrapCents,
    discountCents,
    totalCents: itemsCents + shippingCents + wrapCents - discountCents + (tax?.addedCents ?? 0),
    lineDiscounts,
    tax,
  }
}
