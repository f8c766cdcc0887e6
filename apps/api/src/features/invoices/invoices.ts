import type { OrderDocument } from '@solvane/contract/invoices'
import type {
  InvoicingDraft,
  listInvoices as listEndpoint,
  StaffInvoice,
} from '@solvane/contract/invoices.admin'
import { readOrderNumber, toOrderNumber } from '@solvane/contract/orders'
import { endOfDay, startOfDay } from '@solvane/contract/time-zone'
import type { z } from 'zod'
import { storedContent } from '../../../database/stored-content.ts'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { Download } from '../../platform/http/send-answer.ts'
import { toDollars } from '../catalog/to-card.ts'
import { findDocument, saveDocument, type Versioned } from '../content/documents.ts'
import { shopTimeZone } from '../content/read-content.ts'
import { refundsOfOrder } from '../payments/payments.ts'
import { claimedParts, type InvoicePart, remainingParts } from './invoice-parts.ts'
import {
  type DocumentRow,
  documentsOf,
  findInvoice,
  invoicesOf,
  listInvoiceRows,
  removeBuyers,
  returnedParts,
  toInvoiceNumber,
} from './invoices.queries.ts'

/** The documents of orders by order id, the invoice first. */
export async function documentsOfOrders(
  db: Queryable,
  orderIds: string[],
): Promise<Map<string, OrderDocument[]>> {
  const rows = await documentsOf(db, orderIds)
  return new Map([...rows].map(([orderId, documents]) => [orderId, documents.map(toDocument)]))
}

function toDocument(row: DocumentRow): OrderDocument {
  return {
    id: row.id,
    kind: row.kind,
    number: toInvoiceNumber(row),
    issuedAt: row.issued_at.toISOString(),
    amount: toDollars(row.gross_cents),
  }
}

/**
 * The parts that the invoice of an order bills, less its credit notes and the amounts that other
 * refunds name; empty before there is an invoice.
 */
export async function billedParts(db: Queryable, orderId: string): Promise<InvoicePart[]> {
  const [invoice, ...notes] = await invoicesOf(db, orderId)
  if (!invoice) return []
  const left = remainingParts(
    invoice.content.parts,
    notes.map(({ content }) => content.parts),
  )
  const claimed = claimedParts(await refundsOfOrder(db, orderId), notes)
  return left.map((part) => ({
    ...part,
    grossCents: Math.max(0, part.grossCents - (claimed.get(part.key) ?? 0)),
  }))
}

/** The prices paid for the lines of a return, in cents by part of the invoice of its order. */
export async function returnedLines(
  db: Queryable,
  returnId: string,
): Promise<{ key: string; cents: number }[]> {
  const { parts } = await returnedParts(db, returnId)
  return parts.filter(({ quantity }) => quantity !== null)
}

/**
 * Removes a shopper from the documents of their orders. The law requires that documents for a
 * business stay as issued; every document keeps the goods, the amounts and the country.
 */
export function eraseBuyers(tx: Queryable, userId: string): Promise<void> {
  return removeBuyers(tx, userId)
}

/**
 * A document as PDF; with `owner` only of that shopper's order. The same document is the same file. Throws
 * `INVOICE_NOT_FOUND`.
 */
export async function invoiceFile(
  { db }: Pick<AppContext, 'db'>,
  invoiceId: string,
  owner?: { userId: string; orderId: string },
): Promise<Download> {
  const row = await findInvoice(db.kysely, invoiceId, owner)
  if (!row) throw new ShopError('INVOICE_NOT_FOUND')
  // Few requests need the library.
  const { invoicePdf } = await import('./invoice-pdf.ts')
  return { fileName: `${toInvoiceNumber(row)}.pdf`, content: await invoicePdf(row) }
}

/** A page of the staff's list. */
export async function listInvoices(
  ctx: Pick<AppContext, 'db'>,
  { page, size, order, kind, from, until, q = '' }: z.output<typeof listEndpoint.query>,
): Promise<{ data: StaffInvoice[]; total: number }> {
  const timeZone = await shopTimeZone(ctx)
  const filter = {
    kind,
    from: from ? startOfDay(from, timeZone) : undefined,
    until: until ? endOfDay(until, timeZone) : undefined,
    text: q,
    orderNumber: readOrderNumber(q),
  }
  const found = await listInvoiceRows(ctx.db.kysely, filter, {
    limit: size,
    offset: (page - 1) * size,
    order,
  })
  const data = found.rows.map((row) => ({
    ...toDocument(row),
    orderId: row.order_id,
    orderNumber: toOrderNumber(row.order_number),
    buyer: row.content.buyer.company ?? row.content.buyer.name,
    country: row.country,
    tax: toDollars(row.tax_cents),
  }))
  return { data, total: found.total }
}

/** The seller and the numbering of documents, for editing. */
export async function getInvoicing({
  db,
}: Pick<AppContext, 'db'>): Promise<Versioned<InvoicingDraft>> {
  const { version, value } = await findDocument(db.kysely, 'invoicing')
  return { version, document: storedContent.invoicing.parse(value) }
}

/** Saves it, for documents from now on. Throws `STALE_EDIT`. */
export async function saveInvoicing(
  ctx: Pick<AppContext, 'db'>,
  { version, document }: Versioned<InvoicingDraft>,
): Promise<Versioned<InvoicingDraft>> {
  const saved = await saveDocument(ctx, { key: 'invoicing', version }, async () => document)
  return { version: saved.version, document: storedContent.invoicing.parse(saved.value) }
}
