import { type Discount, discountOf, spreadDiscount } from '../../coupons/discount.ts'

/** What shipping costs, in cents: nothing from so much goods on. */
export interface ShippingFee {
  feeCents: number
  freeFromCents: number
}

/** What an order comes to, in cents; `lineDiscounts` are the lines' shares of the discount. */
export interface OrderMoney {
  itemsCents: number
  shippingCents: number
  discountCents: number
  totalCents: number
  lineDiscounts: number[]
}

/**
 * What lines come to that cost so many cents each. Whether shipping is free is decided by the goods
 * before the discount, and it is never discounted; nothing to send costs nothing to send.
 */
export function toOrderMoney(
  lineCents: readonly number[],
  shipping: ShippingFee,
  discount: Discount | null,
): OrderMoney {
  const itemsCents = lineCents.reduce((sum, cents) => sum + cents, 0)
  const isFree = lineCents.length === 0 || itemsCents >= shipping.freeFromCents
  const shippingCents = isFree ? 0 : shipping.feeCents
  const discountCents = discount ? discountOf(discount, itemsCents) : 0
  return {
    itemsCents,
    shippingCents,
    discountCents,
    totalCents: itemsCents + shippingCents - discountCents,
    lineDiscounts: spreadDiscount(discountCents, lineCents),
  }
}
