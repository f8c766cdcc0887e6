import type { ErrorEnvelope } from '@solvane/contract/call'
import { type ErrorCode, errorCatalogue } from '@solvane/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { ShopError } from '../errors/shop-error.ts'

/** The refusals Fastify itself raises before a use case is asked. */
const codeOfStatus: Record<number, ErrorCode> = {
  400: 'BAD_REQUEST',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'BAD_REQUEST',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  431: 'BAD_REQUEST',
  503: 'UNAVAILABLE',
}

/** PostgreSQL's refusals of text that it can not hold, such as the character 0. */
const unstorableText: ReadonlySet<unknown> = new Set(['22021', '22P05'])

/** The error envelope of `code` (decision R9). */
export function errorBody(
  code: ErrorCode,
  message?: string,
  details?: Record<string, unknown>,
): ErrorEnvelope {
  return {
    success: false,
    data: null,
    message: message ?? errorCatalogue[code].message,
    code,
    ...(details && { details }),
  }
}

/** Turns whatever was thrown into status and envelope; `isSurprise` when it was none of the declared errors. */
export function describeError(error: unknown): {
  status: number
  body: ErrorEnvelope
  isSurprise: boolean
} {
  if (error instanceof ShopError)
    return {
      status: error.status,
      body: errorBody(error.code, error.message, error.details),
      isSurprise: false,
    }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.map(({ instancePath, message }) => ({
      field: instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: message ?? '',
    }))
    return { status: 400, body: errorBody('BAD_REQUEST', undefined, { fields }), isSurprise: false }
  }
  if (unstorableText.has((error as { code?: unknown }).code))
    return { status: 400, body: errorBody('BAD_REQUEST'), isSurprise: false }
  const status = (error as Partial<FastifyError>).statusCode
  const code =
    status === undefined || status >= 500 ? undefined : (codeOfStatus[status] ?? 'BAD_REQUEST')
  if (code) return { status: errorCatalogue[code].status, body: errorBody(code), isSurprise: false }
  return { status: 500, body: errorBody('INTERNAL'), isSurprise: true }
}

/** Fastify's error handler: the one place where errors become answers. */
export function handleError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, body, isSurprise } = describeError(error)
  if (isSurprise) request.log.error({ err: error }, 'unexpected error')
  const retryAfter = body.details?.retryAfter
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter)
  return reply.code(status).header('cache-control', 'no-store').send(body)
}
