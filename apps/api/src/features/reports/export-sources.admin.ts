import { toOrderNumber } from '@solvane/contract/orders'
import type { ExportKind } from '@solvane/contract/reports.admin'
import { toLocalTime } from '@solvane/contract/time-zone'
import { stringify } from 'csv-stringify/sync'
import { toCell } from '../../platform/csv/cells.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { spreadOver, sumsByRate } from '../invoices/invoice-parts.ts'
import { purchasesOf } from '../orders/list-orders.admin.ts'
import { refundedOfTotal, statusForTotal } from '../orders/order-refunds.ts'
import {
  type ExportedLine,
  type ExportPage,
  nextCustomers,
  nextInvoices,
  nextOrderLines,
  nextOrders,
} from './exports.admin.queries.ts'

/** A text, which is protected, or a number or an amount of ours. */
export type Cell = string | number | Amount | null

/** US dollars; in the file always with two decimals. */
interface Amount {
  cents: number
}

const money = (cents: number): Amount => ({ cents })
export const dollars = (amount: number): Amount => money(Math.round(amount * 100))
export const yesOrNo = (is: boolean | null) => (is === null ? null : is ? 'yes' : 'no')

/** The value of each column for a record, by the column's name. */
export type Columns<Row> = Record<string, (row: Row) => Cell>

/** The first line, with the mark without which spreadsheets take UTF-8 for something else. */
export function firstLine<Row>(columns: Columns<Row>): string {
  return `\uFEFF${toLines([Object.keys(columns)])}`
}

/** The lines of these records. */
export function linesOf<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const cells = Object.values(columns)
  return toLines(rows.map((row) => cells.map((cell) => cell(row))))
}

function toLines(lines: readonly Cell[][]): string {
  return stringify(lines.map((line) => line.map(toText)))
}

function toText(cell: Cell): string | number | null {
  if (typeof cell === 'string') return toCell(cell)
  return typeof cell === 'object' && cell !== null ? (cell.cents / 100).toFixed(2) : cell
}

/** Records that are read page by page: the first line of their file, and the lines of the next ones. */
export interface Source {
  first: string
  next: (page: ExportPage) => Promise<{ lines: string; last: ExportPage['after'] }>
}

/** The records of each file that is as long as the shop is old; times in the shop's time zone. */
export function exportSources(
  db: Queryable,
  timeZone: string,
): Record<Exclude<ExportKind, 'sales' | 'noResultSearches'>, Source> {
  const time = (at: Date | null | undefined) =>
    at ? toLocalTime(at, timeZone).replace('T', ' ') : null
  return {
    orders: sourceOf((page) => nextOrders(db, page), withRefunds, {
      order_number: (one) => toOrderNumber(one.number),
      placed_at: (one) => time(one.created_at),
      status: (one) => one.status,
      email: (one) => one.email,
      name: (one) => one.shipping_full_name,
      phone: (one) => one.shipping_phone_number,
      street_address: (one) => one.shipping_street_address,
      address_line_2: (one) => one.shipping_address_line2,
      city: (one) => one.shipping_city,
      state: (one) => one.shipping_state,
      postal_code: (one) => one.shipping_postal_code,
      country: (one) => one.shipping_country,
      items: (one) => money(one.items_cents),
      discount: (one) => money(one.discount_cents),
      shipping: (one) => money(one.shipping_cents),
      gift_wrapping: (one) => money(one.wrap_cents),
      tax: (one) => money(one.tax_cents),
      tax_included: (one) => yesOrNo(one.prices_include_tax),
      total: (one) => money(one.total_cents),
      refunded: (one) => money(one.refundedCents),
      payment_method: (one) => one.method,
      payment_status: (one) => one.paymentStatus,
      coupon: (one) => one.coupon,
      carrier: (one) => one.carriers,
      tracking_number: (one) => one.tracking_numbers,
      remark: (one) => one.remark,
      billed_separately: (one) => money(one.supplement_cents),
      order_kind: (one) => one.order_kind,
      of_order: (one) => numberOf(one.of_order),
    }),
    orderLines: sourceOf((page) => nextOrderLines(db, page), withBilled, {
      order_number: (one) => toOrderNumber(one.number),
      placed_at: (one) => time(one.created_at),
      status: (one) => one.status,
      country: (one) => one.shipping_country,
      identifier: (one) => one.identifier,
      name: (one) => one.name,
      sku: (one) => one.sku,
      options: (one) => Object.values(one.attributes).join(' / '),
      quantity: (one) => one.quantity,
      unit_price: (one) => money(one.unit_cents),
      gross: (one) => money(one.unit_cents * one.quantity),
      discount: (one) => money(one.discount_cents),
      net: (one) => money(one.unit_cents * one.quantity - one.discount_cents),
      tax: (one) => money(one.tax_cents ?? 0),
      billed_separately: (one) => money(one.separateCents),
      order_kind: (one) => one.order_kind,
      of_order: (one) => numberOf(one.of_order),
    }),
    invoices: sourceOf((page) => nextInvoices(db, page), byRate, {
      number: (one) => one.number,
      date: (one) => one.issued_on,
      kind: (one) => (one.kind === 'INVOICE' ? 'invoice' : 'credit note'),
      order_number: (one) => toOrderNumber(one.order_number),
      country: (one) => one.country,
      buyer: (one) => one.buyer,
      buyer_tax_number: (one) => one.tax_number,
      tax_rate: (one) => (one.rate.taxBp === null ? null : one.rate.taxBp / 100),
      net: (one) => money(one.sign * one.rate.netCents),
      tax: (one) => money(one.sign * one.rate.taxCents),
      gross: (one) => money(one.sign * one.rate.grossCents),
    }),
    customers: sourceOf(
      (page) => nextCustomers(db, page),
      (customers) => withPurchases(db, customers),
      {
        email: (one) => one.email,
        name: (one) => one.nick_name,
        registered_at: (one) => time(one.created_at),
        email_confirmed_at: (one) => time(one.email_verified_at),
        blocked_at: (one) => time(one.blocked_at),
        orders: (one) => one.orders,
        spent: (one) => money(one.spentCents),
        last_order_at: (one) => time(one.lastOrderAt),
      },
    ),
  }
}

/** Reads records and makes of them the rows that the columns show. */
function sourceOf<Found extends { id: string; place: string }, Row>(
  read: (page: ExportPage) => Promise<Found[]>,
  toRows: (found: Found[]) => Row[] | Promise<Row[]>,
  columns: Columns<Row>,
): Source {
  return {
    first: firstLine(columns),
    async next(page) {
      const found = await read(page)
      const end = found.at(-1)
      return {
        lines: linesOf(columns, await toRows(found)),
        last: end ? { at: end.place, id: end.id } : null,
      }
    },
  }
}

/** Says what was refunded of the total of each order, as its page does. */
function withRefunds(orders: Awaited<ReturnType<typeof nextOrders>>) {
  return orders.map((one) => {
    const { total_cents, captured_cents, refunded_cents, payment_status: status, keeps_more } = one
    const paid = { capturedCents: captured_cents ?? 0, refundedCents: refunded_cents ?? 0 }
    return {
      ...one,
      refundedCents: refundedOfTotal(total_cents, paid),
      paymentStatus: status && statusForTotal(total_cents, { ...paid, status }, keeps_more),
    }
  })
}

function withBilled(lines: Awaited<ReturnType<typeof nextOrderLines>>) {
  const billed = billedSeparately(lines)
  return lines.map((line) => ({ ...line, separateCents: billed.get(line) ?? 0 }))
}

/** A row for each rate of tax. */
function byRate(found: Awaited<ReturnType<typeof nextInvoices>>) {
  return found.flatMap((one) => {
    // Credit notes take away.
    const sign = one.kind === 'INVOICE' ? 1 : -1
    return sumsByRate(one.parts).map((rate) => ({ ...one, rate, sign }))
  })
}

async function withPurchases(db: Queryable, found: Awaited<ReturnType<typeof nextCustomers>>) {
  const purchases = await purchasesOf(
    db,
    found.map(({ id }) => id),
  )
  return found.map((one) => ({ ...one, ...purchases(one.id) }))
}

function numberOf(order: number | null): string | null {
  return order === null ? null : toOrderNumber(order)
}

/** The fields of a line that `billedSeparately` needs. */
export type BilledLine = Pick<
  ExportedLine,
  | 'id'
  | 'unit_cents'
  | 'quantity'
  | 'discount_cents'
  | 'tax_cents'
  | 'prices_include_tax'
  | 'billed_cents'
  | 'supplement_cents'
  | 'fee_cents'
  | 'billed_fee_cents'
>

/**
 * The amounts that supplementary orders bill for each line of changed orders, in cents. With those
 * for the fees they add up to `billed_separately` of the order, also after a part was refunded or
 * cancelled.
 */
export function billedSeparately<Line extends BilledLine>(
  lines: readonly Line[],
): Map<Line, number> {
  const ofOrders = Map.groupBy(
    lines.filter(({ supplement_cents }) => supplement_cents > 0),
    ({ id }) => id,
  )
  const billed = [...ofOrders.values()].flatMap((ofOrder) => {
    const [order] = ofOrder
    const shares = spreadOver(
      order?.supplement_cents ?? 0,
      [...ofOrder.map(worthOf), order?.fee_cents ?? 0],
      [...ofOrder.map(({ billed_cents }) => billed_cents), order?.billed_fee_cents ?? 0],
    )
    return ofOrder.map((line, at) => [line, shares[at] ?? 0] as const)
  })
  return new Map(billed)
}

/** The price of a line, with tax that is added to it. */
function worthOf(line: BilledLine): number {
  const addedTax = line.prices_include_tax === false ? (line.tax_cents ?? 0) : 0
  return line.unit_cents * line.quantity - line.discount_cents + addedTax
}
