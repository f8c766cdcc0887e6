import { LRUCache } from 'lru-cache'
import type { ChangeTag } from '../database/changes.ts'
import type { Answer } from './answer.ts'

/** An answer just computed, and what it shows. Without tags it is nobody else's and is not kept. */
export interface Made {
  answer: Answer
  tags: readonly ChangeTag[]
}

interface Entry extends Made {
  validUntil: number
  /** How many changes had been heard of when it was begun. */
  generation: number
}

/** Addresses whose answer is remembered: short ones only, so that junk fills no memory. */
const rememberedAddresses = 5_000
const longestRemembered = 300

export interface AnswerCacheOptions {
  maxBytes: number
  /** Until when (milliseconds since 1970) an answer made now stays true if nothing is written. */
  validUntil: () => number
  /** True while kept answers may show what has just passed: then none is given. */
  isDue?: () => boolean
}

/**
 * Whole answers for anonymous callers, pages and JSON alike. An answer falls out when a tag of it
 * changes, when its time is over, or when it is the least used and room is short. Those who ask for
 * an answer while it is being computed share the work.
 */
export class AnswerCache {
  readonly #entries: LRUCache<string, Entry>
  /** The key of what was asked for at an address: many lead to the same answer. */
  readonly #keyAt = new LRUCache<string, string>({ max: rememberedAddresses })
  readonly #validUntil: () => number
  readonly #isDue: () => boolean
  readonly #underWay = new Map<string, Promise<Answer>>()
  /** The answers that show a tag: of thousands, a change concerns a few. */
  readonly #keysOf = new Map<ChangeTag, Set<string>>()
  #generation = 0
  /** The generation that each tag last changed in, since nothing was being computed. */
  readonly #changes = new Map<ChangeTag | null, number>()

  constructor({ maxBytes, validUntil, isDue = () => false }: AnswerCacheOptions) {
    this.#validUntil = validUntil
    this.#isDue = isDue
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.ceil(maxBytes / 8),
      sizeCalculation: ({ answer }, key) => answer.size + key.length,
      dispose: ({ tags }, key) => this.#forget(key, tags),
    })
  }

  /** The answer to send, if it is there and still true. */
  find(key: string): Answer | undefined {
    const entry = this.#entries.get(key)
    if (!entry || this.#isDue()) return undefined
    if (entry.validUntil > Date.now()) return entry.answer
    this.#entries.delete(key)
    return undefined
  }

  /** The answer to an address (path and query as they came) that was asked for before. */
  findAt(address: string): Answer | undefined {
    const key = this.#keyAt.get(address)
    return key === undefined ? undefined : this.find(key)
  }

  /** Has `findAt` give the answer under `key`, while it is there, to who asks for `address`. */
  remember(address: string, key: string): void {
    if (address.length <= longestRemembered && this.#entries.has(key)) this.#keyAt.set(address, key)
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
      .then(async (made) => {
        if (made.tags.length > 0) await made.answer.pack()
        this.#keep(key, { ...made, validUntil, generation })
        return made.answer
      })
      .finally(() => {
        this.#underWay.delete(flight)
        if (this.#underWay.size === 0) this.#changes.clear()
      })
    this.#underWay.set(flight, work)
    return work
  }

  /** Drops what shows `tag`; everything when null. */
  invalidate(tag: ChangeTag | null): void {
    this.#generation += 1
    if (this.#underWay.size > 0) this.#changes.set(tag, this.#generation)
    if (tag === null) this.#entries.clear()
    else for (const key of [...(this.#keysOf.get(tag) ?? [])]) this.#entries.delete(key)
  }

  /** Keeps an answer, unless what it shows has changed since it was begun, or a newer one is there. */
  #keep(key: string, entry: Entry): void {
    const isSince = (tag: ChangeTag | null) => (this.#changes.get(tag) ?? 0) > entry.generation
    if (entry.tags.length === 0 || [null, ...entry.tags].some(isSince)) return
    if (entry.validUntil <= Date.now()) return
    if ((this.#entries.peek(key)?.generation ?? 0) > entry.generation) return
    this.#entries.set(key, entry)
    if (!this.#entries.has(key)) return
    for (const tag of entry.tags) {
      const keys = this.#keysOf.get(tag)
      if (keys) keys.add(key)
      else this.#keysOf.set(tag, new Set([key]))
    }
  }

  #forget(key: string, tags: readonly ChangeTag[]): void {
    for (const tag of tags) {
      const keys = this.#keysOf.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysOf.delete(tag)
    }
  }
}
