import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Answer, Encoding } from '../cache/answer.ts'

const encodings = new Negotiator({
  supportedValues: ['br', 'gzip', 'identity'],
  cache: new LRUCache<string, string>({ max: 100 }),
})

/** Sends an answer in the best encoding the client takes, or 304 when it has it already. */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<FastifyReply> {
  reply.code(answer.status).headers(answer.headers)
  if (answer.status === 200) {
    reply.header('etag', answer.etag)
    if (request.headers['if-none-match']?.includes(answer.etag))
      return reply.header('vary', 'accept-encoding').code(304).send()
  }
  if (!answer.isCompressible) return reply.send(answer.body)
  reply.header('vary', 'accept-encoding')
  const accepted = request.headers['accept-encoding']
  const encoding = accepted ? (encodings.negotiate(accepted) as Encoding | null) : null
  if (!encoding || encoding === 'identity') return reply.send(answer.body)
  return reply.header('content-encoding', encoding).send(await answer.encoded(encoding))
}
