import type { OfficeHours } from '@solvane/contract/chat-settings.admin'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

export interface ReplyRow {
  id: string
  title: string
  content: string
  updated_at: Date
}

const columns = ['id', 'title', 'content', 'updated_at'] as const

export function listReplies(db: Queryable): Promise<ReplyRow[]> {
  return db.selectFrom('chat_canned_reply').select(columns).orderBy('title').orderBy('id').execute()
}

export function findReply(db: Queryable, id: string): Promise<ReplyRow | undefined> {
  return db.selectFrom('chat_canned_reply').select(columns).where('id', '=', id).executeTakeFirst()
}

export async function insertReply(db: Queryable, reply: ReplyRow): Promise<void> {
  await db.insertInto('chat_canned_reply').values(reply).execute()
}

/** Changes a reply if it is unchanged since `seenAt`; returns whether it was. */
export async function updateReply(
  db: Queryable,
  { id, ...change }: ReplyRow,
  seenAt: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('chat_canned_reply')
    .set(change)
    .where('id', '=', id)
    .where('updated_at', '=', seenAt)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns whether there was one. */
export async function deleteReply(db: Queryable, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('chat_canned_reply')
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export interface OfficeHoursRow {
  time_zone: string
  week: OfficeHours['week']
  /** Dates such as `2026-12-25`. */
  closed_on: string[]
  updated_at: Date
}

/** The single row. */
export function findOfficeHours(db: Queryable): Promise<OfficeHoursRow> {
  return db
    .selectFrom('chat_office_hours')
    .select(['time_zone', 'week', sql<string[]>`closed_on::text[]`.as('closed_on'), 'updated_at'])
    .$castTo<OfficeHoursRow>()
    .executeTakeFirstOrThrow()
}

/** Sets the office hours if they are unchanged since `seenAt`; returns whether they were. */
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
