import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Below this many bytes compression costs more than it saves. */
const smallestCompressed = 1_024
const brotliQuality = 5

export type Encoding = 'br' | 'gzip' | 'identity'

/** A whole answer, ready to be sent, in the encodings asked for so far. */
export class Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly etag: string
  readonly #encoded = new Map<Encoding, Promise<Buffer>>()

  constructor(status: number, headers: Readonly<Record<string, string>>, body: string) {
    this.status = status
    this.headers = headers
    this.body = Buffer.from(body)
    this.etag = `"${createHash('sha1').update(this.body).digest('base64url')}"`
  }

  /** Whether compressing it saves anything. */
  get isCompressible(): boolean {
    return this.body.length >= smallestCompressed
  }

  /** Its bytes in `encoding`; compressed once, when first asked for. */
  encoded(encoding: Encoding): Buffer | Promise<Buffer> {
    if (encoding === 'identity') return this.body
    const known = this.#encoded.get(encoding)
    if (known) return known
    const bytes = encoding === 'gzip' ? compressGzip(this.body) : compressWithBrotli(this.body)
    this.#encoded.set(encoding, bytes)
    return bytes
  }

  /** Roughly what it holds in memory, in bytes: both compressed forms stay under the raw one. */
  get size(): number {
    return this.body.length * 2 + 500
  }
}

function compressWithBrotli(body: Buffer): Promise<Buffer> {
  return compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      // No further back than the answer is long: the rest would be memory for nothing.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.ceil(Math.log2(body.length)) + 1),
    },
  })
}
