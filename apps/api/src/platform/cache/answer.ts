import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'
import pLimit from 'p-limit'

const compressBrotli = promisify(brotliCompress)
const decompressBrotli = promisify(brotliDecompress)
const compressGzip = promisify(gzip)

/** Below this many bytes compression costs more than it saves. */
const smallestCompressed = 1_024

/** The first caller waits for `quick`; `thorough` is for all who come after. */
const brotliLevels = { quick: 3, thorough: 9 }
/** Few take nothing better. */
const gzipLevel = 1
/** Bytes of an answer's headers, tags and entries. */
const besideBody = 1_500

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

/** A whole answer, ready to be sent in the encodings that browsers and proxies take. */
export class Answer {
  readonly status: number
  /** Whether compressing it saves anything. */
  readonly isCompressible: boolean
  /** What it says; undefined once only its compressed form is kept. */
  #body: Buffer | undefined
  /** What its etag says, in quotes. Undefined unless it is a 200: nothing else is asked for again. */
  readonly #tag: string | undefined
  readonly #headers: Readonly<Record<string, string>>
  #brotli: WireForm | Promise<WireForm> | undefined
  /** 'due' once the brotli form was given to someone. */
  #thorough: 'wanted' | 'due' | 'begun' = 'wanted'
  #unchanged: WireForm | undefined

  constructor(status: number, headers: Readonly<Record<string, string>>, body: string) {
    this.status = status
    this.#body = Buffer.from(body)
    this.isCompressible = this.#body.length >= smallestCompressed
    if (status === 200) this.#tag = `"${createHash('sha1').update(this.#body).digest('base64url')}"`
    // Weak, for it is the same in every encoding (RFC 9110, section 8.8.1).
    this.#headers = this.#tag === undefined ? headers : { ...headers, etag: `W/${this.#tag}` }
  }

  /** Whether who sent this `If-None-Match` has it already. */
  isKnownBy(tags: string): boolean {
    return this.#tag !== undefined && (tags === '*' || tags.includes(this.#tag))
  }

  /**
   * How it is sent in `encoding`. Brotli, which browsers take, is compressed quickly when first asked for
   * (a promise until it is), and thoroughly, in the background, once it is asked for again.
   */
  in(encoding: Encoding): WireForm | Promise<WireForm> {
    if (encoding === 'br') return this.#inBrotli()
    if (encoding === 'identity' && this.#body) return this.#formOf(encoding, this.#body)
    return this.#inOther(encoding)
  }

  /** The answer for a client that has it already. */
  get unchanged(): WireForm {
    this.#unchanged ??= {
      status: 304,
      headers: { ...this.#headers, vary: 'accept-encoding' },
      body: nothing,
    }
    return this.#unchanged
  }

  /** Holds nothing but the brotli form from here on, of which the others are made when asked for. */
  async pack(): Promise<void> {
    if (!this.isCompressible) return
    this.#brotli ??= this.#compress('quick')
    await this.#brotli
    this.#body = undefined
  }

  /** Roughly what it holds in memory, in bytes. */
  get size(): number {
    const form = this.#brotli instanceof Promise ? undefined : this.#brotli
    return (this.#body?.length ?? 0) + (form?.body.length ?? 0) + besideBody
  }

  #inBrotli(): WireForm | Promise<WireForm> {
    this.#brotli ??= this.#compress('quick')
    if (this.#thorough === 'wanted') this.#thorough = 'due'
    else if (this.#thorough === 'due' && !(this.#brotli instanceof Promise)) {
      this.#thorough = 'begun'
      inBackground(() => this.#compress('thorough')).catch(() => {
        // The quick form stays.
      })
    }
    return this.#brotli
  }

  async #inOther(encoding: 'gzip' | 'identity'): Promise<WireForm> {
    const body = await this.#whole()
    if (encoding === 'identity') return this.#formOf(encoding, body)
    return this.#formOf(encoding, await compressGzip(body, { level: gzipLevel }))
  }

  async #compress(effort: keyof typeof brotliLevels): Promise<WireForm> {
    const body = await compressWithBrotli(await this.#whole(), brotliLevels[effort])
    this.#brotli = this.#formOf('br', inItsOwnMemory(body))
    return this.#brotli
  }

  /** What it says, uncompressed. */
  async #whole(): Promise<Buffer> {
    if (this.#body) return this.#body
    // Packed: there is nothing but this form.
    const { body } = (await this.#brotli) ?? { body: nothing }
    return decompressBrotli(body)
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

/** A copy of no more bytes than it has: zlib's results, and small buffers, lie in larger blocks. */
function inItsOwnMemory(body: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(body.length)
  body.copy(copy)
  return copy
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
