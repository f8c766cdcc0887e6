import { Readable } from 'node:stream'
import { endpoints } from '@solvane/contract/endpoints'
import { exportFileName } from '@solvane/contract/export-file-name'
import type { ExportKind, ReportSubject } from '@solvane/contract/reports.admin'
import { endOfDay, startOfDay, toLocalTime } from '@solvane/contract/time-zone'
import type { AppContext } from '../../context.ts'
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts'
import type { Download } from '../../platform/http/send-answer.ts'
import { shopTimeZone } from '../content/read-content.ts'
import { getSalesReport } from '../dashboard/sales-report.ts'
import {
  type Columns,
  dollars,
  exportSources,
  firstLine,
  linesOf,
  type Source,
  yesOrNo,
} from './export-sources.admin.ts'
import { type ExportPage, listNoResultTerms } from './exports.admin.queries.ts'

/** Serves sales reports and CSV files of records. */
export function registerReports(registry: EndpointRegistry, ctx: AppContext): void {
  registry.register(endpoints.getSalesReport, async (input) => ({
    data: await ctx.replica.read(input, (db) => getSalesReport({ ...ctx, db }, input.query)),
  }))
  registry.register(endpoints.exportRecords, async (input) => ({
    download: await ctx.replica.read(input, (db) => exportRecords({ ...ctx, db }, input.body)),
  }))
}

/** Records read at a time. */
const atATime = 1_000

type Context = Pick<AppContext, 'clock' | 'db'>

/**
 * The records of a period as a CSV file that is written while it is sent; a text never begins a formula.
 * Days and times are in the shop's time zone.
 */
async function exportRecords(
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
        : pageByPage(exportSources(ctx.db.kysely, timeZone)[kind], period)
  return { fileName: exportFileName({ kind, from, until, by }), content: Readable.from(chunks) }
}

async function* pageByPage({ first, next }: Source, period: { from: Date; until: Date }) {
  yield first
  let after: ExportPage['after'] = null
  do {
    const { lines, last } = await next({ ...period, after, limit: atATime })
    if (lines) yield lines
    after = last
  } while (after !== null)
}

async function* salesLines(
  ctx: Context,
  { from, until, by }: { from: string; until: string; by: ReportSubject },
) {
  const { rows } = await getSalesReport(ctx, { by, from, until })
  const columns: Columns<(typeof rows)[number]> = {
    [by]: (row) => row.label,
    orders: (row) => row.orders,
    units: (row) => row.units,
    gross: (row) => dollars(row.gross),
    discounts: (row) => dollars(row.discounts),
    shipping: (row) => dollars(row.shipping),
    gift_wrapping: (row) => dollars(row.wrapping),
    refunds: (row) => dollars(row.refunds),
    net: (row) => dollars(row.net),
    net_before: (row) => dollars(row.netBefore),
  }
  yield firstLine(columns) + linesOf(columns, rows)
}

async function* termLines({ db }: Context, period: { from: string; until: string }) {
  const terms = await listNoResultTerms(db.kysely, period)
  const columns: Columns<(typeof terms)[number]> = {
    term: (one) => one.term,
    searches: (one) => one.times,
    last_day: (one) => one.last_day,
    dismissed: (one) => yesOrNo(one.is_dismissed),
  }
  yield firstLine(columns)
  while (terms.length > 0) yield linesOf(columns, terms.splice(0, atATime))
}
