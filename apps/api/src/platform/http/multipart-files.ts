import multipart, { type MultipartFile } from '@fastify/multipart'
import type { Endpoint } from '@solvane/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ShopError } from '../errors/shop-error.ts'

/** A file that came with a call. */
export interface SentFile {
  /** As its sender calls it. */
  name: string
  /** All of it. Raises `PAYLOAD_TOO_LARGE`, or `BAD_REQUEST` when it was cut short. */
  read(): Promise<Buffer>
  /** The same as it comes in, chunk by chunk; what is not read is let go. */
  stream(): AsyncIterable<Buffer>
}

/** Lets the routes of `scope` take files; elsewhere they are refused before they are read. */
export async function acceptFiles(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart)
}

/** Parts of a form that are no files: more than any of ours has. */
const mostFields = 20

/**
 * The files of a request, each as it comes in; none when it carries none. The next one comes once this
 * one is read. Raises `PAYLOAD_TOO_LARGE` when they are too many.
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
    // The connection is free for the next request once all of this one was taken.
    file.resume()
  }
  if (file.truncated) throw new ShopError('PAYLOAD_TOO_LARGE')
}

/** What was read; a form that is no form is the sender's mistake. */
async function readable<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading
  } catch (error) {
    const isTooLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413
    throw new ShopError(isTooLarge ? 'PAYLOAD_TOO_LARGE' : 'BAD_REQUEST')
  }
}
