import type { AppContext } from '../../context.ts'
import { nextTimedChange } from './catalog.queries.ts'

/** Longest time an answer is kept although nothing is known to change it, in milliseconds. */
const longestLife = 60_000

/**
 * Knows until when answers about the catalogue stay true by themselves: the next beginning or end
 * of a sale, or lapse of a 'New'.
 */
export async function watchTimedChanges(
  ctx: Pick<AppContext, 'db' | 'changes' | 'clock' | 'log'>,
): Promise<{ validUntil: () => number }> {
  let next = 0
  let reading: Promise<void> | undefined

  function read(): Promise<void> {
    reading ??= nextTimedChange(ctx.db, ctx.clock.now())
      .then((date) => {
        next = date?.getTime() ?? Number.POSITIVE_INFINITY
      })
      .catch((error: unknown) => ctx.log.error({ err: error }, 'could not read the next sale'))
      .finally(() => {
        reading = undefined
      })
    return reading
  }

  ctx.changes.onChange((tag) => {
    if (tag !== null && tag !== 'catalogue') return
    // Nothing is kept until it is known again.
    next = 0
    void (reading ?? Promise.resolve()).then(read)
  })
  await read()
  return {
    validUntil() {
      const now = ctx.clock.now().getTime()
      if (next <= now) void read()
      return Math.min(next, now + longestLife)
    },
  }
}
