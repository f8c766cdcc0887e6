import type { OrderPreview, PreviewItem } from '@solvane/contract/orders'
import type { AppContext } from '../../../context.ts'
import { placeholderPicture, toDollars } from '../../catalog/to-card.ts'
import { readDocument } from '../../content/read-content.ts'
import { toAppliedCoupon } from '../../coupons/coupon-shape.ts'
import {
  type CouponShopper,
  findUsableCoupon,
  type UsableCoupon,
} from '../../coupons/find-usable-coupon.ts'
import type { PieceRow } from './order-basis.queries.ts'
import { type OrderMoney, toOrderMoney } from './order-money.ts'
import type { WantedItem } from './wanted-items.ts'

/** A line that can be had. */
export interface PricedLine {
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
