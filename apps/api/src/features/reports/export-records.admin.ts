import { Readable } from 'node:stream'
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
import { sumsByRate } from '../invoices/invoice-parts.ts'
import { purchasesOf } from '../orders/purchases.admin.ts'
import {
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

/** A text, which is protected, or a number of ours. */
type Cell = string | number | null

const money = (cents: number) => Number((cents / 100).toFixed(2))

type Context = Pick<AppContext, 'clock' | 'db'>

const fileNames: Partial<Record<ExportKind, string>> = {
  orderLines: 'order-lines',
  noResultSearches: 'no-result-searches',
}

/**
 * The records of a period as a CSV file that is written while it is sent; a text never begins a formula.
 * Days and times are in the shop's time zone.
 */
export async function exportRecords(
  ctx: Context,
  { kind, from, until, by }: { kind: ExportKind; from: string; until: string; by: ReportSubject },
): Promise<Download> {
  const timeZone = await shopTimeZone(ctx)
  const name = kind === 'sales' ? `sales-by-${by}` : (fileNames[kind] ?? kind)
  const period = { from: startOfDay(from, timeZone), until: endOfDay(until, timeZone) }
  const dayOf = (at: Date) => toLocalTime(at, timeZone).slice(0, 10)
  const chunks =
    kind === 'sales'
      ? salesLines(ctx, { from, until, by })
      : kind === 'noResultSearches'
        ? termLines(ctx, { from: dayOf(period.from), until: dayOf(period.until) })
        : linesOf(sources(ctx.db.kysely, timeZone)[kind], period)
  return { fileName: `${name}-${from}-${until}.csv`, content: Readable.from(chunks) }
}

const yesOrNo = (is: boolean | null) => (is === null ? null : is ? 'yes' : 'no')

/** Without the mark, spreadsheets take UTF-8 for something else. */
const mark = '\uFEFF'

function toText(lines: readonly Cell[][]): string {
  return stringify(
    lines.map((line) => line.map((cell) => (typeof cell === 'string' ? toCell(cell) : cell))),
  )
}

async function* linesOf(source: Source, period: { from: Date; until: Date }) {
  yield mark + toText([[...source.columns]])
  let after: ExportPage['after'] = null
  do {
    const { lines, last } = await source.next({ ...period, after, limit: atATime })
    if (lines.length > 0) yield toText(lines)
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
    row.gross,
    row.discounts,
    row.shipping,
    row.wrapping,
    row.refunds,
    row.net,
    row.netBefore,
  ])
  yield mark + toText([columns, ...rows])
}

async function* termLines({ db }: Context, period: { from: string; until: string }) {
  const terms = await listNoResultTerms(db.kysely, period)
  yield mark + toText([['term', 'searches', 'last_day', 'dismissed']])
  while (terms.length > 0) {
    const next = terms.splice(0, atATime)
    yield toText(next.map((one) => [one.term, one.times, one.last_day, yesOrNo(one.is_dismissed)]))
  }
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
          one.tracking_carrier,
          one.tracking_number,
          one.remark,
          money(one.supplement_cents),
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
      ],
      async next(page) {
        const found = await nextOrderLines(db, page)
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
