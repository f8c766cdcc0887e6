import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, WireForm } from '../cache/answer.ts'
import { wireForm } from './wire-form.ts'

/** Sends an answer in the best encoding the client takes, or 304 when it has it already. */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<FastifyReply> {
  return sendForm(reply, await wireForm(answer, request.headers))
}

/** Sends an answer as it goes over the wire. */
export function sendForm(reply: FastifyReply, { status, headers, body }: WireForm): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .send(body.length > 0 ? body : undefined)
}
