import type { IncomingHttpHeaders } from 'node:http'
import { Negotiator } from '@fastify/accept-negotiator'
import { LRUCache } from 'lru-cache'
import type { Answer, Encoding, WireForm } from '../cache/answer.ts'

const encodings = new Negotiator({
  supportedValues: ['br', 'gzip', 'identity'],
  cache: new LRUCache<string, string>({ max: 100 }),
})

/**
 * How an answer goes to who sent these headers: in the best encoding they take, or as a 304 when they
 * have it already. A promise while it is being compressed.
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
