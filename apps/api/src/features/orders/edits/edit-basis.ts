import type { TaxClass } from '@solvane/contract/tax'
import type { TaxedOrder, TaxRule } from '../../taxes/order-tax.ts'
import type { OrderLineRow, OrderRow } from '../orders.queries.ts'
import type { OrderableVariantRow } from '../placing/place-order.queries.ts'
import type { WantedItem } from '../placing/price-order.ts'
import type { BilledPart, RefundShare } from '../split-refund.ts'

/** How an order is paid, as far as it matters for a change. */
export type EditedPayment = 'UNPAID' | 'CASH' | 'PAID'

/** A supplementary order of the order that is changed. */
export interface Supplement {
  id: string
  number: number
  status: OrderRow['status']
  totalCents: number
  /** Its share of the delivery fee, tax included. */
  shippingCents: number
  shippingTaxBp: number | null
  lines: readonly OrderLineRow[]
  /** Whether it bills what the last change left unpaid, though it may have ended since. */
  isOwed: boolean
  /** The parts that its invoice bills, less its credit notes. */
  paidParts: readonly BilledPart[]
  refundableCents: number
}

/** The delivery of a changed order: its fee in cents, its method and its dates. */
export interface EditedDelivery {
  shippingCents: number
  method: string
  arrivesFrom: string
  arrivesUntil: string
}

/** The data that a change of an order is planned from. Amounts in cents. */
export interface EditBasis {
  order: Pick<
    OrderRow,
    | 'id'
    | 'shipping_cents'
    | 'wrap_cents'
    | 'total_cents'
    | 'supplement_cents'
    | 'coupon'
    | 'delivery_method'
    | 'tax_rule_id'
    | 'prices_include_tax'
    | 'shipping_tax_bp'
    | 'shipping_tax_cents'
    | 'wrap_tax_bp'
    | 'wrap_tax_cents'
  >
  lines: readonly OrderLineRow[]
  /** All wanted lines, each variant once. */
  items: readonly WantedItem[]
  /** The current data of these variants. */
  variants: readonly OrderableVariantRow[]
  /** The agreed prices of variants that earlier changes took out, by variant. */
  former: ReadonlyMap<string, number>
  payment: EditedPayment
  /** The parts that the order's own invoice bills, less its credit notes. */
  paidParts: readonly BilledPart[]
  /** Oldest first. */
  supplements: readonly Supplement[]
  /** Delivery at the current fees, if that is charged instead of the agreed fee. */
  newDelivery: EditedDelivery | null
  /** The order's own, or that of another country that it is to be delivered to. */
  taxRule: TaxRule | null
}

/** The plan of a change of an order. Amounts in cents. */
export interface EditPlan {
  lines: OrderLineRow[]
  itemsCents: number
  shippingCents: number
  discountCents: number
  /** Includes the tax that supplementary orders bill; null where nothing is taxed. */
  tax: TaxedOrder | null
  /** The amount that the order itself bills. */
  totalCents: number
  /** The amount that its supplementary orders bill. */
  supplementCents: number
  /** Whether lines, quantities, the fee and the rule of tax stay as they are. */
  isSame: boolean
  /** The units that each variant gains, or loses below zero; with the price of those that are new to the order. */
  moves: { variantId: string; units: number; unitCents: number | null }[]
  unavailable: string[]
  effect: 'NONE' | 'TOTAL' | 'CASH' | 'SUPPLEMENT' | 'REFUND'
  /** The additional amount due; below zero the amount to refund. */
  differenceCents: number
  /** The new supplementary order: its amount for each line and for the fees; all contain their tax. */
  billed: {
    lines: { line: OrderLineRow; cents: number }[]
    shippingCents: number
    tax: TaxedOrder | null
  } | null
  /** The refunds of paid supplementary orders and of the order's own payment. */
  refunds: RefundShare[]
  /** The unpaid supplementary orders that it replaces. */
  replaced: Supplement[]
}

/** The price of a line before its share of the discount, in cents. */
export const costOf = ({ unit_cents, quantity }: OrderLineRow) => unit_cents * quantity

/** The price of a line after the discount, without tax that is added. */
export const paidFor = (line: OrderLineRow) => costOf(line) - line.discount_cents

/** Products that an order has had are taxed by the class that they have now. */
export function taxClassOf({ variants }: EditBasis, { variant_id }: OrderLineRow): TaxClass {
  return variants.find((variant) => variant.variant_id === variant_id)?.tax_class ?? 'STANDARD'
}
