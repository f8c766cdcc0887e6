import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const longestPath = 200

/** Parameters of paths whose value alone gives access: a guest's chat opens to the one with its id. */
const secretParameters = /:roomId\b/

/** Segments with an e-mail address in them, and the tokens of links to pages. */
const secretSegments = /[^/]*(@|%40)[^/]*|(?<=^\/s\/)[^/]+/gi

/** The path of a request without what must not be in a log: its query, secrets, e-mail addresses. */
export function loggablePath(request: FastifyRequest): string {
  const { url: route = '' } = request.routeOptions
  if (secretParameters.test(route)) return route
  const [path = ''] = request.url.split('?', 1)
  return withoutSecrets(path.slice(0, longestPath))
}

/** A path without e-mail addresses and tokens. */
export function withoutSecrets(path: string): string {
  return path.replace(secretSegments, '…')
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
