import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { ChangeTag } from '../database/changes.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Below this many bytes compression costs more than it saves. */
const smallestCompressed = 1_024
const brotliQuality = 5

export interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

export interface CachedAnswer extends Answer {
  etag: string
  br?: Buffer
  gzip?: Buffer
}

interface Entry extends CachedAnswer {
  tags: readonly ChangeTag[]
  validUntil: number
  compressing?: Promise<unknown>
}

export interface AnswerCacheOptions {
  maxBytes: number
  /** Until when (milliseconds since 1970) an answer made now stays true if nothing is written. */
  validUntil: () => number
}

/**
 * Whole answers for anonymous visitors, ready to send: raw, and compressed from their second use
 * on. An answer falls out when a tag of it changes, when its time is over, or when it is the least
 * used and room is short.
 */
export class AnswerCache {
  readonly #entries: LRUCache<string, Entry>
  readonly #validUntil: () => number
  #generation = 0

  constructor({ maxBytes, validUntil }: AnswerCacheOptions) {
    this.#validUntil = validUntil
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.ceil(maxBytes / 8),
      // Both compressed forms together stay under the raw one.
      sizeCalculation: (entry, key) => entry.body.length * 2 + key.length + 500,
    })
  }

  /** The answer to send, if it is still true. */
  get(key: string): CachedAnswer | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (entry.validUntil <= Date.now()) {
      this.#entries.delete(key)
      return undefined
    }
    this.#compress(entry)
    return entry
  }

  /** To be called before an answer is worked out; `set` then refuses it if something changed meanwhile. */
  get generation(): number {
    return this.#generation
  }

  /** Keeps an answer and gives it with its etag, whether or not there was reason to keep it. */
  set(key: string, answer: Answer, tags: readonly ChangeTag[], generation: number): CachedAnswer {
    const etag = `"${createHash('sha1').update(answer.body).digest('base64url')}"`
    const entry: Entry = { ...answer, etag, tags, validUntil: this.#validUntil() }
    if (generation === this.#generation && entry.validUntil > Date.now())
      this.#entries.set(key, entry)
    return entry
  }

  /** Drops what shows `tag`; everything when null. */
  invalidate(tag: ChangeTag | null): void {
    this.#generation += 1
    if (tag === null) this.#entries.clear()
    else
      for (const [key, entry] of this.#entries.entries())
        if (entry.tags.includes(tag)) this.#entries.delete(key)
  }

  #compress(entry: Entry): void {
    if (entry.compressing || entry.body.length < smallestCompressed) return
    entry.compressing = Promise.all([
      compressBrotli(entry.body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
          [constants.BROTLI_PARAM_SIZE_HINT]: entry.body.length,
        },
      }),
      compressGzip(entry.body),
    ]).then(([br, gzipped]) => {
      entry.br = br
      entry.gzip = gzipped
    })
  }
}
