// Measures the shop under load: `npm run bench`. See docs/performance.md.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { formatDuration } from '../apps/api/src/platform/process/steps.mjs'
import { judge } from './aims.ts'
import { buildShop } from './build-shop.ts'
import { type ChatMeasured, chatTable, judgeChat, measureChat } from './chat.ts'
import { startDatabaseFloor } from './database-floor.ts'
import { startFloor, startPageFloor } from './floor.ts'
import { startLoad } from './load.ts'
import { type Bench, type Measured, type Mode, measure, type Pace, runIn } from './measure.ts'
import { judgeOffice, measureOffice, type OfficeResult, officeShop, officeTable } from './office.ts'
import {
  type FlowMeasured,
  judgeOrderFlow,
  measureOrderFlow,
  orderFlowTable,
} from './order-flow.ts'
import { makeOrderRows } from './order-rows.ts'
import { makeOwnRows, type OwnRow } from './own-rows.ts'
import { prepareShop, readThrough } from './prepare-shop.ts'
import { describeMachine, machineInWords, record } from './results.ts'
import { makeRows, type Row } from './rows.ts'
import { type Shop, startShop } from './shop.ts'
import { signInShoppers } from './shoppers.ts'
import {
  aimTable,
  type DatabaseFloor,
  floorTable,
  measuredTable,
  toMarkdown,
  toText,
} from './tables.ts'
import { startWriteFloor } from './write-floor.ts'

const allSizes = [200, 20_000, 200_000]
const atOnce = [1, 32]
const modes: Mode[] = ['cold', 'warm']

const options = readOptions()
const measured: Measured[] = []
const database: DatabaseFloor[] = []
let chat: ChatMeasured | null = null
let orderFlow: FlowMeasured | null = null
let office: OfficeResult | null = null
const begin = performance.now()
const machine = describeMachine()

buildShop()
const folders = new Map<number, string>()
for (const size of options.sizes) {
  folders.set(size, await prepareShop(size, { log: console.log, fresh: options.fresh }))
}
const officeFolder = options.wantsOffice
  ? await prepareShop(officeShop.products, {
      orders: officeShop.orders,
      log: console.log,
      fresh: options.fresh,
    })
  : null
if (options.wantsRows) await measureLoad()
// Neither the number of messages nor that of orders depends on the size of the catalogue.
const smallest = folders.get(Math.min(...options.sizes))
if (options.wantsChat && smallest) chat = await measureChat(smallest, options.pace.seconds * 6)
if (options.wantsOrderFlow && smallest)
  orderFlow = await measureOrderFlow(smallest, options.pace.seconds * 40)
if (officeFolder) {
  await readThrough(officeFolder)
  office = await measureOffice(officeFolder, options.pace.seconds)
}
report()

/** Measures everything but the chat, in shops of every size. */
async function measureLoad(): Promise<void> {
  const bench: Bench = {
    load: startLoad(),
    floor: startFloor(),
    pages: startPageFloor(),
    database: startDatabaseFloor(),
    writes: startWriteFloor(),
  }
  try {
    for (const [size, dataDir] of folders) {
      await readThrough(dataDir)
      for (const mode of modes) await measureShop(bench, { size, dataDir, mode })
    }
  } finally {
    await Promise.all(Object.values(bench).map((worker) => worker.stop()))
  }
}

async function measureShop(
  bench: Bench,
  { size, dataDir, mode }: { size: number; dataDir: string; mode: Mode },
): Promise<void> {
  rmSync(join(dataDir, 'pictures'), { recursive: true, force: true })
  const shop = await startShop({ dataDir, cache: mode === 'warm' })
  try {
    if (mode === 'cold') await measureDatabase(bench, { shop, size }, 'nothing')
    const where = { bench, shop, size }
    // Pictures do not depend on the size of the catalogue, and are measured until they are made.
    const measuresPictures = mode === 'warm' && size === Math.min(...options.sizes)
    const rows = (await makeRows(shop.port)).filter(
      (row) => options.wants(row) && (row.kind !== 'picture' || measuresPictures),
    )
    const pages = rows.filter(({ kind }) => kind === 'page')
    const others = rows.filter(({ kind }) => kind !== 'page')
    for (const row of mode === 'cold' ? others : rows.slice(0, 2))
      await runIn(bench, shop, row, options.pace.seconds)
    await measureRows(others, { ...where, mode })
    // A page is much more code than an answer of JSON: V8 goes on compiling it for seconds.
    if (mode === 'cold')
      for (const row of pages) await runIn(bench, shop, row, options.pace.seconds * 5)
    await measureRows(pages, { ...where, mode })
    // A shopper's own data does not depend on the size of the catalogue.
    if (mode === 'warm' && size === Math.min(...options.sizes)) {
      const shoppers = await signInShoppers(shop)
      const own = [...(await makeOwnRows(shop, shoppers)), ...(await makeOrderRows(shop, shoppers))]
      for (const does of ['update', 'insert and update'] as const)
        await measureDatabase(bench, { shop, size }, does)
      await measureRows(own.filter(options.wants), { ...where, mode: 'own' })
    }
  } finally {
    await shop.stop()
  }
}

/** Measures the minimum cost of database requests, without a server in between. */
async function measureDatabase(
  bench: Bench,
  { shop, size }: { shop: Shop; size: number },
  does: DatabaseFloor['does'],
): Promise<void> {
  for (const connections of atOnce) {
    const seconds = options.pace.seconds / 3
    const order = { url: shop.databaseUrl, does, connections, seconds }
    await bench.database.ask(order)
    database.push({ size, does, connections, ...(await bench.database.ask(order)) })
  }
}

async function measureRows(
  rows: (Row | OwnRow)[],
  where: { bench: Bench; shop: Shop; size: number; mode: Mode },
) {
  for (const row of rows) {
    for (const connections of ('atOnce' in row && row.atOnce) || atOnce) {
      const floor = database.find(
        (line) =>
          line.does === 'nothing' && line.size === where.size && line.connections === connections,
      )
      const line = await measure({
        ...where,
        row,
        connections,
        pace: options.pace,
        databasePerSecond: floor?.perSecond ?? Number.NaN,
      })
      measured.push(line)
      const [, cells = []] = measuredTable([line])
      console.log(cells.join('  '))
    }
  }
}

function report() {
  const aims = [
    ...judge(measured),
    ...(orderFlow ? judgeOrderFlow(orderFlow) : []),
    ...(chat ? judgeChat(chat) : []),
    ...(office ? judgeOffice(office) : []),
  ]
  const lines = measured.toSorted((a, b) => a.size - b.size || a.mode.localeCompare(b.mode))
  if (options.wantsRows) {
    console.log(`\n${toText(measuredTable(lines))}`)
    console.log(`\n${toText(floorTable(lines, database))}`)
  }
  if (orderFlow) console.log(`\n${toText(orderFlowTable(orderFlow))}`)
  if (chat) console.log(`\n${toText(chatTable(chat))}`)
  if (office) console.log(`\n${toText(officeTable(office))}`)
  console.log(`\n${toText(aimTable(aims))}`)
  console.log(`\nOn ${machineInWords(machine)}. Took ${formatDuration(performance.now() - begin)}.`)
  if (!options.isWhole) return
  const markdown = [
    '# What the shop serves',
    `Measured ${machine.at.slice(0, 10)} with \`npm run bench\` on ${machineInWords(machine)}; the load and PostgreSQL on the same machine. How to read it: [docs/performance.md](../../docs/performance.md).`,
    '## Aims',
    toMarkdown(aimTable(aims)),
    '## Measurements',
    toMarkdown(measuredTable(lines)),
    '## Floors',
    toMarkdown(floorTable(lines, database)),
    ...(orderFlow ? ['## Whole orders', toMarkdown(orderFlowTable(orderFlow))] : []),
    ...(chat ? ['## Chat', toMarkdown(chatTable(chat))] : []),
    ...(office ? ['## Back office', toMarkdown(officeTable(office))] : []),
  ].join('\n\n')
  const file = record(
    new URL('results/', import.meta.url),
    { json: 'latest.json', markdown: 'README.md' },
    { machine, pace: options.pace, aims, measured: lines, database, orderFlow, chat, office },
    `${markdown}\n`,
  )
  console.log(`Recorded in ${file}`)
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
      only: { type: 'string' },
      sizes: { type: 'string' },
      seconds: { type: 'string' },
    },
  })
  const seconds = Number(values.seconds ?? (values.quick ? 0.9 : 1.5))
  if (!(seconds > 0)) throw new Error('--seconds must be a number above 0.')
  const only = values.only?.split(',')
  const apart = ['chat', 'order-flow', 'office']
  const needsNoRows = only?.every((name) => apart.includes(name)) ?? false
  const sizes =
    values.sizes?.split(',').map(Number) ?? (values.quick || needsNoRows ? [200] : allSizes)
  if (!sizes.every((size) => Number.isInteger(size) && size >= 150)) {
    throw new Error('--sizes must be whole numbers from 150, such as 200,20000.')
  }
  const isWhole = !only && !values.sizes && !values.quick
  const pace: Pace = { seconds, rounds: { cold: 3, warm: 9, own: 5 } }
  return {
    pace,
    sizes,
    fresh: values.fresh,
    /** Only a complete run is recorded. */
    isWhole,
    wantsOrderFlow: !only || only.includes('order-flow'),
    wantsChat: !only || only.includes('chat'),
    wantsOffice: only?.includes('office') ?? isWhole,
    wantsRows: !needsNoRows,
    wants: ({ name, kind }: Row | OwnRow) => !only || only.includes(name) || only.includes(kind),
  }
}
