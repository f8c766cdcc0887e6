import type { TaxClass } from '@solvane/contract/tax'
import { type Discount, discountOf, spreadDiscount } from '../../coupons/coupons.ts'
import { type DeliveryFee, feeFor } from '../../delivery/delivery-rules.ts'
import { type TaxedOrder, type TaxRule, taxOrder } from '../../taxes/order-tax.ts'

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
