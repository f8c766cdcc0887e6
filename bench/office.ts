import { type Aim, aim } from './aims.ts'
import { startDatabaseFloor } from './database-floor.ts'
import { browserHeaders, type LoadResult, startLoad } from './load.ts'
import { makeOfficeRows } from './office-rows.ts'
import { startShop } from './shop.ts'
import { type Table, whole } from './tables.ts'

/** What the shop has in which the back office is measured. */
export const officeShop = { products: 20_000, orders: 200_000 }

/** Milliseconds that a list, a search or an order may take. */
const longest = 100
/** The share of the measured time that is added for warming up, and that the floor takes. */
const warmUpShare = 1 / 3

/** A row of the back office, or of a shopper's orders. */
export interface OfficeMeasured extends LoadResult {
  row: string
  title: string
}

/** All rows, and `select 1` in the same database, a second. */
export interface OfficeResult {
  lines: OfficeMeasured[]
  floorPerSecond: number
}

/** Measures the lists of staff in the shop in `dataDir`: one request after the other, all computed. */
export async function measureOffice(dataDir: string, seconds: number): Promise<OfficeResult> {
  const load = startLoad()
  const floor = startDatabaseFloor()
  const shop = await startShop({ dataDir, cache: false })
  try {
    const lines: OfficeMeasured[] = []
    for (const { name, title, requests } of await makeOfficeRows(shop)) {
      const order = { port: shop.port, requests, headers: browserHeaders, connections: 1 }
      await load.ask({ ...order, seconds: seconds * warmUpShare })
      lines.push({ row: name, title, ...(await load.ask({ ...order, seconds })) })
    }
    const { perSecond } = await floor.ask({
      url: shop.databaseUrl,
      does: 'nothing',
      connections: 1,
      seconds: seconds * warmUpShare,
    })
    return { lines, floorPerSecond: perSecond }
  } finally {
    await Promise.all([shop.stop(), load.stop(), floor.stop()])
  }
}

/** The goals: the 95th percentile of every row, and no errors. */
export function judgeOffice({ lines }: OfficeResult): Aim[] {
  const { products, orders } = officeShop
  const where = `(${whole(products)} products, ${whole(orders)} orders)`
  const errors = lines.reduce((sum, line) => sum + line.errors, 0)
  return [
    ...lines.map(({ title, p95 }) =>
      aim(`${title}, p95 ${where}`, `≤ ${longest} ms`, `${p95.toFixed(1)} ms`, longest / p95),
    ),
    aim('Errors of the back office', '0', whole(errors), errors === 0 ? 1 : 0),
  ]
}

/** The measurements as a table. */
export function officeTable({ lines, floorPerSecond }: OfficeResult): Table {
  const time = (value: number) => value.toFixed(1)
  return [
    ['Work', 'A second', 'p50 ms', 'p95 ms', 'p99 ms', 'Errors', 'Of floor', 'kB'],
    ...lines.map((line) => [
      line.title,
      whole(line.perSecond),
      ...[line.p50, line.p95, line.p99].map(time),
      whole(line.errors),
      `${((line.perSecond / floorPerSecond) * 100).toFixed(1)} %`,
      (line.bytesPerAnswer / 1024).toFixed(1),
    ]),
    ['`select 1`, without a server between', whole(floorPerSecond), '', '', '', '', '100 %', ''],
  ]
}
