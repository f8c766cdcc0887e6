import type { AppContext } from '../../context.ts'
import type { ChangeTag } from '../../platform/database/changes.ts'
import { nextTimedChange, timedChangesBetween } from './catalog.queries.ts'

/** Longest time an answer is kept although nothing is known to change it, in milliseconds. */
const longestLife = 5 * 60_000

export interface TimedChanges {
  /** Until when (milliseconds since 1970) an answer made now may be kept; 0 while something is due. */
  validUntil: () => number
  /** Whether a sale has begun or ended, or a 'New' has expired, whose answers are not dropped yet. */
  isDue: () => boolean
}

/**
 * Watches for what changes by itself: sales that begin or end, and 'New' that expires. At that instant
 * `drop` is called with the tags of the products concerned, with null where that can't be told.
 */
export async function watchTimedChanges(
  ctx: Pick<AppContext, 'db' | 'changes' | 'clock' | 'log'>,
  drop: (tag: ChangeTag | null) => void,
): Promise<TimedChanges> {
  const now = () => ctx.clock.now().getTime()
  /** Everything up to this instant has been dropped. */
  let droppedUntil = now()
  /** When something changes next, as last read. */
  let next = Number.POSITIVE_INFINITY
  let reading: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function read(): Promise<void> {
    reading ??= dropPassed()
      .catch((error: unknown) => {
        // Nothing is kept until it can be read.
        next = Number.NEGATIVE_INFINITY
        ctx.log.error({ err: error }, 'next sale could not be read')
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }

  async function dropPassed(): Promise<void> {
    const until = now()
    if (until < droppedUntil) drop(null)
    else
      for (const tag of await timedChangesBetween(ctx.db, new Date(droppedUntil), new Date(until)))
        drop(tag)
    droppedUntil = until
    next = (await nextTimedChange(ctx.db, new Date(until)))?.getTime() ?? Number.POSITIVE_INFINITY
    clearTimeout(timer)
    // Read again at that instant even if nobody asks; within a day, which timers can count.
    timer = setTimeout(read, Math.max(0, Math.min(next - until, 86_400_000))).unref()
  }

  function isDue(): boolean {
    const isPast = next <= now() || now() < droppedUntil
    if (isPast) void read()
    return isPast
  }

  ctx.changes.onChange((tag) => {
    if (tag !== null && tag !== 'catalogue' && !tag.startsWith('facts:')) return
    void (reading ?? Promise.resolve()).then(read)
  })
  await read()
  return { isDue, validUntil: () => (isDue() ? 0 : now() + longestLife) }
}
