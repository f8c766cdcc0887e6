import multipart, { type MultipartFile } from '@fastify/multipart'
import type { Endpoint } from '@solvane/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ShopError } from '../errors/shop-error.ts'

/** An uploaded file. */
export interface SentFile {
  /** The sender's name of it. */
  name: string
  /** The whole content. Throws `PAYLOAD_TOO_LARGE`, or `BAD_REQUEST` if it is incomplete. */
  read(): Promise<Buffer>
  /** The content in chunks, as it arrives; the unread rest is discarded. */
  stream(): AsyncIterable<Buffer>
}

/** Lets the routes of `scope` accept files; others reject them unread. */
export async function acceptFiles(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart)
}

/** The most fields of a form besides its files; the shop's own forms have fewer. */
const mostFields = 20

/**
 * The files of a request, each as it arrives. Read one before requesting the next. Throws
 * `PAYLOAD_TOO_LARGE` if there are too many.
 */
export async function* sentFiles(
  request: FastifyRequest,
  { mostFiles, mostBytes }: NonNullable<Endpoint['upload']>,
): AsyncGenerator<SentFile> {
  if (!request.isMultipart()) return
  if (Number(request.headers['content-length'] ?? 0) > mostFiles * mostBytes * 1.01)
    throw new ShopError('PAYLOAD_TOO_LARGE')
  const parts = request.files({
    limits: { files: mostFiles, fileSize: mostBytes, fields: mostFields },
  })
  for (;;) {
    const next = await readable(parts.next())
    if (next.done) return
    const { filename, file, toBuffer } = next.value
    yield {
      name: filename,
      read: () => readable(toBuffer.call(next.value)),
      stream: () => chunksOf(file),
    }
  }
}

async function* chunksOf(file: MultipartFile['file']): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of file.iterator({ destroyOnReturn: false })) yield chunk
  } catch {
    throw new ShopError('BAD_REQUEST')
  } finally {
    // Drain the rest, so that the connection can be reused.
    file.resume()
  }
  if (file.truncated) throw new ShopError('PAYLOAD_TOO_LARGE')
}

/** Awaits `reading`; a malformed form is the client's error. */
async function readable<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading
  } catch (error) {
    const isTooLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413
    throw new ShopError(isTooLarge ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST')
  }
}
