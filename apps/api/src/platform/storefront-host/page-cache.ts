import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

export type Encoding = 'br' | 'gzip' | 'identity'

/** A page ready to be sent, in the encodings asked for so far. */
export class CachedPage {
  readonly etag: string
  readonly raw: Buffer
  readonly #encoded = new Map<Encoding, Promise<Buffer>>()

  constructor(html: string) {
    this.raw = Buffer.from(html)
    this.etag = `"${createHash('sha1').update(this.raw).digest('base64url')}"`
  }

  /** The bytes in `encoding`; compressed once, when they are first asked for. */
  encoded(encoding: Encoding): Promise<Buffer> {
    const known = this.#encoded.get(encoding)
    if (known) return known
    const bytes = encode(this.raw, encoding)
    this.#encoded.set(encoding, bytes)
    return bytes
  }

  /** Roughly what it holds in memory, in bytes. */
  get size(): number {
    return Math.ceil(this.raw.length * 1.5)
  }
}

function encode(raw: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return Promise.resolve(raw)
  if (encoding === 'gzip') return compressGzip(raw, { level: 6 })
  return compressBrotli(raw, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
    },
  })
}

/** How the page cache behaves. */
export interface PageCacheOptions {
  enabled: boolean
  /** The instant (milliseconds since the epoch) at which what is shown now stops being true. */
  validUntil?: () => number
  /** Longest life of a page in milliseconds. */
  maxAge?: number
  /** Most memory for pages, in bytes. */
  maxBytes?: number
}

/**
 * Keeps rendered pages for a short time. A page rendered from data older than the last `clear` is
 * never kept: take `version` before rendering and give it to `keep`.
 */
export class PageCache {
  readonly #options: PageCacheOptions
  readonly #maxAge: number
  readonly #pages: LRUCache<string, CachedPage>
  version = 0

  constructor(options: PageCacheOptions) {
    this.#options = options
    this.#maxAge = options.maxAge ?? 60_000
    this.#pages = new LRUCache({
      maxSize: options.maxBytes ?? 64 * 1024 * 1024,
      sizeCalculation: (page) => page.size,
      // The wall clock, as `validUntil` has it.
      perf: Date,
      ttlResolution: 0,
    })
  }

  find(key: string): CachedPage | undefined {
    return this.#options.enabled ? this.#pages.get(key) : undefined
  }

  keep(key: string, page: CachedPage, version: number): void {
    if (!this.#options.enabled || version !== this.version) return
    const untilChange = (this.#options.validUntil?.() ?? Infinity) - Date.now()
    const ttl = Math.floor(Math.min(this.#maxAge, untilChange))
    if (ttl > 0) this.#pages.set(key, page, { ttl })
  }

  /** Forgets every page, those being rendered included. */
  clear(): void {
    this.version += 1
    this.#pages.clear()
  }
}
