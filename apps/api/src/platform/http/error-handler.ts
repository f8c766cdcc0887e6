import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorEnvelope } from '@solvane/contract/endpoint'
import { type ErrorCode, errorCatalogue } from '@solvane/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isDatabaseUnavailable } from '../database/database-errors.ts'
import { ShopError } from '../errors/shop-error.ts'
import { StorageUnavailable } from '../storage/storage.ts'
import { requestIdHeader } from './observe-requests.ts'

/** The codes for errors that Fastify throws before a handler runs. */
const codeOfStatus: Record<number, ErrorCode> = {
  400: 'BAD_REQUEST',
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'BAD_REQUEST',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  431: 'BAD_REQUEST',
  503: 'UNAVAILABLE',
}

/**
 * Whether PostgreSQL rejected text that it cannot store: U+0000, or within JSON half of a character
 * (a lone surrogate), for which it has no code of its own.
 */
export function isUnstorableText(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false
  const { code, detail = '' } = error as Error & { code: unknown; detail?: string }
  return code === '22021' || code === '22P05' || (code === '22P02' && /surrogate/.test(detail))
}

/** Retry-After while the database is unavailable. */
export const retryAfterSeconds = 5

/** The most errors reported for a body. */
const mostFields = 50
const longestText = 300

/** The message for a missing body, or one that is not an object. */
const noBody = 'Please send the fields of this request in its body.'

function shortened(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text
}

/** The error envelope of `code`. */
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

/** Turns any error into status and envelope; `isUnexpected` if it was not declared. */
export function describeError(error: unknown): {
  status: number
  body: ErrorEnvelope
  isUnexpected: boolean
} {
  if (error instanceof ShopError)
    return {
      status: error.status,
      body: errorBody(error.code, error.message, error.details),
      isUnexpected: false,
    }
  if (hasZodFastifySchemaValidationErrors(error)) {
    // A malformed id is answered like an unknown one.
    if (error.validationContext === 'params')
      return { status: 404, body: errorBody('NOT_FOUND'), isUnexpected: false }
    const issues = error.validation.slice(0, mostFields).map((issue) => ({
      ...issue,
      field: shortened(issue.instancePath.replace(/^\//, '').replaceAll('/', '.')),
      message: shortened(issue.message ?? ''),
    }))
    // An error of the whole input names no field.
    const whole = issues.find(({ field }) => field === '')
    const fields = issues.flatMap(({ field, message }) => (field === '' ? [] : { field, message }))
    const isNoBody = whole?.keyword === 'invalid_type' || whole?.keyword === 'invalid_union'
    const sentence = isNoBody ? noBody : whole?.message
    const details = fields.length > 0 ? { fields } : undefined
    return { status: 400, body: errorBody('BAD_REQUEST', sentence, details), isUnexpected: false }
  }
  if (isUnstorableText(error))
    return { status: 400, body: errorBody('BAD_REQUEST'), isUnexpected: false }
  // Includes a client that disconnects within its body.
  const status = (error as Partial<FastifyError>).statusCode
  const code =
    status === undefined || status >= 500 ? undefined : (codeOfStatus[status] ?? 'BAD_REQUEST')
  if (code)
    return { status: errorCatalogue[code].status, body: errorBody(code), isUnexpected: false }
  if (isDatabaseUnavailable(error) || error instanceof StorageUnavailable)
    return { status: 503, body: errorBody('UNAVAILABLE'), isUnexpected: true }
  return { status: 500, body: errorBody('INTERNAL'), isUnexpected: true }
}

/** Answers a malformed HTTP request with the envelope and closes the connection. */
export function rejectConnection(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
  const body = JSON.stringify(errorBody('BAD_REQUEST'))
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

/** Fastify's error handler: the one place where errors become responses. */
export function handleError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, body, isUnexpected } = describeError(error)
  if (isUnexpected) request.log.error({ err: error }, 'unexpected error')
  const retryAfter = body.details?.retryAfter ?? (status === 503 ? retryAfterSeconds : undefined)
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter)
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', [requestIdHeader]: request.id })
    .send({ ...body, requestId: request.id })
}

/** Answers 404, where nothing is served. */
export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ ...errorBody('NOT_FOUND'), requestId: request.id })
}
