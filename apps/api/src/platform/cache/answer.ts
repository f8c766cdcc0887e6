import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import pLimit from 'p-limit'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Below this many bytes compression costs more than it saves. */
const smallestCompressed = 1_024

/** Compression levels: the first caller waits for `quick`; `thorough` is for all who come after. */
const levels = {
  br: { quick: 3, thorough: 9 },
  gzip: { quick: 1, thorough: 9 },
}
type Effort = 'quick' | 'thorough'

/** One at a time: compressing thoroughly must not keep the threads from requests. */
const inBackground = pLimit(1)

export type Encoding = 'br' | 'gzip' | 'identity'

/** An answer as it goes over the wire. */
export interface WireForm {
  status: number
  headers: Readonly<Record<string, string | number>>
  body: Buffer
}

const nothing = Buffer.alloc(0)

/** A whole answer, ready to be sent, in the encodings asked for so far. */
export class Answer {
  readonly status: number
  readonly body: Buffer
  /** What its etag says, in quotes. Undefined unless it is a 200: nothing else is asked for again. */
  readonly #tag: string | undefined
  readonly #headers: Readonly<Record<string, string>>
  readonly #forms = new Map<Encoding, WireForm | Promise<WireForm>>()
  readonly #improved = new Set<Encoding>()
  #unchanged: WireForm | undefined

  constructor(status: number, headers: Readonly<Record<string, string>>, body: string) {
    this.status = status
    this.body = Buffer.from(body)
    if (status === 200) this.#tag = `"${createHash('sha1').update(this.body).digest('base64url')}"`
    // Weak, for it is the same in every encoding (RFC 9110, section 8.8.1).
    this.#headers = this.#tag === undefined ? headers : { ...headers, etag: `W/${this.#tag}` }
  }

  /** Whether who sent this `If-None-Match` has it already. */
  isKnownBy(tags: string): boolean {
    return this.#tag !== undefined && (tags === '*' || tags.includes(this.#tag))
  }

  /** Whether compressing it saves anything. */
  get isCompressible(): boolean {
    return this.body.length >= smallestCompressed
  }

  /**
   * How it is sent in `encoding`: compressed quickly when first asked for (a promise until it is), and
   * thoroughly, in the background, once it is asked for again.
   */
  in(encoding: Encoding): WireForm | Promise<WireForm> {
    let form = this.#forms.get(encoding)
    if (form === undefined) {
      form =
        encoding === 'identity'
          ? this.#formOf(encoding, this.body)
          : this.#compress(encoding, 'quick')
      this.#forms.set(encoding, form)
    } else if (
      encoding !== 'identity' &&
      !(form instanceof Promise) &&
      !this.#improved.has(encoding)
    ) {
      this.#improved.add(encoding)
      inBackground(() => this.#compress(encoding, 'thorough')).catch(() => {
        // The quick form stays.
      })
    }
    return form
  }

  /** How someone is told who has it already. */
  get unchanged(): WireForm {
    this.#unchanged ??= {
      status: 304,
      headers: { ...this.#headers, vary: 'accept-encoding' },
      body: nothing,
    }
    return this.#unchanged
  }

  /** Roughly what it holds in memory, in bytes: both compressed forms stay under the raw one. */
  get size(): number {
    return this.body.length * 2 + 500
  }

  async #compress(encoding: Exclude<Encoding, 'identity'>, effort: Effort): Promise<WireForm> {
    const level = levels[encoding][effort]
    const body = await (encoding === 'gzip'
      ? compressGzip(this.body, { level })
      : compressWithBrotli(this.body, level))
    const form = this.#formOf(encoding, body)
    this.#forms.set(encoding, form)
    return form
  }

  #formOf(encoding: Encoding, body: Buffer): WireForm {
    return {
      status: this.status,
      headers: {
        ...this.#headers,
        ...(this.isCompressible && { vary: 'accept-encoding' }),
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
        'content-length': body.length,
      },
      body,
    }
  }
}

function compressWithBrotli(body: Buffer, quality: number): Promise<Buffer> {
  return compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      // No further back than the answer is long: the rest would be memory for nothing.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.ceil(Math.log2(body.length)) + 1),
    },
  })
}
