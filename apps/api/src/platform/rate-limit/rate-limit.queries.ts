import type { Queryable } from '../database/database.ts'

/** Removes the counts that no longer count at `now`, in milliseconds since 1970. */
export async function deleteExpiredLimits(db: Queryable, now: number): Promise<void> {
  await db.deleteFrom('rate_limit').where('expire', '<', String(now)).execute()
}
