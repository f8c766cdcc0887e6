import { startWorker, type Worker } from './worker.ts'

/** One request; without a method it is a GET. */
export interface LoadRequest {
  path: string
  method?: 'POST' | 'PATCH'
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: object
  /** Its answers are counted with all, and in `groups` of the result with those of their group. */
  group?: string
  /** Each time it is sent it carries an `Idempotency-Key` that was never sent before. */
  isOneOfAKind?: true
}

/** What to ask, how often at once and for how long. */
export interface LoadOrder {
  port: number
  /** Sent in turn. */
  requests: LoadRequest[]
  /** Of every request. */
  headers: Record<string, string>
  connections: number
  seconds: number
}

/** What came of one group of requests. */
export interface GroupResult extends LoadResult {
  /** Answers by status. */
  statuses: Record<number, number>
  /** Answers that the shop said it had kept (`Cache-Status`). */
  hits: number
}

/** What came of it; latencies in milliseconds. */
export interface LoadResult {
  answers: number
  /** Answers that were neither 200 nor 201. */
  errors: number
  perSecond: number
  bytesPerAnswer: number
  p50: number
  p95: number
  p99: number
  /** Processors the load itself used, on average: near 1 it measures itself. */
  cpu: number
}

/** What browsers accept; the shop answers compressed then. */
export const browserHeaders = { 'accept-encoding': 'gzip, deflate, br', accept: '*/*' }

/** Starts the process that puts load on servers. */
export function startLoad(): Worker<
  LoadOrder,
  LoadResult & { groups: Record<string, GroupResult> }
> {
  return startWorker(new URL('load-client.ts', import.meta.url))
}

/** The middle run of several, value by value: one disturbed run changes nothing. */
export function medianResult(runs: LoadResult[]): LoadResult {
  const of = (key: keyof LoadResult) => median(runs.map((run) => run[key]))
  return {
    answers: runs.reduce((sum, { answers }) => sum + answers, 0),
    errors: runs.reduce((sum, { errors }) => sum + errors, 0),
    perSecond: of('perSecond'),
    bytesPerAnswer: of('bytesPerAnswer'),
    p50: of('p50'),
    p95: of('p95'),
    p99: of('p99'),
    cpu: of('cpu'),
  }
}

/** The middle value; the mean of the two in the middle of an even number. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const low = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
  const high = sorted[Math.ceil((sorted.length - 1) / 2)] ?? Number.NaN
  return (low + high) / 2
}
