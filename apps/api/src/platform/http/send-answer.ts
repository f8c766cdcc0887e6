import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Answer, Encoding, WireForm } from '../cache/answer.ts'

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
