import { cityLine } from '@solvane/contract/address-lines'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import {
  creditedParts,
  deliveryPart,
  type InvoicePart,
  wrappingPart,
} from '../invoices/invoice-parts.ts'
import { issueCreditNotes, issueInvoice } from '../invoices/issue-invoices.ts'
import { findOrder, linesOfOrders, type OrderLineRow, type OrderRow } from './orders.queries.ts'

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
  const parts = await partsOf(tx, order, lines)
  const changed = order.supplement_of === null ? null : await findOrder(tx, order.supplement_of)
  await issueInvoice(ctx, tx, {
    id: order.id,
    number: order.number,
    supplementOf: changed?.number ?? null,
    placedAt: order.created_at,
    country: order.shipping_country,
    buyer: {
      name: order.shipping_full_name,
      company: order.buyer_company,
      taxNumber: order.buyer_tax_number,
      address: [
        order.shipping_street_address,
        order.shipping_address_line2,
        cityLine({
          city: order.shipping_city,
          state: order.shipping_state,
          postalCode: order.shipping_postal_code,
          country: order.shipping_country,
        }),
      ].filter((line): line is string => Boolean(line)),
    },
    pricesIncludeTax: order.prices_include_tax,
    duties: order.duties,
    // An order that changed before there were invoices bills without its supplementary orders.
    parts: order.supplement_cents > 0 ? creditedParts(parts, order.total_cents) : parts,
  })
  await creditOrder(ctx, tx, order)
}

/** Issues the credit notes of a locked order for what was refunded of it. */
export function creditOrder(
  ctx: Pick<AppContext, 'clock'>,
  tx: Queryable,
  order: OrderRow,
): Promise<void> {
  return issueCreditNotes(ctx, tx, order.id, () => partsOf(tx, order))
}

/**
 * The lines and fees of an order, as they are now. A supplementary order that bills a fee alone has a line of
 * nothing, which its documents leave out.
 */
async function partsOf(
  tx: Queryable,
  order: OrderRow,
  known?: readonly OrderLineRow[],
): Promise<InvoicePart[]> {
  const lines = known ?? (await linesOfOrders(tx, [order.id])).get(order.id) ?? []
  const parts = [...lines.map((line) => linePart(order, line)), ...feeParts(order)]
  return order.supplement_of === null ? parts : parts.filter(({ grossCents }) => grossCents > 0)
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

/** The delivery fee and gift wrapping, where they cost something. */
function feeParts(order: OrderRow): InvoicePart[] {
  const fees = [
    {
      key: deliveryPart,
      name: order.delivery_method ?? 'Delivery',
      unitCents: order.shipping_cents,
      taxBp: order.shipping_tax_bp,
      taxCents: order.shipping_tax_cents,
    },
    {
      key: wrappingPart,
      name: 'Gift wrapping',
      unitCents: order.wrap_cents,
      taxBp: order.wrap_tax_bp,
      taxCents: order.wrap_tax_cents,
    },
  ]
  return fees
    .filter(({ unitCents }) => unitCents > 0)
    .map((fee) => ({
      ...fee,
      options: '',
      quantity: 1,
      discountCents: 0,
      grossCents: fee.unitCents + (order.prices_include_tax === false ? fee.taxCents : 0),
    }))
}
