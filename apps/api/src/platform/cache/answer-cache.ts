import { LRUCache } from 'lru-cache'
import type { ChangeTag } from '../database/changes.ts'
import type { Answer } from './answer.ts'

/** An answer just worked out, and what it shows. Without tags it is nobody else's and is not kept. */
export interface Made {
  answer: Answer
  tags: readonly ChangeTag[]
}

interface Entry extends Made {
  validUntil: number
}

export interface AnswerCacheOptions {
  maxBytes: number
  /** Until when (milliseconds since 1970) an answer made now stays true if nothing is written. */
  validUntil: () => number
}

/**
 * Whole answers for anonymous visitors, pages and JSON alike. An answer falls out when a tag of it
 * changes, when its time is over, or when it is the least used and room is short. Those who ask for
 * an answer while it is being worked out share the work.
 */
export class AnswerCache {
  readonly #entries: LRUCache<string, Entry>
  readonly #validUntil: () => number
  readonly #underWay = new Map<string, Promise<Answer>>()
  #generation = 0

  constructor({ maxBytes, validUntil }: AnswerCacheOptions) {
    this.#validUntil = validUntil
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.ceil(maxBytes / 8),
      sizeCalculation: ({ answer }, key) => answer.size + key.length,
    })
  }

  /** The answer to send, if it is there and still true. */
  find(key: string): Answer | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (entry.validUntil > Date.now()) return entry.answer
    this.#entries.delete(key)
    return undefined
  }

  /** The answer under `key`, made by `make` if it is not there. One that changed meanwhile is not kept. */
  async resolve(key: string, make: () => Promise<Made>): Promise<Answer> {
    const known = this.find(key)
    if (known) return known
    // Who asks after a change must not be given what was begun before it.
    const generation = this.#generation
    const flight = `${generation} ${key}`
    const begun = this.#underWay.get(flight)
    if (begun) return begun
    // Asked before: a sale that begins meanwhile ends the answer's time.
    const validUntil = this.#validUntil()
    const work = make()
      .then((made) => {
        const isTrue = generation === this.#generation && validUntil > Date.now()
        if (isTrue && made.tags.length > 0) this.#entries.set(key, { ...made, validUntil })
        return made.answer
      })
      .finally(() => this.#underWay.delete(flight))
    this.#underWay.set(flight, work)
    return work
  }

  /** Drops what shows `tag`; everything when null. */
  invalidate(tag: ChangeTag | null): void {
    this.#generation += 1
    if (tag === null) this.#entries.clear()
    else
      for (const [key, { tags }] of this.#entries.entries())
        if (tags.includes(tag)) this.#entries.delete(key)
  }
}
