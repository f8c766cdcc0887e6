import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  constants,
  gzip,
} from 'node:zlib'
import pLimit from 'p-limit'
import type { ChangeTag } from '../database/changes.ts'

const compressBrotli = promisify(brotliCompress)
const decompressBrotli = promisify(brotliDecompress)
const compressGzip = promisify(gzip)

/** The least bytes to compress: smaller bodies cost more than they save. */
const smallestCompressed = 1_024

/**
 * The first caller gets `quick`, at once: handing it to another thread takes longer than compressing.
 * Later ones get `thorough`.
 */
const brotliLevels = { quick: 1, thorough: 9 }
/** A fast level, because few clients lack brotli. */
const gzipLevel = 1
/** Estimated bytes of an answer's headers, tags and index entries. */
const besideBody = 1_500

/** One at a time, so that thorough compression leaves threads for requests. */
const inBackground = pLimit(1)
/** Waiting answers stay in memory: beyond this many, compression starts at a later request instead. */
const mostWaiting = 50

export type Encoding = 'br' | 'gzip' | 'identity'

/** An answer in one encoding. */
export interface WireForm {
  status: number
  headers: Readonly<Record<string, string | number>>
  body: Buffer
}

const nothing = Buffer.alloc(0)

/** A complete answer, in any encoding that browsers and proxies accept. */
export class Answer {
  readonly status: number
  /** The path of its page in the site map; undefined for other answers. */
  readonly pageRoute: string | undefined
  /** While it is cached: the tags of what it shows, and the end of its validity (Unix milliseconds). */
  kept: { tags: readonly ChangeTag[]; validUntil: number } | undefined
  /** Whether compression saves anything. */
  readonly isCompressible: boolean
  /** The uncompressed body; undefined once only the brotli form is in memory. */
  #body: Buffer | undefined
  /**
   * The content of the etag; undefined unless the status is 200: only those can be requested
   * conditionally.
   */
  readonly #tag: string | undefined
  readonly #headers: Readonly<Record<string, string>>
  #brotli: WireForm | undefined
  /** 'due' once the brotli form has been requested. */
  #thorough: 'wanted' | 'due' | 'begun' = 'wanted'
  #unchanged: WireForm | undefined

  constructor(
    status: number,
    headers: Readonly<Record<string, string>>,
    body: string,
    pageRoute?: string,
  ) {
    this.status = status
    this.pageRoute = pageRoute
    this.#body = Buffer.from(body)
    this.isCompressible = this.#body.length >= smallestCompressed
    if (status === 200) this.#tag = `"${createHash('sha1').update(this.#body).digest('base64url')}"`
    // Weak, because it is the same in every encoding (RFC 9110, section 8.8.1).
    this.#headers = this.#tag === undefined ? headers : { ...headers, etag: `W/${this.#tag}` }
  }

  /** Whether this `If-None-Match` names the current version. */
  isKnownBy(tags: string): boolean {
    return this.#tag !== undefined && (tags === '*' || tags.includes(this.#tag))
  }

  /**
   * The answer in `encoding`. Brotli is compressed quickly for the first request, and thoroughly, in
   * the background, once it is requested again.
   */
  in(encoding: Encoding): WireForm | Promise<WireForm> {
    if (encoding === 'br') return this.#inBrotli()
    if (encoding === 'identity' && this.#body) return this.#formOf(encoding, this.#body)
    return this.#inOther(encoding)
  }

  /** The 304 for a client that has the current version. */
  get unchanged(): WireForm {
    this.#unchanged ??= {
      status: 304,
      headers: { ...this.#headers, vary: 'accept-encoding' },
      body: nothing,
    }
    return this.#unchanged
  }

  /** Keeps only the brotli form, from which the others are made on request. */
  pack(): void {
    if (!this.isCompressible) return
    this.#brotli ??= this.#quickly()
    this.#body = undefined
  }

  /** Approximate memory in bytes. */
  get size(): number {
    return (this.#body?.length ?? 0) + (this.#brotli?.body.length ?? 0) + besideBody
  }

  #inBrotli(): WireForm {
    this.#brotli ??= this.#quickly()
    if (this.#thorough === 'wanted') this.#thorough = 'due'
    else if (this.#thorough === 'due' && inBackground.pendingCount < mostWaiting) {
      this.#thorough = 'begun'
      inBackground(() => this.#compressThoroughly()).catch(() => {
        // The quick form stays in use.
      })
    }
    return this.#brotli
  }

  async #inOther(encoding: 'gzip' | 'identity'): Promise<WireForm> {
    const body = await this.#whole()
    if (encoding === 'identity') return this.#formOf(encoding, body)
    return this.#formOf(encoding, await compressGzip(body, { level: gzipLevel }))
  }

  #quickly(): WireForm {
    const body = this.#body ?? nothing
    return this.#formOf('br', inItsOwnMemory(brotliCompressSync(body, brotliOf(body, 'quick'))))
  }

  async #compressThoroughly(): Promise<void> {
    const body = await this.#whole()
    const compressed = await compressBrotli(body, brotliOf(body, 'thorough'))
    this.#brotli = this.#formOf('br', inItsOwnMemory(compressed))
  }

  /** The uncompressed body. */
  async #whole(): Promise<Buffer> {
    // After `pack` there is only the brotli form.
    return this.#body ?? decompressBrotli(this.#brotli?.body ?? nothing)
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

/** A copy in memory of its own: zlib's results and small buffers are slices of larger blocks. */
function inItsOwnMemory(body: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(body.length)
  body.copy(copy)
  return copy
}

function brotliOf(body: Buffer, effort: keyof typeof brotliLevels): BrotliOptions {
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliLevels[effort],
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      // A window larger than the answer would waste memory.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.ceil(Math.log2(body.length)) + 1),
    },
  }
}
