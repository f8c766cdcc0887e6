import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../database/database.ts'
import { deleteExpiredLimits } from '../database/operations.queries.ts'
import { ShopError } from '../errors/shop-error.ts'
import { withoutPort } from '../http/caller.ts'

/** At most `times` in `seconds`, from the first on. */
export interface Limit {
  /** The name of the limit in the database; unique. */
  name: string
  times: number
  seconds: number
}

export interface RateLimits {
  /**
   * Counts one of `subject` against `limit`. Throws `TOO_MANY_REQUESTS`, with the seconds to wait as
   * `details.retryAfter`, beyond the limit; that is counted, too.
   */
  count(limit: Limit, subject: string): Promise<void>
  /** Counts `amount` at once. Throws as `count` does beyond the limit; then none of it is counted. */
  countAmount(limit: Limit, subject: string, amount: number): Promise<void>
  /** Throws as `count` does if the next one would exceed the limit, without counting. */
  check(limit: Limit, subject: string): Promise<void>
  /** Subtracts one, or `amount`, that was counted but turned out to be harmless. */
  uncount(limit: Limit, subject: string, amount?: number): Promise<void>
  /** Resets the count of `subject`. */
  forget(limit: Limit, subject: string): Promise<void>
  /** Removes expired counts. */
  removeExpired(): Promise<void>
}

/**
 * Limits counted in the database, so that they apply to all processes together and survive a
 * restart: one small write, where the guarded request costs a hundred times as much. `multiplier`
 * multiplies every limit.
 */
export function openRateLimits(db: Database, multiplier: number): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>()

  function limiterOf({ name, times, seconds }: Limit): RateLimiterPostgres {
    let limiter = limiters.get(name)
    if (!limiter) {
      const points = Math.max(1, Math.round(times * multiplier))
      limiter = new RateLimiterPostgres({
        storeClient: db.pool,
        storeType: 'pool',
        tableName: 'rate_limit',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: seconds,
        // Beyond the limit requests are rejected from memory, without a query.
        inMemoryBlockOnConsumed: points + 1,
      })
      limiters.set(name, limiter)
    }
    return limiter
  }

  return {
    async count(limit, subject) {
      try {
        await limiterOf(limit).consume(keyOf(subject))
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection
        throw tooMany(rejection.msBeforeNext)
      }
    },
    async countAmount(limit, subject, amount) {
      const limiter = limiterOf(limit)
      // Not `consume`: what it rejects stays rejected in memory, also once it is taken back.
      const counted = await limiter.penalty(keyOf(subject), amount)
      if (counted.consumedPoints <= limiter.points) return
      await limiter.reward(keyOf(subject), amount)
      throw tooMany(counted.msBeforeNext)
    },
    async check(limit, subject) {
      const counted = await limiterOf(limit).get(keyOf(subject))
      if (counted && counted.remainingPoints <= 0) throw tooMany(counted.msBeforeNext)
    },
    async uncount(limit, subject, amount = 1) {
      await limiterOf(limit).reward(keyOf(subject), amount)
    },
    async forget(limit, subject) {
      await limiterOf(limit).delete(keyOf(subject))
    },
    async removeExpired() {
      await deleteExpiredLimits(db.kysely, Date.now())
    },
  }
}

function tooMany(milliseconds: number): ShopError {
  const retryAfter = Math.max(1, Math.ceil(milliseconds / 1000))
  const minutes = Math.ceil(retryAfter / 60)
  const wait = minutes > 90 ? `${Math.ceil(minutes / 60)} hours` : `${minutes} minutes`
  return new ShopError(
    'TOO_MANY_REQUESTS',
    { retryAfter },
    minutes > 1 ? `Too many requests. Please try again in ${wait}.` : undefined,
  )
}

/** A hash of fixed length, so that the table reveals no addresses. */
function keyOf(subject: string): string {
  return createHash('sha256').update(subject).digest('base64url')
}

const groupsOfNetwork = 4

/**
 * The part of a network address that identifies a subscriber: all of an IPv4 address, the first 64
 * bits of an IPv6 address, whose rest the subscriber can choose.
 */
export function networkOf(sent: string): string {
  const address = withoutPort(sent)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after]
  const network = groups
    .slice(0, groupsOfNetwork)
    .map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
