import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CachedAnswer } from '../cache/answer-cache.ts'

/** Sends an answer in the best form the client takes, or 304 when it has it already. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedAnswer,
): FastifyReply {
  reply.headers(answer.headers)
  reply.header('etag', answer.etag)
  reply.header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === answer.etag) return reply.code(304).send()
  reply.code(answer.status)
  const accepted = request.headers['accept-encoding']
  if (accepted) {
    if (answer.br && /\bbr\b/.test(accepted))
      return reply.header('content-encoding', 'br').send(answer.br)
    if (answer.gzip && /\bgzip\b/.test(accepted))
      return reply.header('content-encoding', 'gzip').send(answer.gzip)
  }
  return reply.send(answer.body)
}
