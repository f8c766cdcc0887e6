import type { AppContext } from './context.ts'
import { watchTimedChanges } from './features/catalog/timed-changes.ts'
import { cdnOf } from './platform/cdn/cdn.ts'
import { type CdnPurger, openCdnPurger } from './platform/cdn/purge-cdn.ts'
import { concernsAnswers } from './platform/database/changes.ts'

/**
 * Purges from the CDN what changes, as each process drops it from its memory; at the start and after
 * a lost connection everything, because changes may have been missed. Null without a CDN. For
 * processes that do jobs: one is enough.
 */
export async function purgeOutdated(
  ctx: Pick<AppContext, 'changes' | 'clock' | 'config' | 'db' | 'log' | 'services'>,
  pauseMilliseconds?: number,
): Promise<CdnPurger | null> {
  const cdn = cdnOf(ctx.config)
  if (!cdn) return null
  const purger = openCdnPurger(cdn, ctx.services, pauseMilliseconds)
  purger.purge(null)
  ctx.changes.onChange((tag) => concernsAnswers(tag) && purger.purge(tag))
  await watchTimedChanges(ctx, (tag) => purger.purge(tag))
  return purger
}
