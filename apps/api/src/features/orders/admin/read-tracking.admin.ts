import type { TrackingLine } from '@solvane/contract/order-steps.admin'
import { mostOrdersAtOnce } from '@solvane/contract/order-steps.admin'
import { trackingFields } from '@solvane/contract/order-workflow'
import { readOrderNumber } from '@solvane/contract/orders'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import type { AppContext } from '../../../context.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { factsOf, toStepLine } from './order-steps.admin.ts'
import { findOrderIdsByNumber } from './orders.admin.queries.ts'

/** A line of the file as it stands there. */
interface FileLine {
  line: number
  orderNumber: string
  carrier: string
  trackingNumber: string
  trackingUrl: string | null
}

const columns = ['order_number', 'carrier', 'tracking_number', 'tracking_url'] as const
const required = columns.slice(0, 3)
const parcel = z.object(trackingFields)

/**
 * Reads the lines of a file of tracking numbers: a header with the names of its columns in any order,
 * divided by commas, semicolons or tabs. Throws `TRACKING_FILE_REFUSED` with a sentence that says why.
 */
export function readTrackingFile(csv: string): FileLine[] {
  const [first = ''] = csv.replace(/^\uFEFF/, '').split(/\r?\n/, 1)
  const delimiter = [',', ';', '\t'].toSorted(
    (one, other) => first.split(other).length - first.split(one).length,
  )[0] as string
  const reject = (why: string) => new ShopError('TRACKING_FILE_REFUSED', undefined, why)
  let records: { record: string[]; info: { lines: number } }[]
  try {
    records = parse(csv, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    }) as unknown as typeof records
  } catch {
    throw reject('This file cannot be read: a quotation mark is open.')
  }
  const [header, ...lines] = records
  if (!header || lines.length === 0) throw reject('The file has no lines below its header.')
  const names = header.record.map((name) => name.toLowerCase().replaceAll(' ', '_'))
  const missing = required.filter((name) => !names.includes(name))
  if (missing.length > 0) throw reject(`The file has no column ${missing.join(', ')}.`)
  if (lines.length > mostOrdersAtOnce)
    throw reject(`A file has ${mostOrdersAtOnce} orders at most: please divide it.`)
  return lines.map(({ record, info }) => {
    const cell = (name: (typeof columns)[number]) => record[names.indexOf(name)] ?? ''
    return {
      line: info.lines,
      orderNumber: cell('order_number'),
      carrier: cell('carrier'),
      trackingNumber: cell('tracking_number'),
      trackingUrl: cell('tracking_url') || null,
    }
  })
}

/**
 * Checks a file of tracking numbers, and describes the effect of each line. Throws
 * `TRACKING_FILE_REFUSED`.
 */
export async function checkTracking(
  { db: { kysely: db } }: Pick<AppContext, 'db'>,
  csv: string,
): Promise<TrackingLine[]> {
  const lines = readTrackingFile(csv)
  const numbers = lines.flatMap(({ orderNumber }) => readOrderNumber(orderNumber) ?? [])
  const ids = await findOrderIdsByNumber(db, numbers)
  const { orders, verdictFor } = await factsOf(db, [...ids.values()])
  const seen = new Set<string>()
  return lines.map((line) => {
    const id = ids.get(readOrderNumber(line.orderNumber) ?? 0)
    const order = id === undefined ? undefined : orders.get(id)
    const problem = problemOf(line)
    const isRepeated = id !== undefined && seen.has(id)
    if (id !== undefined) seen.add(id)
    const rejected = (reason: string) => ({ state: 'REFUSED' as const, reason })
    const verdict = problem
      ? rejected(problem)
      : isRepeated
        ? rejected('This order is in the file twice')
        : order
          ? verdictFor('ship', order, line)
          : rejected('There is no such order')
    return { ...toStepLine(order, verdict, line.orderNumber), ...withoutNumber(line) }
  })
}

function withoutNumber({ orderNumber: _, ...rest }: FileLine): Omit<FileLine, 'orderNumber'> {
  return rest
}

function problemOf({ carrier, trackingNumber, trackingUrl }: FileLine): string | null {
  const { error } = parcel.safeParse({ carrier, trackingNumber, trackingUrl })
  return error?.issues[0]?.message ?? null
}
