import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { routeOf } from './route-name.ts'

/** Metrics of the process, registered once even if it runs several shops. */
const ofProcess = new Registry()

/** Upper bounds of the response time in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Metrics are private: only clients in private networks may read them. */
const isOwnNetwork = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal'])

/**
 * Serves the metrics of this process at `/metrics` for Prometheus and OpenTelemetry. `levels` are
 * read on request, by name. Every response is counted, those from memory with `cache="hit"`.
 */
export function serveMetrics(app: FastifyInstance, levels: Record<string, () => number>): void {
  const ofShop = new Registry()
  if (ofProcess.getMetricsAsArray().length === 0) collectDefaultMetrics({ register: ofProcess })
  for (const [name, level] of Object.entries(levels))
    new Gauge({
      name,
      help: name.replaceAll('_', ' '),
      registers: [ofShop],
      collect() {
        this.set(level())
      },
    })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'how long answers took, by route',
    labelNames: ['method', 'route', 'status', 'cache'],
    buckets,
    registers: [ofShop],
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
    const isForwarded = request.headers['x-forwarded-for'] !== undefined
    if (isForwarded || !isOwnNetwork(request.ip, 0)) return reply.callNotFound()
    const texts = [await ofProcess.metrics(), await ofShop.metrics()]
    return reply.type(ofShop.contentType).header('cache-control', 'no-store').send(texts.join('\n'))
  })
}
