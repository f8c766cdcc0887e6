import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { Endpoint } from '@solvane/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ShopError } from '../errors/shop-error.ts'

/** A proxy may send an absolute URL; its host is ignored, because there is only one shop. */
const origin = /^https?:\/\/[^/?#]*\/?/i

/**
 * The path and query of a request, made decodable. For a malformed link a shopper gets the page for
 * unknown paths; a caller of the API gets an error.
 */
export function readableUrl({ url: target = '/' }: Pick<IncomingMessage, 'url'>): string {
  const url = target.replace(origin, '/')
  const cut = url.indexOf('?')
  const path = cut < 0 ? url : url.slice(0, cut)
  if (!path.includes('%') || path.startsWith('/api/')) return url
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + (cut < 0 ? '' : url.slice(cut))
  }
}

export interface BodyLimits {
  /** The time limit of an ordinary body; a larger one gets proportionally more. */
  milliseconds: number
  /** The size of an ordinary body, enough for nearly every request. */
  ordinaryBytes: number
  /** The part of every unfinished body that does not count towards `sharedBytes`. */
  freeBytes: number
  /** The memory for the rest of all unfinished bodies in this process. */
  sharedBytes: number
}

/** Minimum accounted bytes per chunk, however short it is. */
const leastBytes = 256

/**
 * Limits the memory and time of unfinished request bodies, so that slow senders cannot exhaust the
 * memory. Forms with files are left to the endpoints that accept them: they are read in chunks, and
 * other endpoints reject them unread.
 */
export function limitUnfinishedBodies(app: FastifyInstance, limits: BodyLimits): void {
  let held = 0

  function watch(body: Readable, declaredBytes: number): void {
    let received = 0
    let counted = 0
    const times = Math.max(1, Math.ceil(declaredBytes / limits.ordinaryBytes))
    const late = setTimeout(reject, times * limits.milliseconds, 'BAD_REQUEST')

    function stop() {
      clearTimeout(late)
      body.off('data', count)
      held -= counted
      counted = 0
    }
    function reject(code: 'BAD_REQUEST' | 'UNAVAILABLE') {
      stop()
      // The error waits until the chunk is delivered: its reader is about to detach.
      process.nextTick(() => body.emit('error', new ShopError(code)))
    }
    function count(chunk: Buffer) {
      received += Math.max(chunk.length, leastBytes)
      const more = Math.max(0, received - limits.freeBytes) - counted
      if (held + more > limits.sharedBytes) return reject('UNAVAILABLE')
      held += more
      counted += more
    }
    body.on('data', count).on('error', stop).once('end', stop).once('close', stop)
  }

  app.addHook('preParsing', (request, _reply, body, done) => {
    if (isWatched(request)) watch(body, Number(request.headers['content-length'] ?? 0))
    done()
  })
}

function isWatched({ headers }: FastifyRequest): boolean {
  const isEmpty =
    headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
  return !isEmpty && !headers['content-type']?.startsWith('multipart/')
}

/**
 * Parses JSON bodies; an empty body counts as no body. Some clients send the JSON content type with
 * every request.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body.trim() === '') done(null, undefined)
      else parse(request, body, done)
    },
  )
}

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
