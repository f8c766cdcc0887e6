import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file that answers a call. */
export interface Download {
  /** What it is saved as; null: it is shown, not saved. */
  fileName: string | null
  content: Buffer | Readable
}

/** Sends a file. It says what it is, and a browser that opens it by itself runs nothing in it. */
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
