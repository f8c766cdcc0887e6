import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** The document that staff edit with the other content. */
export async function findAvailability(db: Queryable): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`
    select value from content where key = 'availability'`.execute(db)
  return rows[0]?.value
}
