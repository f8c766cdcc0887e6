import { spreadDiscount } from '../../coupons/coupons.ts'
import { deliveryPart, wrappingPart } from '../../invoices/invoice-parts.ts'
import { taxOrder } from '../../taxes/order-tax.ts'
import type { OrderLineRow } from '../orders.queries.ts'
import { type RefundShare, splitRefund } from '../split-refund.ts'
import { costOf, type EditBasis, type EditPlan, paidFor, taxClassOf } from './edit-basis.ts'

/**
 * Lines, fees and tax of an order after a change, and the additional amount due (below zero to
 * refund); in cents.
 */
type Change = Pick<EditPlan, 'lines' | 'shippingCents' | 'tax' | 'differenceCents'>

const sum = (cents: readonly number[]) => cents.reduce((total, part) => total + part, 0)

/** How much dearer each line and fee became (below zero: cheaper), with tax that is added to it. */
function differencesOf(
  { order, lines: before }: EditBasis,
  { lines, shippingCents, tax }: Change,
): PartDifference[] {
  const wereAdded = order.prices_include_tax === false
  const areAdded = tax?.isIncluded === false
  const worthBefore = new Map(before.map((line) => [line.variant_id, worthOf(line, wereAdded)]))
  const kept = new Set(lines.map(({ variant_id }) => variant_id))
  const differenceOf = (line: OrderLineRow, cents: number): PartDifference => ({
    key: line.variant_id,
    taxBp: line.tax_bp,
    isFee: false,
    cents,
  })
  const feesBefore = {
    shipping: order.shipping_cents + (wereAdded ? order.shipping_tax_cents : 0),
    wrapping: order.wrap_cents + (wereAdded ? order.wrap_tax_cents : 0),
  }
  const feesAfter = {
    shipping: shippingCents + (tax && areAdded ? tax.shipping.cents : 0),
    wrapping: order.wrap_cents + (tax && areAdded ? tax.wrapping.cents : 0),
  }
  return [
    ...lines.map((line) =>
      differenceOf(line, worthOf(line, areAdded) - (worthBefore.get(line.variant_id) ?? 0)),
    ),
    ...before
      .filter(({ variant_id }) => !kept.has(variant_id))
      .map((line) => differenceOf(line, -worthOf(line, wereAdded))),
    {
      key: deliveryPart,
      taxBp: tax?.shipping.bp ?? order.shipping_tax_bp,
      isFee: true,
      cents: feesAfter.shipping - feesBefore.shipping,
    },
    {
      key: wrappingPart,
      taxBp: tax?.wrapping.bp ?? order.wrap_tax_bp,
      isFee: true,
      cents: feesAfter.wrapping - feesBefore.wrapping,
    },
  ]
}

/**
 * The parts that the last change billed and nobody paid: its supplementary order may have ended
 * since.
 */
function owedParts({ supplements }: EditBasis): PartDifference[] {
  return supplements
    .filter(({ isOwed }) => isOwed)
    .flatMap(({ lines, shippingCents, shippingTaxBp }) => [
      ...lines.map((line) => ({
        key: line.variant_id,
        taxBp: line.tax_bp,
        isFee: false,
        cents: costOf(line),
      })),
      { key: deliveryPart, taxBp: shippingTaxBp, isFee: true, cents: shippingCents },
    ])
}

/**
 * The supplementary order for a difference. As a difference of totals it contains its tax, whether
 * or not prices do.
 */
export function billedOf(basis: EditBasis, change: Change): NonNullable<EditPlan['billed']> {
  const { differenceCents, lines, tax } = change
  const { taxRule } = basis
  const due = partsDue(differencesOf(basis, change), owedParts(basis))
  const shippingCents = Math.min(
    differenceCents,
    sum(due.filter(({ key }) => key === deliveryPart).map(({ cents }) => cents)),
  )
  const dueOf = ({ variant_id }: OrderLineRow) =>
    sum(due.filter(({ key }) => key === variant_id).map(({ cents }) => cents))
  const areAdded = tax?.isIncluded === false
  // Where no line became dearer, tax that is added to wrapping is due.
  const weights = [lines.map(dueOf), lines.map((line) => worthOf(line, areAdded))].find(
    (each) => sum(each) > 0,
  )
  const shares = spreadDiscount(differenceCents - shippingCents, weights ?? lines.map(() => 1))
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

/**
 * The refunds of paid supplementary orders, the newest first, and of the order's own payment;
 * `ofSupplements` is the amount that the supplementary orders still bill.
 */
export function refundsOf(basis: EditBasis, change: Change, ofSupplements: number): RefundShare[] {
  const { order, paidParts, supplements } = basis
  const { differenceCents, lines, shippingCents } = change
  const due = partsDue(differencesOf(basis, change), owedParts(basis))
  const fallen = due.filter(({ cents }) => cents < 0)
  const shares = spreadDiscount(
    -differenceCents,
    fallen.map(({ cents }) => -cents),
  )
  const wanted = fallen.map(({ key, taxBp }, at) => ({ key, taxBp, cents: shares[at] ?? 0 }))
  const kept = new Set(lines.map(({ variant_id }) => variant_id))
  if (shippingCents > 0) kept.add(deliveryPart)
  if (order.wrap_cents > 0) kept.add(wrappingPart)
  let left = ofSupplements
  const paid = supplements.filter(({ status }) => status === 'COMPLETED').toReversed()
  const orders = paid.map(({ id, paidParts, ...supplement }) => {
    const refundableCents = Math.min(left, supplement.refundableCents)
    left -= refundableCents
    return { orderId: id, refundableCents, parts: paidParts }
  })
  const own = { orderId: order.id, refundableCents: order.total_cents, parts: paidParts }
  return splitRefund(wanted, [...orders, own], (key) => kept.has(key))
}

function worthOf(line: OrderLineRow, isTaxAdded: boolean): number {
  return paidFor(line) + (isTaxAdded ? (line.tax_cents ?? 0) : 0)
}

/** How much a line or a fee of an order became dearer, in cents; cheaper below zero. */
export interface PartDifference {
  /** A variant's id, `deliveryPart` or `wrappingPart`. */
  key: string
  /** In hundredths of a percent; null where nothing is taxed. */
  taxBp: number | null
  isFee: boolean
  cents: number
}

/**
 * The amount due for each part after a change: its own difference, and the amounts that earlier
 * changes left `owed`. Reductions are set against increases: of the part itself first, then of
 * parts of one kind and tax rate, then of one rate, and at last of all parts. The rest is then all
 * above zero, or all below.
 */
export function partsDue(
  differences: readonly PartDifference[],
  owed: readonly PartDifference[],
): PartDifference[] {
  const fallen = differences.filter(({ cents }) => cents < 0)
  const risen = differences.filter(({ cents }) => cents > 0)
  const left = net([...owed, ...fallen], ofPart)
  const own = net([...left.filter(({ cents }) => cents < 0), ...risen], ofKindAndRate)
  const all = [...own, ...left.filter(({ cents }) => cents > 0)]
  return [ofPart, ofKindAndRate, ofRate, () => ''].reduce(net, all)
}

const ofPart = ({ key }: PartDifference) => key
const ofRate = ({ taxBp }: PartDifference) => String(taxBp)
const ofKindAndRate = ({ isFee, taxBp }: PartDifference) => `${isFee} ${taxBp}`

/**
 * Sets amounts below zero against those above it, within each group; the side that remains is
 * reduced in proportion.
 */
function net(
  parts: readonly PartDifference[],
  groupOf: (part: PartDifference) => string,
): PartDifference[] {
  return [...Map.groupBy(parts, groupOf).values()].flatMap((group) => {
    const total = group.reduce((sum, { cents }) => sum + cents, 0)
    const sign = Math.sign(total)
    const same = group.filter(({ cents }) => Math.sign(cents) === sign && sign !== 0)
    const shares = spreadDiscount(
      Math.abs(total),
      same.map(({ cents }) => Math.abs(cents)),
    )
    return same.map((part, at) => ({ ...part, cents: sign * (shares[at] ?? 0) }))
  })
}
