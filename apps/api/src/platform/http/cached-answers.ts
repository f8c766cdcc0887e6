import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerCache, ComputedAnswer } from '../cache/answer-cache.ts'
import { sendAnswer, sendForm, wireForm } from './send-answer.ts'

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
export function sendKeptAnswers(app: FastifyInstance, cache: AnswerCache): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { method, url, headers } = request
    const answer =
      method === 'GET' && headers.authorization === undefined ? cache.findAt(url) : undefined
    if (!answer) return done()
    markCacheStatus(reply, cache.isSuspended ? 'stale' : 'hit')
    reply.pageRoute = answer.pageRoute
    const form = wireForm(answer, headers)
    if (form instanceof Promise) form.then((made) => sendForm(reply, made)).catch(done)
    else sendForm(reply, form)
  })
}

/** Sends the answer under `key`, computed by `make` if `cache` does not have it. */
export async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  { cache, key, make }: { cache: AnswerCache; key: string; make: () => Promise<ComputedAnswer> },
): Promise<FastifyReply> {
  const kept = cache.isSuspended ? 'stale' : 'hit'
  markCacheStatus(reply, cache.find(key) ? kept : 'miss')
  const answer = await cache.resolve(key, make)
  cache.remember(request.url, key)
  return sendAnswer(request, reply, answer)
}

/** Records the status for the metrics and the header. */
function markCacheStatus(reply: FastifyReply, status: CacheStatus): void {
  reply.cacheStatus = status
  reply.header('cache-status', statusHeader[status])
}
