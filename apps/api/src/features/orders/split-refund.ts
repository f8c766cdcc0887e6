import type { Queryable } from '../../platform/database/database.ts'
import { spreadDiscount } from '../coupons/coupons.ts'
import { deliveryPart, wrappingPart } from '../invoices/invoice-parts.ts'
import { billedParts, returnedLines } from '../invoices/invoices.ts'
import { refundableOfOrder } from '../payments/request-refund.ts'
import { supplementIds, unpaidParts } from './edits/order-edits.queries.ts'
import { findOrder, linesOfOrders } from './orders.queries.ts'

/** A line or a fee that an order bills, in cents. */
export interface BilledPart {
  /** A variant's id, `deliveryPart` or `wrappingPart`. */
  key: string
  /** In hundredths of a percent; null where nothing is taxed. */
  taxBp: number | null
  cents: number
}

/** An order whose payment paid a part of another, or itself. */
export interface PayingOrder {
  orderId: string
  /** The amount of its payment that can still be refunded, in cents. */
  refundableCents: number
  /** The parts that its invoice bills, less its credit notes. */
  parts: readonly BilledPart[]
}

/** The refund of an order, in cents, and by part as far as its invoice has the part. */
export interface RefundShare {
  orderId: string
  cents: number
  parts: Record<string, number>
}

/**
 * Splits a refund over the orders that billed its parts, the preferred first, so that their credit
 * notes have its tax. Each part is taken from the equal part first, then from parts of its tax rate
 * that are no longer in the order (a later change was billed as a difference), then from any parts
 * of its tax rate, then from any parts that are no longer in the order, then from the rest. The
 * excess over everything that is refundable is left out.
 */
export function splitRefund(
  wanted: readonly BilledPart[],
  orders: readonly PayingOrder[],
  isInOrder: (key: string) => boolean,
): RefundShare[] {
  const left = new Map(orders.map(({ orderId, refundableCents }) => [orderId, refundableCents]))
  const slots = orders.flatMap(({ orderId, parts }) =>
    parts.map((part) => ({ orderId, ...part, taken: 0 })),
  )
  const unplaced = new Map<string, number>()
  const ranks: ((slot: BilledPart, part: BilledPart) => boolean)[] = [
    (slot, { key }) => slot.key === key,
    (slot, { taxBp }) => slot.taxBp === taxBp && !isInOrder(slot.key),
    (slot, { taxBp }) => slot.taxBp === taxBp,
    (slot) => !isInOrder(slot.key),
    () => true,
  ]
  const due = wanted.map((part) => ({ ...part }))
  const take = (part: BilledPart, orderId: string, most: number) => {
    const cents = Math.min(part.cents, most, left.get(orderId) ?? 0)
    part.cents -= cents
    left.set(orderId, (left.get(orderId) ?? 0) - cents)
    return cents
  }
  // Each rank is tried for all parts before the next: no part takes what a closer match needs.
  for (const isFit of ranks)
    for (const part of due)
      for (const slot of slots.filter((one) => isFit(one, part)))
        slot.taken += take(part, slot.orderId, slot.cents - slot.taken)
  // Orders from before there were invoices have no parts.
  for (const part of due)
    for (const { orderId } of orders)
      unplaced.set(orderId, (unplaced.get(orderId) ?? 0) + take(part, orderId, part.cents))
  return orders.flatMap(({ orderId }) => {
    const taken = slots.filter((slot) => slot.orderId === orderId && slot.taken > 0)
    const parts = Object.fromEntries(taken.map((slot) => [slot.key, slot.taken]))
    const cents = taken.reduce((sum, slot) => sum + slot.taken, unplaced.get(orderId) ?? 0)
    return cents > 0 ? [{ orderId, cents, parts }] : []
  })
}

/** The parts that the invoice of an order bills and no refund pays back, in cents. */
export async function paidParts(db: Queryable, orderId: string): Promise<BilledPart[]> {
  const parts = await billedParts(db, orderId)
  return parts.map(({ key, taxBp, grossCents }) => ({ key, taxBp, cents: grossCents }))
}

/** The orders whose payments paid an order: itself, and its supplementary ones. */
export async function ordersThatPay(db: Queryable, orderId: string): Promise<string[]> {
  return [orderId, ...(await supplementIds(db, orderId))]
}

/** The delivery fee that a change billed and that is no longer going to be paid, in cents. */
export async function unpaidDelivery(db: Queryable, orderId: string): Promise<number> {
  return (await unpaidParts(db, orderId)).deliveryCents
}

/** A refund's share; without parts where one order paid for all of it. */
type ReturnShare = Pick<RefundShare, 'orderId' | 'cents'> & Partial<RefundShare>

/**
 * Splits the refund of a return over those orders, by the returned goods and the delivery and
 * wrapping fees that are refunded with them; amounts in cents. The excess over everything that is
 * refundable is left out.
 */
export async function splitReturnRefund(
  db: Queryable,
  { returnId, orderId }: { returnId: string; orderId: string },
  amountCents: number,
  fees: { delivery: number; wrapping: number },
): Promise<ReturnShare[]> {
  if (amountCents === 0) return []
  const ids = await ordersThatPay(db, orderId)
  if (ids.length === 1) return [{ orderId, cents: amountCents }]
  const order = await findOrder(db, orderId)
  if (!order) throw new Error(`There is no order ${orderId}`)
  const lines = (await linesOfOrders(db, [orderId])).get(orderId) ?? []
  const returned = await returnedLines(db, returnId)
  const taxes = new Map([
    ...lines.map(({ variant_id, tax_bp }) => [variant_id, tax_bp] as const),
    [deliveryPart, order.shipping_tax_bp],
    [wrappingPart, order.wrap_tax_bp],
  ])
  const worths = [
    ...returned.map(({ key, cents }) => [key, cents] as const),
    [deliveryPart, fees.delivery] as const,
    [wrappingPart, fees.wrapping] as const,
  ]
  const shares = spreadDiscount(
    amountCents,
    worths.map(([, cents]) => cents),
  )
  const wanted = worths.map(([key], at) => ({
    key,
    taxBp: taxes.get(key) ?? null,
    cents: shares[at] ?? 0,
  }))
  const orders: PayingOrder[] = []
  for (const id of ids)
    orders.push({
      orderId: id,
      refundableCents: await refundableOfOrder(db, id),
      parts: await paidParts(db, id),
    })
  return splitRefund(wanted, orders, (key) => taxes.has(key))
}
