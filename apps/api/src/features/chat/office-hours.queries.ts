import type { OfficeHours } from '@solvane/contract/chat.admin'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

export interface OfficeHoursRow {
  time_zone: string
  week: OfficeHours['week']
  /** As `2026-12-25`. */
  closed_on: string[]
  updated_at: Date
}

/** The one row there is. */
export function findOfficeHours(db: Queryable): Promise<OfficeHoursRow> {
  return db
    .selectFrom('chat_office_hours')
    .select(['time_zone', 'week', sql<string[]>`closed_on::text[]`.as('closed_on'), 'updated_at'])
    .$castTo<OfficeHoursRow>()
    .executeTakeFirstOrThrow()
}

/** Sets the hours when they are as they were at `seenAt`; gives whether they were. */
export async function updateOfficeHours(
  db: Queryable,
  { time_zone, week, closed_on, updated_at }: OfficeHoursRow,
  seenAt: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('chat_office_hours')
    .set({
      time_zone,
      week: JSON.stringify(week),
      closed_on: sql`${closed_on}::date[]`,
      updated_at,
    })
    .where('updated_at', '=', seenAt)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
