import type { FastifyReply, FastifyRequest } from 'fastify'

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
