import type { TaxClass } from '@solvane/contract/tax'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { discountOf, spreadDiscount } from '../../coupons/discount.ts'
import { type TaxedOrder, type TaxRule, taxOrder } from '../../taxes/order-tax.ts'
import type { OrderLineRow, OrderRow } from '../orders.queries.ts'
import { lineTaxColumns } from '../placing/new-order.ts'
import type { OrderableVariantRow } from '../placing/order-basis.queries.ts'
import type { WantedItem } from '../placing/price-order.ts'

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
  lines: readonly OrderLineRow[]
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
    | 'shipping_tax_cents'
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
  refund: { ofSupplements: number; own: number }
  /** The unpaid supplementary orders that it replaces. */
  replaced: Supplement[]
}

const sum = (cents: readonly number[]) => cents.reduce((total, part) => total + part, 0)
const costOf = ({ unit_cents, quantity }: OrderLineRow) => unit_cents * quantity
const paidFor = (line: OrderLineRow) => costOf(line) - line.discount_cents

/**
 * What a change makes of an order: the one function of preview and change. A line keeps its agreed
 * price, also one that comes back; a new one has the current price, and the coupon applies as it was redeemed. Throws
 * `VARIANT_NOT_FOUND`.
 */
export function planEdit(basis: EditBasis): EditPlan {
  const { order, payment, supplements, newDelivery, taxRule } = basis
  const { moves, unavailable } = movesOf(basis)
  const undiscounted = linesAfter(basis)
  const itemsCents = sum(undiscounted.map(costOf))
  const isDeliverySame =
    !newDelivery ||
    (newDelivery.shippingCents === order.shipping_cents &&
      newDelivery.method === order.delivery_method)
  const isTaxSame = (taxRule?.id ?? null) === order.tax_rule_id
  const isSame = moves.length === 0 && isDeliverySame && isTaxSame
  const shippingCents = newDelivery?.shippingCents ?? order.shipping_cents
  const discountCents = order.coupon
    ? discountOf(
        {
          type: order.coupon.discountType,
          value: Math.round(order.coupon.discountValue * 100),
        },
        itemsCents,
      )
    : 0
  const shares = spreadDiscount(discountCents, undiscounted.map(costOf))
  const discounted = undiscounted.map((line, at) => ({ ...line, discount_cents: shares[at] ?? 0 }))
  const taxed = discounted.map((line) => ({
    paidCents: paidFor(line),
    taxClass: taxClassOf(basis, line),
  }))
  const { wrap_cents: wrapCents } = order
  const tax = taxOrder(taxRule, taxed, { shippingCents, wrapCents })
  const lines = discounted.map((line, at) => ({ ...line, ...lineTaxColumns(tax, at) }))
  const addedCents = tax?.addedCents ?? 0
  const wholeCents = itemsCents + shippingCents + wrapCents - discountCents + addedCents
  const sums = { lines, itemsCents, shippingCents, discountCents, tax, isSame, moves, unavailable }
  if (payment !== 'PAID') {
    const differenceCents = wholeCents - order.total_cents
    const effect = payment === 'CASH' ? ('CASH' as const) : ('TOTAL' as const)
    return {
      ...sums,
      totalCents: wholeCents,
      supplementCents: 0,
      effect: differenceCents === 0 ? 'NONE' : effect,
      differenceCents,
      billed: null,
      refund: { ofSupplements: 0, own: 0 },
      replaced: [],
    }
  }
  const paid = supplements.filter(({ status }) => status === 'COMPLETED')
  const replaced = supplements.filter(({ status }) => status === 'PENDING' || status === 'UNPAID')
  const ofSupplements = Math.min(
    order.supplement_cents,
    sum(paid.map(({ totalCents }) => totalCents)),
  )
  const differenceCents = wholeCents - order.total_cents - ofSupplements
  if (differenceCents > 0)
    return {
      ...sums,
      totalCents: order.total_cents,
      supplementCents: ofSupplements + differenceCents,
      effect: 'SUPPLEMENT',
      differenceCents,
      billed: billedOf(basis, { differenceCents, replaced, lines, shippingCents, tax }),
      refund: { ofSupplements: 0, own: 0 },
      replaced,
    }
  const refund = { ofSupplements: Math.min(-differenceCents, ofSupplements), own: 0 }
  refund.own = -differenceCents - refund.ofSupplements
  return {
    ...sums,
    totalCents: order.total_cents - refund.own,
    supplementCents: ofSupplements - refund.ofSupplements,
    effect: differenceCents === 0 ? 'NONE' : 'REFUND',
    // Not minus zero.
    differenceCents: differenceCents || 0,
    billed: null,
    refund,
    replaced,
  }
}

function movesOf({
  lines,
  items,
  variants,
  former,
}: EditBasis): Pick<EditPlan, 'moves' | 'unavailable'> {
  const had = new Map(lines.map(({ variant_id, quantity }) => [variant_id, quantity]))
  const wanted = new Map(items.map(({ variantId, quantity }) => [variantId, quantity]))
  const known = new Map(variants.map((variant) => [variant.variant_id, variant]))
  const unavailable: string[] = []
  const moves: EditPlan['moves'] = []
  for (const variantId of new Set([...had.keys(), ...wanted.keys()])) {
    const units = (wanted.get(variantId) ?? 0) - (had.get(variantId) ?? 0)
    if (units === 0) continue
    const variant = known.get(variantId)
    if (units > 0 && !(variant?.is_for_sale && variant.stock >= units)) unavailable.push(variantId)
    const isAgreed = had.has(variantId) || former.has(variantId)
    moves.push({ variantId, units, unitCents: isAgreed ? null : (variant?.current_cents ?? null) })
  }
  return { moves, unavailable }
}

/** The lines that are wanted, in their order, without their shares of the discount. */
function linesAfter({ order, lines, items, variants, former }: EditBasis): OrderLineRow[] {
  return items.map(({ variantId, quantity }, position) => {
    const line = lines.find(({ variant_id }) => variant_id === variantId)
    if (line) return { ...line, position, quantity }
    const variant = variants.find(({ variant_id }) => variant_id === variantId)
    if (!variant) throw new ShopError('VARIANT_NOT_FOUND')
    return {
      order_id: order.id,
      position,
      variant_id: variant.variant_id,
      product_id: variant.product_id,
      identifier: variant.identifier,
      name: variant.name,
      attributes: variant.attributes,
      picture: variant.picture,
      unit_cents: former.get(variantId) ?? variant.current_cents,
      quantity,
      discount_cents: 0,
      tax_bp: null,
      tax_cents: null,
    }
  })
}

/** Products that an order has had are taxed by the class that they have now. */
function taxClassOf({ variants }: EditBasis, { variant_id }: OrderLineRow): TaxClass {
  return variants.find((variant) => variant.variant_id === variant_id)?.tax_class ?? 'STANDARD'
}

/**
 * Spreads a difference over what became dearer, tax that is added included: the fees first, then the
 * lines, by how much more each is worth than before, or than what unpaid supplementary orders bill of it already. As a
 * difference of totals it contains its tax, whether or not prices do.
 */
function billedOf(
  basis: EditBasis,
  {
    differenceCents,
    replaced,
    lines,
    shippingCents: feeAfter,
    tax,
  }: Pick<EditPlan, 'differenceCents' | 'replaced' | 'lines' | 'shippingCents' | 'tax'>,
): NonNullable<EditPlan['billed']> {
  const { order, lines: before, taxRule } = basis
  const wereAdded = order.prices_include_tax === false
  const areAdded = tax?.isIncluded === false
  const worthBefore = new Map(before.map((line) => [line.variant_id, worthOf(line, wereAdded)]))
  const feesBefore =
    order.shipping_cents + (wereAdded ? order.shipping_tax_cents + order.wrap_tax_cents : 0)
  const feesAfter = feeAfter + (tax && areAdded ? tax.shipping.cents + tax.wrapping.cents : 0)
  const feesOwed = sum(replaced.map((supplement) => supplement.shippingCents))
  const shippingCents = Math.max(0, Math.min(feesAfter - feesBefore + feesOwed, differenceCents))
  const goodsCents = differenceCents - shippingCents
  const open = replaced.flatMap((supplement) => supplement.lines)
  const worths = lines.map((line) => worthOf(line, areAdded))
  const dearer = lines.map((line, at) => {
    const owed = sum(
      open.filter(({ variant_id }) => variant_id === line.variant_id).map((one) => costOf(one)),
    )
    return owed + Math.max(0, (worths[at] ?? 0) - (worthBefore.get(line.variant_id) ?? 0))
  })
  // Where no line became dearer, an earlier difference is still owed.
  const weights = [dearer, worths].find((each) => sum(each) > 0) ?? lines.map(() => 1)
  const shares = spreadDiscount(goodsCents, weights)
  const all = lines.map((line, at) => ({ line, cents: shares[at] ?? 0 }))
  const charged = all.filter(({ cents }) => cents > 0)
  const billed = charged.length > 0 ? charged : all.slice(0, 1)
  const taxed = billed.map(({ line, cents }) => ({
    paidCents: cents,
    taxClass: taxClassOf(basis, line),
  }))
  const contained = tax && taxRule && { ...taxRule, mode: 'INCLUDED' as const }
  return {
    lines: billed,
    shippingCents,
    tax: taxOrder(contained, taxed, { shippingCents, wrapCents: 0 }),
  }
}

function worthOf(line: OrderLineRow, isTaxAdded: boolean): number {
  return paidFor(line) + (isTaxAdded ? (line.tax_cents ?? 0) : 0)
}
