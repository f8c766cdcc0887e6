import { type Discount, discountOf, spreadDiscount } from '../../coupons/discount.ts'
import { type DeliveryFee, feeFor } from '../../delivery/delivery-rules.ts'

/** $999,999.99, before the discount: no provider accepts more at once. */
export const largestOrderCents = 99_999_999

/** The amounts of an order in cents; `lineDiscounts` are the lines' shares of the discount. */
export interface OrderMoney {
  itemsCents: number
  shippingCents: number
  wrapCents: number
  discountCents: number
  totalCents: number
  lineDiscounts: number[]
}

/**
 * The amounts of an order with these lines. The goods before the discount decide whether shipping
 * is free, and it is never discounted, nor is gift wrapping; without lines they cost nothing.
 */
export function toOrderMoney(
  lineCents: readonly number[],
  shipping: DeliveryFee,
  discount: Discount | null,
  wrappingCents = 0,
): OrderMoney {
  const itemsCents = lineCents.reduce((sum, cents) => sum + cents, 0)
  const shippingCents = lineCents.length === 0 ? 0 : feeFor(shipping, itemsCents)
  const wrapCents = lineCents.length === 0 ? 0 : wrappingCents
  const discountCents = discount ? discountOf(discount, itemsCents) : 0
  return {
    itemsCents,
    shippingCents,
    wrapCents,
    discountCents,
    totalCents: itemsCents + shippingCents + wrapCents - discountCents,
    lineDiscounts: spreadDiscount(discountCents, lineCents),
  }
}
