import { LRUCache } from 'lru-cache'
import type { ChangeTag } from '../database/changes.ts'
import type { Answer } from './answer.ts'

/** A computed answer and its tags. An answer without tags is not cached. */
export interface ComputedAnswer {
  answer: Answer
  tags: readonly ChangeTag[]
}

interface Entry extends ComputedAnswer {
  validUntil: number
  /** The number of changes received before it was started. */
  generation: number
}

interface DroppedAnswer {
  answer: Answer
  droppedAt: number
}

/** The number of remembered URLs; only short ones, so that junk fills no memory. */
const rememberedAddresses = 5_000
const longestRemembered = 300

/**
 * The longest time, in milliseconds, that cached answers are returned while changes are not
 * received.
 */
const longestStaleness = 10 * 60_000

export interface AnswerCacheOptions {
  maxBytes: number
  /** Until when (Unix milliseconds) an answer computed now stays valid without writes. */
  validUntil: () => number
  /** True while a time has passed that may have outdated cached answers: then none is returned. */
  isDue?: () => boolean
}

/**
 * Caches whole answers for anonymous callers, pages and JSON alike. An answer is dropped when one
 * of its tags changes, when it expires, or when it is the least recently used and memory is short.
 * Concurrent callers share the work.
 */
export class AnswerCache {
  readonly #entries: LRUCache<string, Entry>
  /** Answers dropped by changes, returned while the database is unavailable. */
  readonly #outdated: LRUCache<string, DroppedAnswer>
  /** The key of the answer for a URL: many URLs lead to the same answer. */
  readonly #keyAt = new LRUCache<string, string>({ max: rememberedAddresses })
  readonly #validUntil: () => number
  readonly #isDue: () => boolean
  readonly #underWay = new Map<string, Promise<Answer>>()
  /** The keys by tag: of thousands of answers, a change concerns a few. */
  readonly #keysOf = new Map<ChangeTag, Set<string>>()
  #generation = 0
  /** When changes ceased to be received (Unix milliseconds); undefined while they are. */
  #suspendedAt: number | undefined
  /** The generation of each tag's last change while answers were being computed. */
  readonly #changes = new Map<ChangeTag | null, number>()

  constructor({ maxBytes, validUntil, isDue = () => false }: AnswerCacheOptions) {
    this.#validUntil = validUntil
    this.#isDue = isDue
    const eighth = Math.ceil(maxBytes / 8)
    const limits = {
      maxEntrySize: eighth,
      sizeCalculation: ({ answer }: { answer: Answer }, key: string) => answer.size + key.length,
    }
    this.#outdated = new LRUCache<string, DroppedAnswer>({ ...limits, maxSize: eighth })
    this.#entries = new LRUCache<string, Entry>({
      ...limits,
      maxSize: maxBytes - eighth,
      dispose: ({ answer, tags }, key, reason) => {
        answer.kept = undefined
        this.#forget(key, tags)
        const droppedAt = this.#suspendedAt ?? Date.now()
        if (reason === 'delete') this.#outdated.set(key, { answer, droppedAt })
      },
    })
  }

  /**
   * The cached answer under `key`, if it is valid; while suspended, also an outdated or dropped
   * one.
   */
  find(key: string): Answer | undefined {
    const entry = this.#entries.get(key)
    if (this.#suspendedAt !== undefined) {
      const outdated = this.#outdated.get(key)
      const since = entry ? this.#suspendedAt : (outdated?.droppedAt ?? 0)
      return Date.now() - since < longestStaleness ? (entry ?? outdated)?.answer : undefined
    }
    if (!entry || this.#isDue()) return undefined
    if (entry.validUntil > Date.now()) return entry.answer
    this.#entries.delete(key)
    return undefined
  }

  /** The answer for a URL (path and query as received) that was requested before. */
  findAt(address: string): Answer | undefined {
    const key = this.#keyAt.get(address)
    return key === undefined ? undefined : this.find(key)
  }

  /** Lets `findAt` return the answer under `key` for `address`, as long as it is cached. */
  remember(address: string, key: string): void {
    if (address.length <= longestRemembered && this.#entries.has(key)) this.#keyAt.set(address, key)
  }

  /**
   * The answer under `key`, computed by `make` if it is not cached. An answer that a change has
   * outdated meanwhile is returned, but not cached.
   */
  async resolve(key: string, make: () => Promise<ComputedAnswer>): Promise<Answer> {
    const known = this.find(key)
    if (known) return known
    // A caller after a change must not get an answer that was started before it.
    const generation = this.#generation
    const flight = `${generation} ${key}`
    const begun = this.#underWay.get(flight)
    if (begun) return begun
    // Read first: a sale that starts meanwhile limits the answer's validity.
    const validUntil = this.#validUntil()
    const work = make()
      .then((made) => {
        if (made.tags.length > 0) made.answer.pack()
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

  /** Whether answers may be stale: the database is unavailable, or was a moment ago. */
  get isSuspended(): boolean {
    return this.#suspendedAt !== undefined
  }

  /**
   * Returns stale answers for ten minutes, including those dropped less than ten minutes ago, and
   * caches nothing new: for an outage of the database, during which no changes are received.
   */
  suspend(): void {
    this.#suspendedAt ??= Date.now()
  }

  /**
   * Drops everything and caches again: changes are received again. The connection may be lost again
   * right away.
   */
  resume(): void {
    this.invalidate(null)
    this.#suspendedAt = undefined
  }

  /** Drops the answers with `tag`; with null, all. */
  invalidate(tag: ChangeTag | null): void {
    this.#generation += 1
    if (this.#underWay.size > 0) this.#changes.set(tag, this.#generation)
    if (tag === null) this.#entries.clear()
    else for (const key of [...(this.#keysOf.get(tag) ?? [])]) this.#entries.delete(key)
  }

  /**
   * Caches an answer, unless one of its tags has changed since it was started, or a newer one is
   * cached.
   */
  #keep(key: string, entry: Entry): void {
    const isSince = (tag: ChangeTag | null) => (this.#changes.get(tag) ?? 0) > entry.generation
    if (entry.tags.length === 0 || [null, ...entry.tags].some(isSince)) return
    if (entry.validUntil <= Date.now() || this.#suspendedAt !== undefined) return
    if ((this.#entries.peek(key)?.generation ?? 0) > entry.generation) return
    this.#entries.set(key, entry)
    this.#outdated.delete(key)
    if (!this.#entries.has(key)) return
    entry.answer.kept = { tags: entry.tags, validUntil: entry.validUntil }
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
