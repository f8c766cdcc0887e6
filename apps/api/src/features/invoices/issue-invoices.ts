import { randomUUID } from 'node:crypto'
import { toOrderNumber } from '@solvane/contract/orders'
import { toLocalTime } from '@solvane/contract/time-zone'
import { storedContent } from '../../../database/stored-content.ts'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { findDocument } from '../content/documents.ts'
import { shopTimeZoneIn } from '../content/read-content.ts'
import { cashOnDeliveryOf, paymentsOfOrder, refundsOfOrder } from '../payments/payments.ts'
import {
  beyondOrder,
  claimedParts,
  creditedParts,
  type InvoicePart,
  remainingParts,
  totalsOf,
} from './invoice-parts.ts'
import {
  type InvoiceBuyer,
  type InvoiceContent,
  type InvoiceRow,
  insertInvoice,
  invoicesOf,
  returnedParts,
  takeNumber,
  toInvoiceNumber,
} from './invoices.queries.ts'

type Context = Pick<AppContext, 'clock'>

/** The layout of documents that are issued now. */
const layout = 2

/** An order as its invoice states it. */
interface InvoicedOrder {
  id: string
  number: number
  /** The number of the changed order whose difference it bills. */
  supplementOf: number | null
  placedAt: Date
  country: string
  buyer: InvoiceBuyer
  pricesIncludeTax: boolean | null
  duties: InvoiceContent['duties']
  /** The lines and fees of the document. */
  parts: InvoicePart[]
}

/**
 * Issues the invoice of an order, unless it has one. The order must be locked; its number is final with
 * the transaction.
 */
export async function issueInvoice(
  ctx: Context,
  tx: Queryable,
  order: InvoicedOrder,
): Promise<void> {
  if ((await invoicesOf(tx, order.id)).length > 0) return
  const { seller, invoicePrefix, dayOf } = await readSettings(tx)
  const issuedAt = ctx.clock.now()
  const content: InvoiceContent = {
    layout,
    seller,
    buyer: order.buyer,
    orderNumber: toOrderNumber(order.number),
    ...(order.supplementOf !== null && { supplementOf: toOrderNumber(order.supplementOf) }),
    orderedOn: dayOf(order.placedAt),
    issuedOn: dayOf(issuedAt),
    pricesIncludeTax: order.pricesIncludeTax,
    duties: order.duties,
    parts: order.parts,
  }
  await write(tx, invoicePrefix, {
    kind: 'INVOICE',
    order_id: order.id,
    refund_id: null,
    reverses: null,
    issued_at: issuedAt,
    country: order.country,
    content,
  })
}

/**
 * Issues a credit note for each refund of an invoiced order that has none. A credit note covers the
 * amount of its refund, but no money that came beyond the invoice, such as a second payment. If the
 * order was accepted for less than its invoice, the refund of the last of it credits the rest, too.
 * A credit note whose refund failed afterwards is reversed by another one. The order must be
 * locked. `readParts` reads the current parts of the order: an amount beyond the parts that a
 * refund or its return names is credited first to parts that the order no longer has.
 */
export async function issueCreditNotes(
  ctx: Context,
  tx: Queryable,
  orderId: string,
  readParts: () => Promise<InvoicePart[]>,
): Promise<void> {
  const [invoice, ...issued] = await invoicesOf(tx, orderId)
  if (!invoice) return
  const refunds = await refundsOfOrder(tx, orderId)
  const known = new Set(issued.map(({ refund_id }) => refund_id))
  const taken = new Set(issued.map(({ reverses }) => reverses))
  const failed = issued.filter(
    ({ id, reverses, refund_id }) =>
      !reverses &&
      !taken.has(id) &&
      refunds.some(({ refundId, status }) => refundId === refund_id && status === 'FAILED'),
  )
  const due = refunds.filter(
    ({ refundId, status }) => status === 'SUCCEEDED' && !known.has(refundId),
  )
  if (failed.length === 0 && due.length === 0) return

  const { seller, creditNotePrefix, dayOf } = await readSettings(tx)
  const issuedAt = ctx.clock.now()
  const issuedOn = dayOf(issuedAt)
  const documents = [...issued]
  const issue = async (
    refundId: string | null,
    reverses: string | null,
    credit: Pick<InvoiceContent, 'parts' | 'credits'>,
  ) => {
    const content: InvoiceContent = { ...invoice.content, layout, seller, issuedOn, ...credit }
    documents.push(
      await write(tx, creditNotePrefix, {
        kind: 'CREDIT_NOTE',
        order_id: orderId,
        refund_id: refundId,
        reverses,
        issued_at: issuedAt,
        country: invoice.country,
        content,
      }),
    )
  }
  const number = toInvoiceNumber(invoice)
  for (const { id, refund_id, content, ...note } of failed)
    await issue(refund_id, id, {
      parts: content.parts.map(negative),
      credits: { number, reason: `Takes back ${toInvoiceNumber(note)}: the refund failed` },
    })

  const attempts = (await paymentsOfOrder(tx, [orderId])).get(orderId) ?? []
  const sum = (cents: number[]) => cents.reduce((total, part) => total + part, 0)
  // Cash that is still to be collected counts as paid for the invoice; money on top of that goes
  // back without a credit note.
  const expected = cashOnDeliveryOf(attempts)?.amountCents ?? 0
  const captured = sum(attempts.map(({ capturedCents }) => capturedCents)) + expected
  const refunded = sum(attempts.map(({ refundedCents }) => refundedCents))
  const beyond = Math.max(0, captured - invoice.gross_cents)
  // The order was accepted for less than its invoice: once all of that is paid back, the whole
  // invoice is credited.
  let short = refunded >= captured ? Math.max(0, invoice.gross_cents - captured) : 0
  const creditable = Math.min(invoice.gross_cents, Math.max(0, refunded - beyond) + short)
  const current = due.length > 0 ? await readParts() : []
  // Money beyond the invoice mostly goes back first: the newest refund is of the order itself.
  for (const { refundId, key, amountCents, parts: named } of due.toReversed()) {
    const credited = sum(documents.map(({ gross_cents }) => gross_cents))
    const amount = Math.min(amountCents + short, creditable - credited)
    if (amount <= 0) continue
    short = 0
    const left = remainingParts(
      invoice.content.parts,
      documents.map(({ content }) => content.parts),
    )
    const ofRefund = new Map(Object.entries(named ?? {}))
    const others = claimedParts(
      refunds.filter((refund) => refund.refundId !== refundId),
      documents,
    )
    const beyondNow = new Map(
      [...beyondOrder(left, current)].map(([key, cents]) => [
        key,
        Math.max(0, cents - (others.get(key) ?? 0)),
      ]),
    )
    const returnId = /^return:(.+)$/.exec(key)?.[1]
    if (!returnId) {
      await issue(refundId, null, {
        parts: creditedParts(left, amount, ofRefund, beyondNow),
        credits: { number, reason: 'Refund' },
      })
      continue
    }
    const { ofReturn, parts, firstOrderId } = await returnedParts(tx, returnId)
    const ofReturned = new Map(parts.map(({ key, cents }) => [key, cents]))
    await issue(refundId, null, {
      parts: creditedParts(left, amount, ofRefund, ofReturned, beyondNow).map((part) => ({
        ...part,
        ...returnedQuantity(part, parts, invoice),
      })),
      // A return of a changed order may be refunded in parts: its sums stand on one document.
      credits: {
        number,
        reason: 'Returned goods',
        ...(firstOrderId === orderId && { ofReturn }),
      },
    })
  }
}

/**
 * Credits the rest of an order's invoice, because the goods came back and nobody paid; no refund
 * belongs to it. The order must be locked.
 */
export async function creditUnpaid(ctx: Context, tx: Queryable, orderId: string): Promise<void> {
  const [invoice, ...issued] = await invoicesOf(tx, orderId)
  if (!invoice) return
  const left = remainingParts(
    invoice.content.parts,
    issued.map(({ content }) => content.parts),
  ).filter(({ grossCents }) => grossCents > 0)
  if (left.length === 0) return
  const { seller, creditNotePrefix, dayOf } = await readSettings(tx)
  const issuedAt = ctx.clock.now()
  await write(tx, creditNotePrefix, {
    kind: 'CREDIT_NOTE',
    order_id: orderId,
    refund_id: null,
    reverses: null,
    issued_at: issuedAt,
    country: invoice.country,
    content: {
      ...invoice.content,
      layout,
      seller,
      issuedOn: dayOf(issuedAt),
      parts: left,
      credits: { number: toInvoiceNumber(invoice), reason: 'Not paid: the parcel came back' },
    },
  })
}

/**
 * The seller, the prefixes of numbers, and the day of an instant; read on the transaction's own
 * connection.
 */
async function readSettings(tx: Queryable) {
  const invoicing = storedContent.invoicing.parse((await findDocument(tx, 'invoicing')).value)
  const timeZone = await shopTimeZoneIn(tx)
  const { invoicePrefix, creditNotePrefix, ...seller } = invoicing
  const dayOf = (at: Date) => toLocalTime(at, timeZone).slice(0, 10)
  return { seller, invoicePrefix, creditNotePrefix, dayOf }
}

/**
 * How many units of a part came back. Lines of supplementary orders are differences, and of changed orders more can
 * come back than their invoice has: then nothing is said.
 */
function returnedQuantity(
  { key, quantity }: InvoicePart,
  returned: readonly { key: string; quantity: number | null }[],
  { content }: InvoiceRow,
): Pick<InvoicePart, 'returnedQuantity'> {
  const units = returned.find((part) => part.key === key)?.quantity
  if (!units || units > quantity || content.supplementOf !== undefined) return {}
  return { returnedQuantity: units }
}

function negative({ returnedQuantity: _, ...part }: InvoicePart): InvoicePart {
  return { ...part, grossCents: -part.grossCents, taxCents: -part.taxCents }
}

/** Numbers and stores a document: last, because others wait for the number. */
async function write(
  tx: Queryable,
  prefix: string,
  document: Omit<InvoiceRow, 'id' | 'series' | 'number' | 'gross_cents' | 'tax_cents'>,
): Promise<InvoiceRow> {
  const series = `${prefix}-${document.content.issuedOn.slice(0, 4)}-`
  const { grossCents, taxCents } = totalsOf(document.content.parts)
  const row: InvoiceRow = {
    ...document,
    id: randomUUID(),
    series,
    number: await takeNumber(tx, series),
    gross_cents: grossCents,
    tax_cents: taxCents,
  }
  await insertInvoice(tx, row)
  return row
}
