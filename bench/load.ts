import { startWorker, type Worker } from './worker.ts'

/** One request; without a method it is a GET. */
export interface LoadRequest {
  path: string
  method?: 'POST' | 'PATCH'
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: object
  /** Its responses are counted in total and, in `groups` of the result, by group. */
  group?: string
  /** Every time it is sent with a new `Idempotency-Key`. */
  isOneOfAKind?: true
  /**
   * Sent one after the other once it has succeeded; all together count as one response, and as an
   * error if one of them fails. `idToCome` in a path stands for the id of the data before it.
   */
  followedBy?: LoadRequest[]
}

/** Stands for an id that is not known yet. */
export const idToCome = '00000000-0000-0000-0000-000000000001'

/** The requests, their concurrency and the duration. */
export interface LoadOrder {
  port: number
  /** Sent in turn. */
  requests: LoadRequest[]
  /** Sent with every request. */
  headers: Record<string, string>
  connections: number
  seconds: number
}

/** The result of one group of requests. */
export interface GroupResult extends LoadResult {
  /** Responses by status. */
  statuses: Record<number, number>
  /** Responses that the shop had cached (`Cache-Status`). */
  hits: number
}

/** The result; latencies in milliseconds. */
export interface LoadResult {
  answers: number
  /** Responses with a status other than 200 and 201. */
  errors: number
  perSecond: number
  bytesPerAnswer: number
  p50: number
  p95: number
  p99: number
  /** Processors used by the load itself, on average: near 1, the load is the bottleneck. */
  cpu: number
}

/** The encodings that browsers accept, so that the shop compresses. */
export const browserHeaders = { 'accept-encoding': 'gzip, deflate, br', accept: '*/*' }

/** Starts the process that puts load on servers. */
export function startLoad(): Worker<
  LoadOrder,
  LoadResult & { groups: Record<string, GroupResult> }
> {
  return startWorker(new URL('load-client.ts', import.meta.url))
}

/** The median of several runs, value by value: one disturbed run changes nothing. */
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

/** The median; the mean of the two middle values of an even number. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const low = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
  const high = sorted[Math.ceil((sorted.length - 1) / 2)] ?? Number.NaN
  return (low + high) / 2
}
