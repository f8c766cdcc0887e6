import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OpenSpan } from '../tracing/open-telemetry.ts'
import { beginSpan } from '../tracing/tracing.ts'

/** The header that carries the id of a request, both ways. */
export const requestIdHeader = 'x-request-id'

/** Ids from outside end up in logs, so they are short and plain. */
const plainId = /^[\w.:-]{8,128}$/

/** The trace id of a `traceparent` (W3C Trace Context); neither may be all zeros. */
const traceparent = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}/

/**
 * The id of a request, under which it is logged: the `X-Request-Id` of the proxy or caller if it is
 * plain, else the id of its trace, else a new one.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[requestIdHeader]
  if (typeof given === 'string' && plainId.test(given)) return given
  const trace = headers.traceparent
  return (typeof trace === 'string' && traceparent.exec(trace)?.[1]) || randomUUID()
}

/** Returns the id of each request in a header of its answer. */
export function returnRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id)
    done()
  })
}

const longestPath = 200

/** Parameters of paths whose value alone gives access: a guest's chat opens to the one with its id. */
const secretParameters = /:roomId\b/

/** The path of a request without what must not be in a log: its query, secrets, e-mail addresses. */
function loggablePath(request: FastifyRequest): string {
  const { url: route = '' } = request.routeOptions
  if (secretParameters.test(route)) return route
  const [path = ''] = request.url.split('?', 1)
  return withoutSecrets(path.slice(0, longestPath))
}

/**
 * A path without segments that have an e-mail address in them, and without the tokens of links to pages. In
 * linear time, because a caller chooses its length.
 */
export function withoutSecrets(path: string): string {
  const isTokenNext = path.startsWith('/s/')
  return path
    .split('/')
    .map((segment, at) => {
      const isToken = isTokenNext && at === 2 && segment !== ''
      return isToken || /@|%40/.test(segment) ? '…' : segment
    })
    .join('/')
}

/** Logs one line for each answer, whatever the level of other lines. */
export function logAccess(app: FastifyInstance, log: FastifyBaseLogger): void {
  const lines = log.child({}, { level: 'info' })
  app.addHook('onResponse', (request, reply, done) => {
    const line = {
      requestId: request.id,
      method: request.method,
      path: loggablePath(request),
      route: routeOf(request, reply),
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      cache: reply.cacheStatus,
    }
    lines.info(line, 'request')
    done()
  })
}

declare module 'fastify' {
  interface FastifyReply {
    /** The page of the storefront that was sent, as its path in the site map. */
    pageRoute?: string | undefined
  }
}

/**
 * The name of the route that answers a request, for logs and metrics: its path with parameters, such
 * as `/api/products/:id`. There are only as many as the shop has routes.
 */
export function routeOf(request: FastifyRequest, reply: FastifyReply): string {
  return reply.pageRoute ?? request.routeOptions.url ?? 'none'
}

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
