import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { spreadDiscount } from '../coupons/discount.ts'
import { deliveryPart, wrappingPart } from '../invoices/invoice-parts.ts'
import { billedParts } from '../invoices/invoices.ts'
import { refundableOfOrder } from '../payments/request-refund.ts'
import { supplementIds } from './edits/order-edits.queries.ts'
import { findOrder, linesOfOrders } from './orders.queries.ts'
import { type BilledPart, type PayingOrder, type RefundShare, splitRefund } from './split-refund.ts'

/** What the invoice of an order bills, less its credit notes, in cents. */
export async function paidParts(db: Queryable, orderId: string): Promise<BilledPart[]> {
  const parts = await billedParts(db, orderId)
  return parts.map(({ key, taxBp, grossCents }) => ({ key, taxBp, cents: grossCents }))
}

/** The orders whose payments paid an order: itself, and its supplementary ones. */
export async function ordersThatPay(db: Queryable, orderId: string): Promise<string[]> {
  return [orderId, ...(await supplementIds(db, orderId))]
}

/**
 * Splits the refund of a return over those orders, by what came back and what of delivery and wrapping
 * goes back with it. Amounts in cents. Throws `REFUND_TOO_LARGE` beyond what can be refunded.
 */
export async function splitReturnRefund(
  tx: Queryable,
  orderId: string,
  amountCents: number,
  returned: {
    lines: readonly (readonly [variantId: string, cents: number])[]
    deliveryCents: number
    wrapCents: number
  },
): Promise<(Pick<RefundShare, 'orderId' | 'cents'> & Partial<RefundShare>)[]> {
  const ids = await ordersThatPay(tx, orderId)
  if (ids.length === 1) return [{ orderId, cents: amountCents }]
  const order = await findOrder(tx, orderId)
  if (!order) throw new Error(`There is no order ${orderId}`)
  const lines = (await linesOfOrders(tx, [orderId])).get(orderId) ?? []
  const taxes = new Map([
    ...lines.map(({ variant_id, tax_bp }) => [variant_id, tax_bp] as const),
    [deliveryPart, order.shipping_tax_bp],
    [wrappingPart, order.wrap_tax_bp],
  ])
  const worths = [
    ...returned.lines,
    [deliveryPart, returned.deliveryCents] as const,
    [wrappingPart, returned.wrapCents] as const,
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
      refundableCents: await refundableOfOrder(tx, id),
      parts: await paidParts(tx, id),
    })
  const split = splitRefund(wanted, orders, (key) => taxes.has(key))
  if (split.reduce((sum, { cents }) => sum + cents, 0) < amountCents)
    throw new ShopError('REFUND_TOO_LARGE')
  return split
}
