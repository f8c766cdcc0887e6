import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../cache/answer.ts'
import { wireForm } from './wire-form.ts'

/** Sends an answer in the best encoding the client takes, or 304 when it has it already. */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<FastifyReply> {
  const { status, headers, body } = await wireForm(answer, request.headers)
  return reply
    .code(status)
    .headers(headers)
    .send(body.length > 0 ? body : undefined)
}
