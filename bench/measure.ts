import type { DatabaseOrder } from './database-floor.ts'
import { type FloorAnswer, recordAnswer } from './floor.ts'
import { browserHeaders, type LoadOrder, type LoadResult, median, medianResult } from './load.ts'
import type { OwnRow } from './own-rows.ts'
import type { Row } from './rows.ts'
import type { Shop } from './shop.ts'
import type { Worker } from './worker.ts'
import { type WriteFloorOrder, writeRequests } from './write-floor.ts'

/**
 * Whether responses may be cached: warm, or are always computed: cold. A shopper's own data is
 * never cached.
 */
export type Mode = 'cold' | 'warm' | 'own'

/** A measured row of the table. */
export interface Measured extends LoadResult {
  row: string
  title: string
  size: number
  mode: Mode
  connections: number
  /** Statements sent to the database, per response. */
  statements: number
  /** Processor time of the shop's process, in microseconds per response. */
  cpuMicroseconds: number
  /** Memory of the shop's process in bytes. */
  memory: number
  /**
   * The minimal server it is compared with: the same bytes from memory if warm, `select 1` if cold,
   * for cold pages the same elements rendered by React alone, and for own data a route that updates one row by its key, or for orders also inserts one.
   */
  floorPerSecond: number
  /** The ratio to the minimal server: the median of pairs of rounds. */
  ofFloor: number
}

/** The processes that take part. */
export interface Bench {
  load: Worker<LoadOrder, LoadResult>
  floor: Worker<[string, FloorAnswer][], number>
  pages: Worker<[string, string][], number>
  database: Worker<DatabaseOrder, LoadResult>
  writes: Worker<WriteFloorOrder, number>
}

/** How long each row is measured, in how many rounds: slow responses need longer rounds. */
export interface Pace {
  seconds: number
  rounds: Record<Mode, number>
}

/** The share of the measured time that is added for warming up. */
const warmUpShare = 1 / 3

/** A row of slow responses ends with the round in which it reaches this multiple of its time. */
const mostOverrun = 3

/** Requests until a response is cached and compressed. */
const usesUntilWarm = 3

interface MeasureOptions {
  bench: Bench
  shop: Shop
  row: Row | OwnRow
  size: number
  mode: Mode
  connections: number
  pace: Pace
  /** Statements a second of `select 1` with as many connections. */
  databasePerSecond: number
}

/**
 * Measures a row in several rounds and takes the median. Unless cold, rounds of the shop and of the
 * minimal server alternate, so that disturbances affect both.
 */
export async function measure(options: MeasureOptions): Promise<Measured> {
  const { bench, shop, row, size, mode, connections, pace, databasePerSecond } = options
  const requests = row.kind === 'own' ? row.requests : row.paths.map((path) => ({ path }))
  const order = { requests, headers: browserHeaders, connections }
  const askFloor = await prepareFloor(options, order)
  const warmUpSeconds = pace.seconds * warmUpShare
  await bench.load.ask({ ...order, port: shop.port, seconds: warmUpSeconds })
  await askFloor?.(warmUpSeconds)

  const ours: LoadResult[] = []
  const floors: LoadResult[] = []
  const before = await shop.counters()
  let after = before
  const wholeSeconds = pace.seconds * (('longer' in row && row.longer) || 1)
  const seconds = wholeSeconds / pace.rounds[mode]
  const begun = performance.now()
  for (let round = 0; round < pace.rounds[mode]; round += 1) {
    ours.push(await bench.load.ask({ ...order, port: shop.port, seconds }))
    after = await shop.counters()
    if (askFloor) floors.push(await askFloor(seconds))
    if (performance.now() - begun > wholeSeconds * mostOverrun * 1_000) break
  }
  const result = medianResult(ours)
  return {
    row: row.name,
    title: row.title,
    size,
    mode,
    connections,
    ...result,
    statements: (after.statements - before.statements) / result.answers,
    cpuMicroseconds: ((after.cpuSeconds - before.cpuSeconds) * 1e6) / result.answers,
    memory: after.memory,
    ofFloor: askFloor
      ? median(ours.map(({ perSecond }, round) => perSecond / (floors[round]?.perSecond ?? 0)))
      : result.perSecond / databasePerSecond,
    floorPerSecond: askFloor ? medianResult(floors).perSecond : databasePerSecond,
  }
}

/**
 * Sends requests to a newly started shop for so many seconds, so that JIT compilation affects no
 * row.
 */
export async function runIn(bench: Bench, shop: Shop, { paths }: Row, seconds: number) {
  const requests = paths.map((path) => ({ path }))
  await bench.load.ask({
    requests,
    headers: browserHeaders,
    connections: 32,
    port: shop.port,
    seconds,
  })
}

/** Returns a function that measures the minimal server; none for cold JSON, because that one is known. */
async function prepareFloor(
  { bench, shop, row, mode }: MeasureOptions,
  order: Omit<LoadOrder, 'port' | 'seconds'>,
): Promise<((seconds: number) => Promise<LoadResult>) | undefined> {
  if (row.kind === 'own') {
    const port = await bench.writes.ask({ url: shop.databaseUrl })
    const requests = writeRequests(row.floor ?? 'update')
    return (seconds) => bench.load.ask({ ...order, requests, port, seconds })
  }
  if (row.kind === 'page' && mode === 'cold') {
    const documents = row.paths.map(async (path): Promise<[string, string]> => {
      const { body } = await recordAnswer(shop.port, path, {})
      return [path, body.toString()]
    })
    const port = await bench.pages.ask(await Promise.all(documents))
    return (seconds) => bench.load.ask({ ...order, port, seconds })
  }
  if (mode === 'cold') return undefined
  const port = await warmUp(bench, shop, row)
  return (seconds) => bench.load.ask({ ...order, port, seconds })
}

/**
 * Makes the shop cache its responses, and returns the port of a minimal server with the same ones.
 */
async function warmUp({ floor }: Bench, shop: Shop, { paths }: Row): Promise<number> {
  const known: [string, FloorAnswer][] = []
  for (const path of paths) {
    for (let use = 1; use < usesUntilWarm; use += 1)
      await recordAnswer(shop.port, path, browserHeaders)
    known.push([path, await recordAnswer(shop.port, path, browserHeaders)])
  }
  return floor.ask(known)
}
