import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Answer, Encoding, WireForm } from '../cache/answer.ts'
import type { AnswerCache, ComputedAnswer } from '../cache/answer-cache.ts'
import { type Cdn, sharedHeaders } from '../cdn/cdn.ts'

/** Sends an answer in the best encoding the client accepts, or 304 if it has it already. */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<FastifyReply> {
  reply.pageRoute = answer.pageRoute
  return sendForm(reply, await wireForm(answer, request.headers))
}

/** Sends an answer in its encoding; `others` replace its headers. */
export function sendForm(
  reply: FastifyReply,
  { status, headers, body }: WireForm,
  others: Record<string, string> = {},
): FastifyReply {
  return reply
    .code(status)
    .headers({ ...headers, ...others })
    .send(body.length > 0 ? body : undefined)
}

const encodings = new Negotiator({
  supportedValues: ['br', 'gzip', 'identity'],
  cache: new LRUCache<string, string>({ max: 100 }),
})

/**
 * The form of an answer for a client with these headers: in the best encoding it accepts, or a 304.
 * A promise while it is being compressed.
 */
export function wireForm(
  answer: Answer,
  headers: IncomingHttpHeaders,
): WireForm | Promise<WireForm> {
  const known = headers['if-none-match']
  if (known !== undefined && answer.isKnownBy(known)) return answer.unchanged
  const accepted = headers['accept-encoding']
  if (!accepted || !answer.isCompressible) return answer.in('identity')
  return answer.in((encodings.negotiate(accepted) as Encoding | null) ?? 'identity')
}

/** The result of an endpoint that returns a file. */
export interface Download {
  /** The name to save it as; null: it is displayed. */
  fileName: string | null
  content: Buffer | Readable
}

/** Sends a file with its type, so that a browser that opens it directly runs no script in it. */
export function sendDownload(
  reply: FastifyReply,
  type: string,
  { fileName, content }: Download,
): FastifyReply {
  const disposition = fileName === null ? 'inline' : `attachment; filename="${fileName}"`
  return reply
    .header('content-type', type.startsWith('text/') ? `${type}; charset=utf-8` : type)
    .header('content-disposition', disposition)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(content)
}

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Whether the answer was cached (`stale`: without the database to check it) or had to be
     * computed; undefined where answers are never cached.
     */
    cacheStatus?: CacheStatus
  }
}

type CacheStatus = 'hit' | 'stale' | 'miss'

/** The values of the header `Cache-Status` (RFC 9211). */
const statusHeader: Record<CacheStatus, string> = {
  hit: 'solvane; hit',
  stale: 'solvane; hit; detail=stale',
  miss: 'solvane; fwd=miss',
}

/**
 * Answers anonymous GETs from `cache` before they reach a handler, for URLs that were requested
 * before. Earlier hooks, such as metrics and logs, treat them like any other request.
 */
export function sendKeptAnswers(
  app: FastifyInstance,
  { cache, cdn }: { cache: AnswerCache; cdn: Cdn | null },
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, url, headers } = request
    const answer =
      method === 'GET' && headers.authorization === undefined ? cache.findAt(url) : undefined
    if (!answer) return done()
    markCacheStatus(reply, cache.isSuspended ? 'stale' : 'hit')
    reply.pageRoute = answer.pageRoute
    const form = wireForm(answer, headers)
    const send = (made: WireForm) => sendForm(reply, made, sharedHeaders(cdn, { cache, answer }))
    if (form instanceof Promise) form.then(send).catch(done)
    else send(form)
  })
}

/** Sends the answer under `key`, computed by `make` if `cache` does not have it. */
export async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    cache,
    cdn,
    key,
    make,
  }: { cache: AnswerCache; cdn: Cdn | null; key: string; make: () => Promise<ComputedAnswer> },
): Promise<FastifyReply> {
  const kept = cache.isSuspended ? 'stale' : 'hit'
  markCacheStatus(reply, cache.find(key) ? kept : 'miss')
  const answer = await cache.resolve(key, make)
  cache.remember(request.url, key)
  reply.pageRoute = answer.pageRoute
  const form = await wireForm(answer, request.headers)
  return sendForm(reply, form, sharedHeaders(cdn, { cache, answer }))
}

/** Records the status for the metrics and the header. */
function markCacheStatus(reply: FastifyReply, status: CacheStatus): void {
  reply.cacheStatus = status
  reply.header('cache-status', statusHeader[status])
}
