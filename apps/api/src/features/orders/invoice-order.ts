import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { deliveryPart, type InvoicePart } from '../invoices/invoice-parts.ts'
import { issueCreditNotes, issueInvoice } from '../invoices/issue-invoices.ts'
import { linesOfOrders, type OrderLineRow, type OrderRow } from './orders.queries.ts'

/**
 * Issues the invoice of a locked order that is paid, or of which something is sent, unless it has one, and
 * credit notes for what was refunded before. An exchange, which nobody pays, has none.
 */
export async function invoiceOrder(
  ctx: Pick<AppContext, 'clock'>,
  tx: Queryable,
  order: OrderRow,
  lines?: readonly OrderLineRow[],
): Promise<void> {
  if (order.exchange_of !== null) return
  const items = lines ?? (await linesOfOrders(tx, [order.id])).get(order.id) ?? []
  await issueInvoice(ctx, tx, {
    id: order.id,
    number: order.number,
    placedAt: order.created_at,
    country: order.shipping_country,
    buyer: {
      name: order.shipping_full_name,
      company: order.buyer_company,
      taxNumber: order.buyer_tax_number,
      address: [
        order.shipping_street_address,
        order.shipping_address_line2,
        [order.shipping_postal_code, order.shipping_city, order.shipping_state]
          .filter(Boolean)
          .join(' '),
      ].filter((line): line is string => Boolean(line)),
    },
    pricesIncludeTax: order.prices_include_tax,
    duties: order.duties,
    parts: [...items.map((line) => linePart(order, line)), ...deliveryParts(order)],
  })
  await issueCreditNotes(ctx, tx, order.id)
}

function linePart({ prices_include_tax }: OrderRow, line: OrderLineRow): InvoicePart {
  const taxCents = line.tax_cents ?? 0
  return {
    key: line.variant_id,
    name: line.name,
    options: Object.values(line.attributes).join(', '),
    quantity: line.quantity,
    unitCents: line.unit_cents,
    discountCents: line.discount_cents,
    grossCents:
      line.unit_cents * line.quantity -
      line.discount_cents +
      (prices_include_tax === false ? taxCents : 0),
    taxBp: line.tax_bp,
    taxCents,
  }
}

/** The delivery fee, where there is one. */
function deliveryParts(order: OrderRow): InvoicePart[] {
  const { shipping_cents: cents, shipping_tax_cents: taxCents } = order
  if (cents === 0) return []
  return [
    {
      key: deliveryPart,
      name: order.delivery_method ?? 'Delivery',
      options: '',
      quantity: 1,
      unitCents: cents,
      discountCents: 0,
      grossCents: cents + (order.prices_include_tax === false ? taxCents : 0),
      taxBp: order.shipping_tax_bp,
      taxCents,
    },
  ]
}
