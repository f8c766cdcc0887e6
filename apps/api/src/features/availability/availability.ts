import { type Availability, availabilityDraft } from '@solvane/contract/content-drafts'
import type { AppContext } from '../../context.ts'
import { findAvailability } from './availability.queries.ts'

type Context = Pick<AppContext, 'changes' | 'db'>

/** Cached: every change by a shopper needs it. */
const known = new WeakMap<Context['changes'], Promise<Availability>>()

/** Drops what is cached as soon as any process changes it. */
export function watchAvailability({ changes }: Pick<Context, 'changes'>): void {
  changes.onChange((tag) => {
    if (tag === null || tag === 'content') known.delete(changes)
  })
}

/** What of the shop is open for shoppers now. */
export function availabilityNow(ctx: Context): Promise<Availability> {
  let availability = known.get(ctx.changes)
  if (!availability) {
    availability = findAvailability(ctx.db.kysely).then((value) => availabilityDraft.parse(value))
    known.set(ctx.changes, availability)
    availability.catch(() => known.delete(ctx.changes))
  }
  return availability
}
