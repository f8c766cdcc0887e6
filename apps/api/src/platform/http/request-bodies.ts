import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ShopError } from '../errors/shop-error.ts'

export interface BodyLimits {
  /** How long an ordinary body may take to come; a larger one as many times longer. */
  milliseconds: number
  /** Bytes of an ordinary body: what nearly every call sends. */
  ordinaryBytes: number
  /** Bytes of a body that anyone may have on its way. */
  freeBytes: number
  /** Bytes beyond those that all bodies on their way may hold together in this process. */
  sharedBytes: number
}

/** Minimum accounted bytes per chunk, however short it is. */
const leastBytes = 256

/**
 * Bounds what bodies hold that are still on their way, and for how long: whoever sends slowly, or stops,
 * keeps memory from everyone. Forms with files are left to the endpoints that accept them: they are read
 * chunk by chunk, and other endpoints reject them unread.
 */
export function limitUnfinishedBodies(app: FastifyInstance, limits: BodyLimits): void {
  let held = 0

  function watch(body: Readable, declaredBytes: number): void {
    let received = 0
    let counted = 0
    const times = Math.max(1, Math.ceil(declaredBytes / limits.ordinaryBytes))
    const late = setTimeout(refuse, times * limits.milliseconds, 'BAD_REQUEST')

    function stop() {
      clearTimeout(late)
      body.off('data', count)
      held -= counted
      counted = 0
    }
    function refuse(code: 'BAD_REQUEST' | 'UNAVAILABLE') {
      stop()
      // Not while a chunk is being delivered: the reader is about to let go.
      process.nextTick(() => body.emit('error', new ShopError(code)))
    }
    function count(piece: Buffer) {
      received += Math.max(piece.length, leastBytes)
      const more = Math.max(0, received - limits.freeBytes) - counted
      if (held + more > limits.sharedBytes) return refuse('UNAVAILABLE')
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
 * Reads JSON bodies; an empty one is no body. Clients say that they send JSON on every call, also on
 * those that have nothing to send.
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
