import type { DatabaseOrder } from './database-floor.ts'
import { type FloorAnswer, recordAnswer } from './floor.ts'
import { browserHeaders, type LoadOrder, type LoadResult, median, medianResult } from './load.ts'
import type { OwnRow } from './own-rows.ts'
import type { Row } from './rows.ts'
import type { Shop } from './shop.ts'
import type { Worker } from './worker.ts'
import { type WriteFloorOrder, writeRequests } from './write-floor.ts'

/**
 * Whether answers may come from memory: warm, or are worked out anew each time: cold. What is one
 * shopper's own is never kept.
 */
export type Mode = 'cold' | 'warm' | 'own'

/** One line of the table, measured. */
export interface Measured extends LoadResult {
  row: string
  title: string
  size: number
  mode: Mode
  connections: number
  /** Statements sent to the database, an answer. */
  statements: number
  /** What the shop's process computed, in microseconds an answer. */
  cpuMicroseconds: number
  /** Bytes the shop's process had in memory. */
  memory: number
  /**
   * The floor it is read against: the same bytes from memory when warm, `select 1` when cold, a
   * route that changes one row by its key, and for orders adds one, when own.
   */
  floorPerSecond: number
  /** How much of the floor is reached: in each pair of rounds, the middle of them. */
  ofFloor: number
}

/** The processes that take part. */
export interface Bench {
  load: Worker<LoadOrder, LoadResult>
  floor: Worker<[string, FloorAnswer][], number>
  database: Worker<DatabaseOrder, LoadResult>
  writes: Worker<WriteFloorOrder, number>
}

/** How long each line is measured, in how many rounds: the longer cold answers need longer rounds. */
export interface Pace {
  seconds: number
  rounds: Record<Mode, number>
}

/** So much of the measured time is spent before it on warming up. */
const warmUpShare = 1 / 3

/** A line of slow answers ends with the round that brings it to so many times its measured time. */
const mostOverrun = 3

/** Uses until an answer is kept and compressed. */
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
 * Measures one line in several rounds and takes the middle one. Unless cold, rounds of the shop and
 * of the floor take turns, so that what else the machine does befalls both.
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

/** Asks a shop just started for so many seconds: what its process compiles then belongs to no line. */
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

/** What measures the floor for so many seconds; none when cold, whose floor is known. */
async function prepareFloor(
  { bench, shop, row, mode }: MeasureOptions,
  order: Omit<LoadOrder, 'port' | 'seconds'>,
): Promise<((seconds: number) => Promise<LoadResult>) | undefined> {
  if (row.kind === 'own') {
    const port = await bench.writes.ask({ url: shop.databaseUrl })
    const requests = writeRequests(row.floor ?? 'update')
    return (seconds) => bench.load.ask({ ...order, requests, port, seconds })
  }
  if (mode === 'cold') return undefined
  const port = await warmUp(bench, shop, row)
  return (seconds) => bench.load.ask({ ...order, port, seconds })
}

/** Has the shop keep its answers, and gives the port of a floor that knows the same ones. */
async function warmUp({ floor }: Bench, shop: Shop, { paths }: Row): Promise<number> {
  const known: [string, FloorAnswer][] = []
  for (const path of paths) {
    for (let use = 1; use < usesUntilWarm; use += 1)
      await recordAnswer(shop.port, path, browserHeaders)
    known.push([path, await recordAnswer(shop.port, path, browserHeaders)])
  }
  return floor.ask(known)
}
