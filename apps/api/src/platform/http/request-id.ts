import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

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
