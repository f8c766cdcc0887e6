import { createHash } from 'node:crypto'
import type { OrderPreview, PreviewItem } from '@solvane/contract/orders'
import type { AppContext } from '../../../context.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { placeholderPicture, toDollars } from '../../catalog/to-card.ts'
import { readDocument } from '../../content/read-content.ts'
import { toAppliedCoupon } from '../../coupons/coupon-shape.ts'
import {
  type CouponShopper,
  findUsableCoupon,
  type UsableCoupon,
} from '../../coupons/usable-coupons.ts'
import { type OrderMoney, toOrderMoney } from './order-money.ts'
import { type PieceRow, readOrderBasis } from './place-order.queries.ts'

/**
 * What an order of these items would come to now; holds nothing. A coupon that does not apply is left
 * away (decision O11). Raises `NO_ITEMS_CHOSEN`, `TOO_MANY_REQUESTS` after too many codes in vain.
 */
export async function previewOrder(
  ctx: Pick<AppContext, 'db' | 'limits' | 'clock'>,
  shopper: { userId: string; address: string },
  draft: { items: WantedItem[]; couponCode?: string | null | undefined },
): Promise<OrderPreview> {
  const items = foldItems(draft.items)
  if (items.length === 0) throw new ShopError('NO_ITEMS_CHOSEN')
  const basis = await readOrderBasis(ctx.db, {
    userId: shopper.userId,
    variantIds: items.map(({ variantId }) => variantId),
    addressId: null,
    key: null,
    at: ctx.clock.now(),
  })
  if (!basis) throw new ShopError('UNAUTHENTICATED')
  const { email, pieces } = basis
  const { preview } = await priceOrder(
    ctx,
    { ...shopper, email },
    items,
    pieces ?? [],
    draft.couponCode || null,
  )
  return preview
}

/** A line that can be had. */
interface PricedLine {
  piece: PieceRow
  quantity: number
}

/** What items come to now. */
export interface PricedOrder {
  /** The lines that can be had; `money` is of them. */
  lines: PricedLine[]
  /** Variants that cannot be had, or not so many. */
  unavailable: string[]
  coupon: UsableCoupon | null
  money: OrderMoney
  /** The same, as the shopper sees it. */
  preview: OrderPreview
}

/**
 * Works out what items come to, with the coupon of `couponCode` if it can be used; one that can not is
 * left away. The one place where an order's amounts are made. Raises `TOO_MANY_REQUESTS` after too
 * many codes in vain.
 */
export async function priceOrder(
  ctx: Pick<AppContext, 'db' | 'limits' | 'clock'>,
  shopper: CouponShopper,
  items: readonly WantedItem[],
  pieces: readonly PieceRow[],
  couponCode: string | null,
): Promise<PricedOrder> {
  const known = new Map(pieces.map((piece) => [piece.variant_id, piece]))
  const unavailable: string[] = []
  const lines: PricedLine[] = []
  const shown: PreviewItem[] = []
  for (const { variantId, quantity } of items) {
    const piece = known.get(variantId)
    const isAvailable = piece?.is_for_sale === true && quantity <= piece.stock
    if (piece) shown.push(toPreviewItem(piece, quantity, isAvailable))
    if (piece && isAvailable) lines.push({ piece, quantity })
    else unavailable.push(variantId)
  }
  const lineCents = lines.map(({ piece, quantity }) => piece.current_cents * quantity)
  const goodsCents = lineCents.reduce((sum, cents) => sum + cents, 0)
  const [settings, coupon = null] = await Promise.all([
    readDocument(ctx, 'settings'),
    couponCode ? findUsableCoupon(ctx, shopper, couponCode, goodsCents) : undefined,
  ])
  const money = toOrderMoney(
    lineCents,
    { feeCents: settings.shippingFeeCents, freeFromCents: settings.freeShippingFromCents },
    coupon && { type: coupon.discount_type, value: coupon.discount_value },
  )
  const preview = {
    items: shown,
    goodsTotalPrice: toDollars(money.itemsCents),
    shippingFee: toDollars(money.shippingCents),
    couponDiscountAmount: toDollars(money.discountCents),
    finalAmount: toDollars(money.totalCents),
    ...(coupon && { appliedCouponInfo: toAppliedCoupon(coupon) }),
    unavailableItems: unavailable,
  }
  return { lines, unavailable, coupon, money, preview }
}

function toPreviewItem(piece: PieceRow, quantity: number, isAvailable: boolean): PreviewItem {
  const picture = piece.picture ?? placeholderPicture
  const isOnSale = piece.current_cents < piece.price_cents
  return {
    variantId: piece.variant_id,
    productId: piece.product_id,
    identifier: piece.identifier,
    name: piece.name,
    cover: picture.src,
    picture,
    unitPrice: toDollars(piece.current_cents),
    originalPrice: isOnSale ? toDollars(piece.price_cents) : null,
    quantity,
    isAvailable,
    stock: piece.is_for_sale ? piece.stock : 0,
    totalPrice: toDollars(piece.current_cents * quantity),
    attributeValues: piece.attributes,
  }
}

/** So many of a variant. */
export interface WantedItem {
  variantId: string
  quantity: number
}

/** Adds up the lines of one variant; each stands where it was first named. */
export function foldItems(items: readonly WantedItem[]): WantedItem[] {
  const folded = new Map<string, WantedItem>()
  for (const { variantId, quantity } of items) {
    // However the id is written, it is one variant.
    const id = variantId.toLowerCase()
    folded.set(id, { variantId: id, quantity: quantity + (folded.get(id)?.quantity ?? 0) })
  }
  return [...folded.values()]
}

/** What tells two drafts apart: SHA-256 of their items, in whatever order, and of the rest as given. */
export function hashDraft(items: readonly WantedItem[], ...rest: unknown[]): Buffer {
  const sorted = items
    .map(({ variantId, quantity }) => [variantId, quantity])
    .sort(([one], [other]) => String(one).localeCompare(String(other)))
  return createHash('sha256')
    .update(JSON.stringify([sorted, ...rest]))
    .digest()
}
