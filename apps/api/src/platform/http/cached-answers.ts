import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WireForm } from '../cache/answer.ts'
import type { AnswerCache, ComputedAnswer } from '../cache/answer-cache.ts'
import { type Cdn, sharedHeaders } from '../cdn/cdn.ts'
import { sendForm, wireForm } from './send-answer.ts'

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Whether the answer was in memory (`stale`: without the database to check it) or had to be
     * computed; undefined where answers are never kept.
     */
    cacheStatus?: CacheStatus
  }
}

type CacheStatus = 'hit' | 'stale' | 'miss'

/** Of the header `Cache-Status` (RFC 9211). */
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
