import type { FastifyInstance } from 'fastify'
import type { OpenSpan } from '../tracing/tracer.ts'
import { beginSpan } from '../tracing/tracing.ts'
import { loggablePath, routeOf } from './access-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: OpenSpan | null
  }
}

/** Asked for every few seconds by machines. */
const untraced = new Set(['/healthz', '/servingz', '/readyz', '/metrics'])

/** Makes each request a span, which continues the trace of its `traceparent`. */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, routeOptions } = request
    if (untraced.has(routeOptions.url ?? '')) return done()
    const { traceparent } = headers
    request.span =
      beginSpan(method, {
        kind: 'server',
        parent: typeof traceparent === 'string' ? traceparent : undefined,
        attributes: {
          'http.request.method': method,
          'url.path': loggablePath(request),
          'solvane.request_id': request.id,
        },
      }) ?? null
    if (request.span) request.span.within(done)
    else done()
  })
  // What reads the body may have left the span.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.span) request.span.within(done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request, reply)
    const status = reply.statusCode
    request.span?.end({
      name: `${request.method} ${route}`,
      attributes: { 'http.route': route, 'http.response.status_code': status },
      ...(status >= 500 && { error: `HTTP ${status}` }),
    })
    done()
  })
}
