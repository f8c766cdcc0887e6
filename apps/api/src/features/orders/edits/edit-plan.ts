import { ShopError } from '../../../platform/errors/shop-error.ts'
import { discountOf, spreadDiscount } from '../../coupons/coupons.ts'
import { taxOrder } from '../../taxes/order-tax.ts'
import type { OrderLineRow } from '../orders.queries.ts'
import { lineTaxColumns } from '../placing/new-order.ts'
import { costOf, type EditBasis, type EditPlan, paidFor, taxClassOf } from './edit-basis.ts'
import { billedOf, refundsOf } from './edit-money.ts'

const sum = (cents: readonly number[]) => cents.reduce((total, part) => total + part, 0)

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
      refunds: [],
      replaced: [],
    }
  }
  const replaced = supplements.filter(({ status }) => status === 'PENDING' || status === 'UNPAID')
  // A paid one may have been paid back since, but what the last change billed is owed as a whole or not at all.
  const owed = supplements.filter(({ isOwed }) => isOwed)
  const ofSupplements = order.supplement_cents - sum(owed.map(({ totalCents }) => totalCents))
  const differenceCents = wholeCents - order.total_cents - ofSupplements
  if (differenceCents > 0)
    return {
      ...sums,
      totalCents: order.total_cents,
      supplementCents: ofSupplements + differenceCents,
      effect: 'SUPPLEMENT',
      differenceCents,
      billed: billedOf(basis, { ...sums, differenceCents }),
      refunds: [],
      replaced,
    }
  const refunds = refundsOf(basis, { ...sums, differenceCents }, ofSupplements)
  const own = sum(refunds.map(({ orderId, cents }) => (orderId === order.id ? cents : 0)))
  return {
    ...sums,
    totalCents: order.total_cents - own,
    supplementCents: ofSupplements + own + differenceCents,
    effect: differenceCents === 0 ? 'NONE' : 'REFUND',
    // Not minus zero.
    differenceCents: differenceCents || 0,
    billed: null,
    refunds,
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
      stock: variant.stock,
    }
  })
}
