// Measures a shop with a million products and a million orders beside smaller ones:
// `npm run bench:million`. See docs/performance.md.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildShop } from './build-shop.ts'
import { browserHeaders, type LoadRequest, type LoadResult, startLoad } from './load.ts'
import { makeOfficeRows } from './office.ts'
import { makeOrderRows } from './order-rows.ts'
import { logPlans, plansOf } from './plans.ts'
import { prepareShop, readThrough } from './prepare-shop.ts'
import { describeMachine, machineInWords, record } from './results.ts'
import { makeRows } from './rows.ts'
import { type Shop, startShop } from './shop.ts'
import { signInShoppers } from './shoppers.ts'
import { readSizes, type TableSize } from './table-sizes.ts'
import { type Table, toMarkdown, toText, whole } from './tables.ts'

interface Line extends LoadResult {
  row: string
  title: string
  products: number
  orders: number
  connections: number
}

interface Row {
  name: string
  title: string
  requests: LoadRequest[]
}

const atOnce = [1, 32]
/** Milliseconds beyond which a row is measured at one connection only. */
const slowest = 1_000
const measuredRows = ['listing', 'listing-all', 'facets', 'product', 'search']
/** Kept short: the rest of a row's statements are like these. */
const mostPlans = 3

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '200:5000,20000:200000,1000000:1000000' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string' },
    prepare: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
const only = values.only?.split(',')
const shops = values.sizes.split(',').map((pair) => {
  const [products, orders] = pair.split(':').map(Number)
  if (!products || !orders) throw new Error('--sizes must be products:orders, such as 200:5000.')
  return { products, orders }
})

buildShop()
const folders: string[] = []
for (const { products, orders } of shops)
  folders.push(await prepareShop(products, { orders, log: logWithTime }))
if (!values.prepare) await run()

async function run(): Promise<void> {
  const machine = describeMachine()
  const lines: Line[] = []
  let plans = ''
  let sizes: TableSize[] = []
  for (const [index, { products, orders }] of shops.entries()) {
    const dataDir = folders[index] ?? ''
    await readThrough(dataDir)
    const shop = await startShop({ dataDir, cache: false })
    try {
      lines.push(...(await measureShop(shop, products, orders)))
      sizes = await readSizes(shop.databaseUrl)
    } finally {
      await shop.stop()
    }
    if (index === shops.length - 1) plans = await readPlans(dataDir)
  }
  const measured = measuredTable(lines)
  console.log(`\n${toText(measured)}\n\n${toText(sizeTable(sizes))}`)
  console.log(`\nOn ${machineInWords(machine)}.`)
  if (only) console.log(plans)
  if (!values.record || only) return
  const folder = new URL('results/', import.meta.url)
  writeFileSync(new URL('million-plans.txt', folder), plans)
  record(
    folder,
    { json: 'million.json', markdown: 'million.md' },
    { machine, seconds, lines, sizes },
    `${[
      '# A million products and a million orders',
      `Measured ${machine.at.slice(0, 10)} with \`npm run bench:million\` on ${machineInWords(machine)}; the load and PostgreSQL (256 MB of shared buffers) on the same machine, \`CACHE=off\`, ${seconds} s a line. Milliseconds. The plans are in [million-plans.txt](million-plans.txt). How to read it: [docs/performance.md](../../docs/performance.md).`,
      toMarkdown(measured),
      '## Tables',
      toMarkdown(sizeTable(sizes)),
    ].join('\n\n')}\n`,
  )
}

async function measureShop(shop: Shop, products: number, orders: number): Promise<Line[]> {
  const load = startLoad()
  const lines: Line[] = []
  try {
    for (const row of await rowsOf(shop)) {
      for (const connections of atOnce) {
        const order = {
          port: shop.port,
          requests: row.requests,
          headers: browserHeaders,
          connections,
        }
        await load.ask({ ...order, seconds: seconds / 3 })
        const result = await load.ask({ ...order, seconds })
        const line = { row: row.name, title: row.title, products, orders, connections, ...result }
        lines.push(line)
        logWithTime(measuredTable([line])[1]?.join('  ') ?? '')
        // With 32 at once it would only be seen to wait for minutes.
        if (result.p50 > slowest) break
      }
    }
  } finally {
    await load.stop()
  }
  return lines
}

async function rowsOf(shop: Shop): Promise<Row[]> {
  const rows = await makeRows(shop.port)
  const placing = await makeOrderRows(shop, await signInShoppers(shop))
  const all: Row[] = [
    ...rows
      .filter(({ name }) => measuredRows.includes(name))
      .map(({ paths, ...row }) => ({ ...row, requests: paths.map((path) => ({ path })) })),
    ...(await makeOfficeRows(shop)),
    ...placing.filter(({ name }) => name === 'order-place'),
  ]
  return all.filter(({ name }) => !only || only.includes(name))
}

/** The plans of the first request of each row, in a shop that logs them. */
async function readPlans(dataDir: string): Promise<string> {
  logPlans(dataDir, true)
  const shop = await startShop({ dataDir, cache: false })
  try {
    const texts: string[] = []
    for (const { title, requests } of await rowsOf(shop)) {
      const [first] = requests
      if (!first || first.method) continue
      // One that does not end in time has no plan.
      const plans = await plansOf(shop, dataDir, first).catch(() => [])
      const shown = plans
        .slice(0, mostPlans)
        .map(({ milliseconds, text }) => `${milliseconds} ms\n${text}`)
      texts.push(`${title}: ${first.path}, ${plans.length} statements\n\n${shown.join('\n\n')}`)
    }
    return `${texts.join('\n\n\n')}\n`
  } finally {
    await shop.stop()
    logPlans(dataDir, false)
  }
}

function measuredTable(lines: Line[]): Table {
  const time = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(1))
  return [
    ['Work', 'Products', 'Orders', 'At once', 'A second', 'p50', 'p95', 'p99', 'Errors'],
    ...lines
      .toSorted((a, b) => a.title.localeCompare(b.title) || a.connections - b.connections)
      .map((line) => [
        line.title,
        ...[line.products, line.orders, line.connections, line.perSecond].map(whole),
        ...[line.p50, line.p95, line.p99].map(time),
        whole(line.errors),
      ]),
  ]
}

function sizeTable(sizes: TableSize[]): Table {
  const megabytes = (bytes: number) => whole(bytes / 1024 ** 2)
  return [
    ['Table or index', 'Rows', 'MB', 'Indexes MB'],
    ...sizes.map(({ name, rows, bytes, indexBytes }) => [
      name,
      rows === null ? '' : whole(rows),
      megabytes(bytes),
      indexBytes === null ? '' : megabytes(indexBytes),
    ]),
  ]
}

function logWithTime(line: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)
}
