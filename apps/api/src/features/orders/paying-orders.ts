import type { Queryable } from '../../platform/database/database.ts'
import { spreadDiscount } from '../coupons/coupons.ts'
import { deliveryPart, wrappingPart } from '../invoices/invoice-parts.ts'
import { billedParts, returnedLines } from '../invoices/invoices.ts'
import { refundableOfOrder } from '../payments/request-refund.ts'
import { supplementIds, unpaidParts } from './edits/order-edits.queries.ts'
import { findOrder, linesOfOrders } from './orders.queries.ts'
import { type BilledPart, type PayingOrder, type RefundShare, splitRefund } from './split-refund.ts'

/** What the invoice of an order bills and nobody pays back, in cents. */
export async function paidParts(db: Queryable, orderId: string): Promise<BilledPart[]> {
  const parts = await billedParts(db, orderId)
  return parts.map(({ key, taxBp, grossCents }) => ({ key, taxBp, cents: grossCents }))
}

/** The orders whose payments paid an order: itself, and its supplementary ones. */
export async function ordersThatPay(db: Queryable, orderId: string): Promise<string[]> {
  return [orderId, ...(await supplementIds(db, orderId))]
}

/** What a change billed for delivery and nobody pays any more, in cents. */
export async function unpaidDelivery(db: Queryable, orderId: string): Promise<number> {
  return (await unpaidParts(db, orderId)).deliveryCents
}

/** A refund's share; without parts where one order paid for all of it. */
type ReturnShare = Pick<RefundShare, 'orderId' | 'cents'> & Partial<RefundShare>

/**
 * Splits the refund of a return over those orders, by what came back and what of delivery and wrapping
 * goes back with it; amounts in cents. What exceeds all that can be refunded is left out.
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
