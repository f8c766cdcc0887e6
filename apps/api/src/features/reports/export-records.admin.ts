import { Readable } from 'node:stream'
import { exportFileName } from '@solvane/contract/export-file-name'
import { toOrderNumber } from '@solvane/contract/orders'
import type { ExportKind, ReportSubject } from '@solvane/contract/reports.admin'
import { endOfDay, startOfDay, toLocalTime } from '@solvane/contract/time-zone'
import { stringify } from 'csv-stringify/sync'
import type { AppContext } from '../../context.ts'
import { toCell } from '../../platform/csv/cells.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Download } from '../../platform/http/send-answer.ts'
import { shopTimeZone } from '../content/read-content.ts'
import { getSalesReport } from '../dashboard/sales-report.ts'
import { spreadOver, sumsByRate } from '../invoices/invoice-parts.ts'
import { purchasesOf } from '../orders/purchases.admin.ts'
import {
  type ExportedLine,
  type ExportPage,
  listNoResultTerms,
  nextCustomers,
  nextInvoices,
  nextOrderLines,
  nextOrders,
} from './exports.admin.queries.ts'

/** Records read at a time. */
const atATime = 1_000

/** A file: its columns, and the lines of the next records with the place where they end. */
interface Source {
  columns: readonly string[]
  next: (page: ExportPage) => Promise<{ lines: Cell[][]; last: ExportPage['after'] }>
}

/** A text, which is protected, or a number or an amount of ours. */
type Cell = string | number | Amount | null

/** US dollars; in the file always with two decimals. */
interface Amount {
  cents: number
}

const money = (cents: number): Amount => ({ cents })
const dollars = (amount: number) => money(Math.round(amount * 100))

type Context = Pick<AppContext, 'clock' | 'db'>

/**
 * The records of a period as a CSV file that is written while it is sent; a text never begins a formula.
 * Days and times are in the shop's time zone.
 */
export async function exportRecords(
  ctx: Context,
  { kind, from, until, by }: { kind: ExportKind; from: string; until: string; by: ReportSubject },
): Promise<Download> {
  const timeZone = await shopTimeZone(ctx)
  const period = { from: startOfDay(from, timeZone), until: endOfDay(until, timeZone) }
  const dayOf = (at: Date) => toLocalTime(at, timeZone).slice(0, 10)
  const chunks =
    kind === 'sales'
      ? salesLines(ctx, { from, until, by })
      : kind === 'noResultSearches'
        ? termLines(ctx, { from: dayOf(period.from), until: dayOf(period.until) })
        : linesOf(sources(ctx.db.kysely, timeZone)[kind], period)
  return { fileName: exportFileName({ kind, from, until, by }), content: Readable.from(chunks) }
}

const yesOrNo = (is: boolean | null) => (is === null ? null : is ? 'yes' : 'no')

/** Without the mark, spreadsheets take UTF-8 for something else. */
const mark = '\uFEFF'

function toLines(lines: readonly Cell[][]): string {
  return stringify(lines.map((line) => line.map(toText)))
}

function toText(cell: Cell): string | number | null {
  if (typeof cell === 'string') return toCell(cell)
  return typeof cell === 'object' && cell !== null ? (cell.cents / 100).toFixed(2) : cell
}

async function* linesOf(source: Source, period: { from: Date; until: Date }) {
  yield mark + toLines([[...source.columns]])
  let after: ExportPage['after'] = null
  do {
    const { lines, last } = await source.next({ ...period, after, limit: atATime })
    if (lines.length > 0) yield toLines(lines)
    after = last
  } while (after !== null)
}

async function* salesLines(
  ctx: Context,
  { from, until, by }: { from: string; until: string; by: ReportSubject },
) {
  const report = await getSalesReport(ctx, { by, from, until })
  const columns = [
    by,
    'orders',
    'units',
    'gross',
    'discounts',
    'shipping',
    'gift_wrapping',
    'refunds',
    'net',
    'net_before',
  ]
  const rows = report.rows.map((row) => [
    row.label,
    row.orders,
    row.units,
    dollars(row.gross),
    dollars(row.discounts),
    dollars(row.shipping),
    dollars(row.wrapping),
    dollars(row.refunds),
    dollars(row.net),
    dollars(row.netBefore),
  ])
  yield mark + toLines([columns, ...rows])
}

async function* termLines({ db }: Context, period: { from: string; until: string }) {
  const terms = await listNoResultTerms(db.kysely, period)
  yield mark + toLines([['term', 'searches', 'last_day', 'dismissed']])
  while (terms.length > 0) {
    const next = terms.splice(0, atATime)
    yield toLines(next.map((one) => [one.term, one.times, one.last_day, yesOrNo(one.is_dismissed)]))
  }
}

const numberOf = (order: number | null) => (order === null ? null : toOrderNumber(order))

/**
 * What supplementary orders bill of each line of changed orders, in cents. With what they bill of the
 * fees it adds up to `billed_separately` of the order, also after a part of it was paid back or cancelled.
 */
function billedSeparately(lines: readonly ExportedLine[]): Map<ExportedLine, number> {
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

/** What a line costs, with tax that is added to it. */
function worthOf(line: ExportedLine): number {
  const addedTax = line.prices_include_tax === false ? (line.tax_cents ?? 0) : 0
  return line.unit_cents * line.quantity - line.discount_cents + addedTax
}

/** Where the next page begins: null after the last record. */
function placeAfter(records: readonly { id: string; place: string }[]): ExportPage['after'] {
  const last = records.at(-1)
  return last ? { at: last.place, id: last.id } : null
}

function sources(
  db: Queryable,
  timeZone: string,
): Record<Exclude<ExportKind, 'sales' | 'noResultSearches'>, Source> {
  const time = (at: Date | null | undefined) =>
    at ? toLocalTime(at, timeZone).replace('T', ' ') : null
  return {
    orders: {
      columns: [
        'order_number',
        'placed_at',
        'status',
        'email',
        'name',
        'phone',
        'street_address',
        'address_line_2',
        'city',
        'state',
        'postal_code',
        'country',
        'items',
        'discount',
        'shipping',
        'gift_wrapping',
        'tax',
        'tax_included',
        'total',
        'refunded',
        'payment_method',
        'payment_status',
        'coupon',
        'carrier',
        'tracking_number',
        'remark',
        'billed_separately',
        'order_kind',
        'of_order',
      ],
      async next(page) {
        const orders = await nextOrders(db, page)
        const lines = orders.map((one) => [
          toOrderNumber(one.number),
          time(one.created_at),
          one.status,
          one.email,
          one.shipping_full_name,
          one.shipping_phone_number,
          one.shipping_street_address,
          one.shipping_address_line2,
          one.shipping_city,
          one.shipping_state,
          one.shipping_postal_code,
          one.shipping_country,
          money(one.items_cents),
          money(one.discount_cents),
          money(one.shipping_cents),
          money(one.wrap_cents),
          money(one.tax_cents),
          yesOrNo(one.prices_include_tax),
          money(one.total_cents),
          money(one.refunded_cents),
          one.method,
          one.payment_status,
          one.coupon,
          one.carriers,
          one.tracking_numbers,
          one.remark,
          money(one.supplement_cents),
          one.order_kind,
          numberOf(one.of_order),
        ])
        return { lines, last: placeAfter(orders) }
      },
    },
    orderLines: {
      columns: [
        'order_number',
        'placed_at',
        'status',
        'country',
        'identifier',
        'name',
        'sku',
        'options',
        'quantity',
        'unit_price',
        'gross',
        'discount',
        'net',
        'tax',
        'billed_separately',
        'order_kind',
        'of_order',
      ],
      async next(page) {
        const found = await nextOrderLines(db, page)
        const billed = billedSeparately(found)
        const lines = found.map((one) => [
          toOrderNumber(one.number),
          time(one.created_at),
          one.status,
          one.shipping_country,
          one.identifier,
          one.name,
          one.sku,
          Object.values(one.attributes).join(' / '),
          one.quantity,
          money(one.unit_cents),
          money(one.unit_cents * one.quantity),
          money(one.discount_cents),
          money(one.unit_cents * one.quantity - one.discount_cents),
          money(one.tax_cents ?? 0),
          money(billed.get(one) ?? 0),
          one.order_kind,
          numberOf(one.of_order),
        ])
        return { lines, last: placeAfter(found) }
      },
    },
    invoices: {
      columns: [
        'number',
        'date',
        'kind',
        'order_number',
        'country',
        'buyer',
        'buyer_tax_number',
        'tax_rate',
        'net',
        'tax',
        'gross',
      ],
      async next(page) {
        const found = await nextInvoices(db, page)
        const lines = found.flatMap((one) => {
          // Credit notes take away.
          const sign = one.kind === 'INVOICE' ? 1 : -1
          return sumsByRate(one.parts).map((rate) => [
            one.number,
            one.issued_on,
            one.kind === 'INVOICE' ? 'invoice' : 'credit note',
            toOrderNumber(one.order_number),
            one.country,
            one.buyer,
            one.tax_number,
            rate.taxBp === null ? null : rate.taxBp / 100,
            money(sign * rate.netCents),
            money(sign * rate.taxCents),
            money(sign * rate.grossCents),
          ])
        })
        return { lines, last: placeAfter(found) }
      },
    },
    customers: {
      columns: [
        'email',
        'name',
        'registered_at',
        'email_confirmed_at',
        'blocked_at',
        'orders',
        'spent',
        'last_order_at',
      ],
      async next(page) {
        const customers = await nextCustomers(db, page)
        const purchases = await purchasesOf(
          db,
          customers.map(({ id }) => id),
        )
        const lines = customers.map((one) => {
          const { orders, spentCents, lastOrderAt } = purchases(one.id)
          return [
            one.email,
            one.nick_name,
            time(one.created_at),
            time(one.email_verified_at),
            time(one.blocked_at),
            orders,
            money(spentCents),
            time(lastOrderAt),
          ]
        })
        return { lines, last: placeAfter(customers) }
      },
    },
  }
}
