import type { FastifyInstance } from 'fastify'
import { Gauge, Histogram, Registry } from 'prom-client'
import { routeOf } from '../http/observe-requests.ts'
import { isFromOwnNetwork } from '../http/caller.ts'
import { addDefaultMetrics, durationBuckets, processMetrics } from './process-metrics.ts'

/** A value of a gauge with its labels. */
export interface Sample {
  labels?: Record<string, string>
  value: number
}

/** A metric that is read when it is asked for. If `read` fails it is missing from the answer. */
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
      // Without labels, `reset` leaves a zero.
      if (labels.length === 0) this.remove()
      for (const { labels: values = {}, value } of samples) this.set(values, value)
    },
  })
}
