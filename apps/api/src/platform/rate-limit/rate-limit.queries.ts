import type { Queryable } from '../database/database.ts'

/** Removes the counts that have expired at `now`, in Unix milliseconds. */
export async function deleteExpiredLimits(db: Queryable, now: number): Promise<void> {
  await db.deleteFrom('rate_limit').where('expire', '<', String(now)).execute()
}
