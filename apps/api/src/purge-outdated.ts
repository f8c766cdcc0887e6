import type { AppContext } from './context.ts'
import { watchTimedChanges } from './features/catalog/timed-changes.ts'
import { type CdnPurger, cdnOf, openCdnPurger } from './platform/cdn/cdn.ts'
import { type ChangeTag, concernsAnswers } from './platform/database/changes.ts'

/** An arbitrary number: the election of the process that purges. */
const purgerElection = 7_305_121

/**
 * Purges from the CDN whatever each process drops from its memory. For processes that run jobs: one
 * of them is elected and purges for all. When it is elected, and after a lost connection, it purges
 * everything, because changes may have been missed. Null without a CDN.
 */
export async function purgeOutdated(
  ctx: Pick<AppContext, 'changes' | 'clock' | 'config' | 'db' | 'log' | 'services'>,
  pauseMilliseconds?: number,
): Promise<CdnPurger | null> {
  const cdn = cdnOf(ctx.config)
  if (!cdn) return null
  const purger = openCdnPurger(cdn, ctx.services, pauseMilliseconds)
  let isElected = false
  function purge(tag: ChangeTag | null): void {
    if (isElected) purger.purge(tag)
  }
  ctx.changes.onChange((tag) => concernsAnswers(tag) && purge(tag))
  await watchTimedChanges(ctx, purge)
  ctx.changes.elect(purgerElection, (isNowElected) => {
    // A process that is no longer elected still sends its pending tags.
    isElected = isNowElected
    purge(null)
  })
  return purger
}
