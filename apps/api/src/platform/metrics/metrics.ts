import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isFromOwnNetwork } from '../http/caller.ts'
import { routeOf } from '../http/observe-requests.ts'

/** The metrics of this process: each process counts its own work. */
const processMetrics = new Registry()
const registers = [processMetrics]

/** Adds memory, processor time and the like, once. */
function addDefaultMetrics(): void {
  if (!processMetrics.getSingleMetric('process_cpu_seconds_total'))
    collectDefaultMetrics({ register: processMetrics })
}

/** Upper bounds of durations in seconds. */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Requests to payment providers, the chain's node, the mail server and the file storage. */
export const serviceRequests = new Histogram({
  name: 'service_request_duration_seconds',
  help: 'how long other services took to answer; outcome: ok, unavailable or rejected',
  labelNames: ['service', 'operation', 'outcome'],
  buckets: [...durationBuckets, 20],
  registers,
})

export const jobRuns = new Histogram({
  name: 'job_duration_seconds',
  help: 'how long jobs ran, by kind; outcome: ok or failed',
  labelNames: ['kind', 'outcome'],
  buckets: [...durationBuckets, 60, 600],
  registers,
})

export const ordersPlaced = new Counter({
  name: 'orders_placed_total',
  help: 'orders that shoppers placed',
  registers,
})

export const sellOuts = new Counter({
  name: 'variants_sold_out_total',
  help: 'variants whose last units were ordered',
  registers,
})

/** Counted within transactions: one that is rolled back and repeated counts twice. */
export const paymentOutcomes = new Counter({
  name: 'payments_total',
  help: 'changes of payment attempts, by method and new status',
  labelNames: ['method', 'status'],
  registers,
})

/** Counted like `paymentOutcomes`. */
export const refundOutcomes = new Counter({
  name: 'refunds_total',
  help: 'changes of refunds, by new status',
  labelNames: ['status'],
  registers,
})

const pools = new Map<pg.Pool, string>()
const listeners = new Map<() => boolean, string>()

/** Includes the connections of `pool` in the metrics until it is closed. */
export function trackPool(name: string, pool: pg.Pool): void {
  pools.set(pool, name)
}

/** Includes whether a LISTEN connection is open; returns a function that ends this. */
export function trackListener(name: string, isConnected: () => boolean): () => void {
  listeners.set(isConnected, name)
  return () => listeners.delete(isConnected)
}

function poolGauge(name: string, help: string, count: (pool: pg.Pool) => number): void {
  new Gauge({
    name,
    help,
    labelNames: ['pool'],
    registers,
    collect() {
      this.reset()
      for (const [pool, poolName] of pools)
        if (pool.ended) pools.delete(pool)
        else this.inc({ pool: poolName }, count(pool))
    },
  })
}

poolGauge('database_connections', 'open database connections', (pool) => pool.totalCount)
poolGauge('database_connections_idle', 'of these, idle ones', (pool) => pool.idleCount)
poolGauge(
  'database_connections_awaited',
  'callers that wait for a database connection',
  (pool) => pool.waitingCount,
)

new Gauge({
  name: 'database_listening',
  help: 'whether the LISTEN connection is open: 0 or 1',
  labelNames: ['listener'],
  registers,
  collect() {
    this.reset()
    const names = new Set(listeners.values())
    for (const listener of names) {
      const all = [...listeners].filter(([, name]) => name === listener)
      this.set({ listener }, all.every(([isConnected]) => isConnected()) ? 1 : 0)
    }
  },
})

/** A value of a gauge with its labels. */
interface Sample {
  labels?: Record<string, string>
  value: number
}

/** A metric that is computed when it is requested. If `read` fails, it is missing from the response. */
export interface ReadMetric {
  name: string
  help: string
  labels?: string[]
  read(): Sample[] | Promise<Sample[]>
}

/**
 * Serves the metrics of this process, and those of `read`, at `/metrics` in Prometheus's format. Every
 * answer of `app` is counted, those from memory with `cache="hit"` or `"stale"`.
 */
export function serveMetrics(app: FastifyInstance, read: ReadMetric[]): void {
  addDefaultMetrics()
  const ofApp = new Registry()
  for (const metric of read) addGauge(ofApp, metric)
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'how long answers took, by route; cache: hit, stale, miss or none',
    labelNames: ['method', 'route', 'status', 'cache'],
    buckets: durationBuckets,
    registers: [ofApp],
  })

  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: routeOf(request, reply),
      status: reply.statusCode,
      cache: reply.cacheStatus ?? 'none',
    }
    durations.observe(labels, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isFromOwnNetwork(request)) return reply.callNotFound()
    const texts = await Promise.all([processMetrics.metrics(), ofApp.metrics()])
    return reply.type(ofApp.contentType).header('cache-control', 'no-store').send(texts.join('\n'))
  })
}

function addGauge(register: Registry, { name, help, labels = [], read }: ReadMetric): void {
  new Gauge({
    name,
    help,
    labelNames: labels,
    registers: [register],
    async collect() {
      const samples = await Promise.resolve()
        .then(read)
        .catch(() => [])
      this.reset()
      // For a metric without labels, `reset` would leave a zero.
      if (labels.length === 0) this.remove()
      for (const { labels: values = {}, value } of samples) this.set(values, value)
    },
  })
}
