import type { AppContext } from '../../context.ts'
import type { ChangeTag } from '../../platform/database/changes.ts'
import { refreshDueListings } from '../listings/refresh-listing.ts'
import { nextTimedChange, timedChangesBetween } from './catalog.queries.ts'

/** The longest time an answer is cached without a known change, in milliseconds. */
const longestLife = 5 * 60_000

export interface TimedChanges {
  /**
   * Until when (Unix milliseconds) an answer computed now may be cached; 0 while a change is due.
   */
  validUntil: () => number
  /**
   * Whether a sale has begun or ended, a 'New' has expired, or a product has entered or left the
   * shop, whose answers are not dropped yet.
   */
  isDue: () => boolean
}

/**
 * Watches for changes that happen by time. At the instant at which a sale begins or ends, or 'New'
 * expires, `drop` is called with the tags of these products, or with null if they are unknown.
 * Products whose time has come enter or leave the shop, which publishes their tags as an edit does.
 */
export async function watchTimedChanges(
  ctx: Pick<AppContext, 'db' | 'changes' | 'clock' | 'log'>,
  drop: (tag: ChangeTag | null) => void,
): Promise<TimedChanges> {
  const now = () => ctx.clock.now().getTime()
  /** Changes up to this instant have been dropped. */
  let droppedUntil = now()
  /** When the next change happens, as last read. */
  let next = Number.POSITIVE_INFINITY
  let reading: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function read(): Promise<void> {
    reading ??= dropPassed()
      .catch((error: unknown) => {
        // Nothing is cached until the time of the next change can be read.
        next = Number.NEGATIVE_INFINITY
        ctx.log.error({ err: error }, 'changes by time could not be read')
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }

  async function dropPassed(): Promise<void> {
    const until = now()
    await refreshDueListings(ctx, new Date(until))
    if (until < droppedUntil) drop(null)
    else
      for (const tag of await timedChangesBetween(ctx.db, new Date(droppedUntil), new Date(until)))
        drop(tag)
    droppedUntil = until
    next = (await nextTimedChange(ctx.db, new Date(until)))?.getTime() ?? Number.POSITIVE_INFINITY
    clearTimeout(timer)
    // Read again at that instant even without requests; at least daily, which timers can count.
    timer = setTimeout(read, Math.max(0, Math.min(next - until, 86_400_000))).unref()
  }

  function isDue(): boolean {
    const isPast = next <= now() || now() < droppedUntil
    if (isPast) void read()
    return isPast
  }

  ctx.changes.onChange((tag) => {
    if (tag !== null && tag !== 'catalogue' && tag !== 'schedule' && !tag.startsWith('facts:'))
      return
    void (reading ?? Promise.resolve()).then(read)
  })
  await read()
  return { isDue, validUntil: () => (isDue() ? 0 : now() + longestLife) }
}
