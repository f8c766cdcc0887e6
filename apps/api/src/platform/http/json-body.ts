import type { FastifyInstance } from 'fastify'

/**
 * Reads JSON bodies; an empty one is no body. Clients say that they send JSON on every call, also on
 * those that have nothing to send.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body.trim() === '') done(null, undefined)
      else parse(request, body, done)
    },
  )
}
