import type { TaxClass } from '@solvane/contract/tax'
import type { TaxedOrder, TaxRule } from '../../taxes/order-tax.ts'
import type { OrderLineRow, OrderRow } from '../orders.queries.ts'
import type { OrderableVariantRow } from '../placing/order-basis.queries.ts'
import type { WantedItem } from '../placing/price-order.ts'
import type { BilledPart, RefundShare } from '../split-refund.ts'

/** How an order is paid, as far as a change of it depends on that. */
export type EditedPayment = 'UNPAID' | 'CASH' | 'PAID'

/** A supplementary order of the order that is changed. */
export interface Supplement {
  id: string
  number: number
  status: OrderRow['status']
  totalCents: number
  /** What it bills of the fee of delivery, tax included. */
  shippingCents: number
  shippingTaxBp: number | null
  lines: readonly OrderLineRow[]
  /** Whether it bills what the last change left unpaid, though it may have ended since. */
  isOwed: boolean
  /** What its invoice bills, less its credit notes. */
  paidParts: readonly BilledPart[]
  refundableCents: number
}

/** What delivery costs, in cents, and what it promises. */
export interface EditedDelivery {
  shippingCents: number
  method: string
  arrivesFrom: string
  arrivesUntil: string
}

/** What a change of an order depends on. Amounts in cents. */
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
  /** All lines that it is to have, each variant once. */
  items: readonly WantedItem[]
  /** The current data of these variants. */
  variants: readonly OrderableVariantRow[]
  /** The agreed prices of variants that earlier changes took out, by variant. */
  former: ReadonlyMap<string, number>
  payment: EditedPayment
  /** What the order's own invoice bills, less its credit notes. */
  paidParts: readonly BilledPart[]
  /** Oldest first. */
  supplements: readonly Supplement[]
  /** What delivery costs now, if that is to be charged instead of what was agreed. */
  newDelivery: EditedDelivery | null
  /** The order's own, or that of another country that it is to be delivered to. */
  taxRule: TaxRule | null
}

/** What a change makes of an order. Amounts in cents. */
export interface EditPlan {
  lines: OrderLineRow[]
  itemsCents: number
  shippingCents: number
  discountCents: number
  /** Also of what supplementary orders bill; null where nothing is taxed. */
  tax: TaxedOrder | null
  /** What the order itself bills. */
  totalCents: number
  /** What its supplementary orders bill. */
  supplementCents: number
  /** Whether lines, quantities, the fee and the rule of tax stay as they are. */
  isSame: boolean
  /** The units that each variant gains, or loses below zero; with the price of those that are new to the order. */
  moves: { variantId: string; units: number; unitCents: number | null }[]
  unavailable: string[]
  effect: 'NONE' | 'TOTAL' | 'CASH' | 'SUPPLEMENT' | 'REFUND'
  /** What is owed more, or less below zero. */
  differenceCents: number
  /** What the new supplementary order bills for each line, and of the fees; all contain their tax. */
  billed: {
    lines: { line: OrderLineRow; cents: number }[]
    shippingCents: number
    tax: TaxedOrder | null
  } | null
  /** What goes back of paid supplementary orders and of the order's own payment. */
  refunds: RefundShare[]
  /** The unpaid supplementary orders that it replaces. */
  replaced: Supplement[]
}

/** What a line costs before its share of the discount, in cents. */
export const costOf = ({ unit_cents, quantity }: OrderLineRow) => unit_cents * quantity

/** What is paid for it, without tax that is added. */
export const paidFor = (line: OrderLineRow) => costOf(line) - line.discount_cents

/** Products that an order has had are taxed by the class that they have now. */
export function taxClassOf({ variants }: EditBasis, { variant_id }: OrderLineRow): TaxClass {
  return variants.find((variant) => variant.variant_id === variant_id)?.tax_class ?? 'STANDARD'
}
