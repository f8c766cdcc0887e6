import type {
  ReportFigures,
  ReportRow,
  ReportSubject,
  SalesReport,
} from '@solvane/contract/reports.admin'
import { endOfDay, startOfDay } from '@solvane/contract/time-zone'
import type { AppContext } from '../../context.ts'
import { toDollars } from '../catalog/to-card.ts'
import { shopTimeZone } from '../content/read-content.ts'
import {
  type FiguresRow,
  netSalesByDay,
  type SubjectRow,
  salesBySubject,
} from './sales-report.queries.ts'

const dayMilliseconds = 24 * 60 * 60 * 1000

/** The day `days` days after a day such as `2026-03-01`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * dayMilliseconds)
    .toISOString()
    .slice(0, 10)
}

/** The period of the same length that ends the day before a period begins, and its days. */
export function periodBefore({ from, until }: { from: string; until: string }) {
  const days = Math.round((Date.parse(until) - Date.parse(from)) / dayMilliseconds) + 1
  return { from: addDays(from, -days), until: addDays(from, -1), days }
}

/** Net sales of a period by subject, compared with the period before. Days are in the shop's time zone. */
export async function getSalesReport(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  { by, from, until }: { by: ReportSubject; from: string; until: string },
): Promise<SalesReport> {
  const db = ctx.db.kysely
  const timeZone = await shopTimeZone(ctx)
  const instants = (period: { from: string; until: string }) => ({
    from: startOfDay(period.from, timeZone),
    until: endOfDay(period.until, timeZone),
  })
  const before = periodBefore({ from, until })
  const [now, then, days, daysBefore] = await Promise.all([
    salesBySubject(db, by, instants({ from, until })),
    salesBySubject(db, by, instants(before)),
    netSalesByDay(db, instants({ from, until }), timeZone),
    netSalesByDay(db, instants(before), timeZone),
  ])
  const dayOf = new Map(days.map((row) => [row.day, row]))
  const dayBefore = new Map(daysBefore.map((row) => [row.day, row.cents]))
  return {
    at: ctx.clock.now().toISOString(),
    timeZone,
    from,
    until,
    beforeFrom: before.from,
    beforeUntil: before.until,
    rows: compareRows(by, now, then),
    total: toFigures(now.find(({ is_total }) => is_total)),
    totalBefore: toFigures(then.find(({ is_total }) => is_total)),
    days: Array.from({ length: before.days }, (_, index) => {
      const day = addDays(from, index)
      return {
        day,
        orders: dayOf.get(day)?.orders ?? 0,
        sales: toDollars(dayOf.get(day)?.cents ?? 0),
        salesBefore: toDollars(dayBefore.get(addDays(before.from, index)) ?? 0),
      }
    }),
  }
}

const noFigures: FiguresRow = {
  orders: 0,
  units: 0,
  gross: 0,
  discounts: 0,
  shipping: 0,
  wrapping: 0,
  refunds: 0,
}

const netOf = ({ gross, discounts, shipping, wrapping, refunds }: FiguresRow) =>
  gross - discounts + shipping + wrapping - refunds

function toFigures(row: FiguresRow = noFigures): ReportFigures {
  const { orders, units, gross, discounts, shipping, wrapping, refunds } = row
  return {
    orders,
    units,
    gross: toDollars(gross),
    discounts: toDollars(discounts),
    shipping: toDollars(shipping),
    wrapping: toDollars(wrapping),
    refunds: toDollars(refunds),
    net: toDollars(netOf(row)),
  }
}

/** The label of a row without a key. */
const withoutKey: Record<ReportSubject, string> = {
  product: 'No product',
  category: 'No category',
  country: 'No country',
  coupon: 'No coupon',
}

const namesOfFees = { SHIPPING: 'Shipping', WRAPPING: 'Gift wrapping' } as const

/** The rows of a period beside those of the period before, the highest net sales first; also of subjects sold only before. */
export function compareRows(
  by: ReportSubject,
  now: readonly SubjectRow[],
  before: readonly SubjectRow[],
): ReportRow[] {
  const idOf = ({ key, kind }: SubjectRow) => `${kind} ${key}`
  const [current, previous] = [now, before].map(
    (rows) => new Map(rows.filter(({ is_total }) => !is_total).map((row) => [idOf(row), row])),
  ) as [Map<string, SubjectRow>, Map<string, SubjectRow>]
  return [...new Set([...current.keys(), ...previous.keys()])]
    .flatMap((id) => {
      const known = current.get(id) ?? previous.get(id)
      return known
        ? [{ known, row: current.get(id) ?? noFigures, earlier: previous.get(id) ?? noFigures }]
        : []
    })
    .toSorted(
      (one, other) =>
        netOf(other.row) - netOf(one.row) ||
        netOf(other.earlier) - netOf(one.earlier) ||
        (one.known.key ?? '').localeCompare(other.known.key ?? ''),
    )
    .map(({ known, row, earlier }) => ({
      key: known.key,
      kind: known.kind,
      label: known.kind === 'SUBJECT' ? (known.label ?? withoutKey[by]) : namesOfFees[known.kind],
      ...toFigures(row),
      netBefore: toDollars(netOf(earlier)),
    }))
}
