import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** A room whose shopper has not read an answer of support. */
export interface UnreadRoom {
  id: string
  user_id: string | null
  unread_since: Date
  shopper_read_seq: number
  /** The account's, else the one that a guest has left. */
  email: string
  nick_name: string | null
  email_verified_at: Date | null
}

/**
 * Rooms with messages unread since before `since` whose shopper was not e-mailed about them yet.
 */
export async function listUnreadRooms(
  db: Queryable,
  since: Date,
  limit: number,
): Promise<UnreadRoom[]> {
  const { rows } = await sql<UnreadRoom>`
    select r.id, r.user_id, r.unread_since, r.shopper_read_seq, coalesce(u.email, r.email) as email,
      u.nick_name, u.email_verified_at
    from chat_room r left join users u on u.id = r.user_id
    where r.unread_since < ${since} and r.emailed_read_seq is distinct from r.shopper_read_seq
      and coalesce(u.email, r.email) is not null and u.blocked_at is null
    order by r.unread_since, r.id limit ${limit}`.execute(db)
  return rows
}

/**
 * Records that the shopper is e-mailed about messages after `readSeq`, and returns true; false if
 * they have read on, or another process has recorded it.
 */
export async function recordAnswerEmail(
  tx: Queryable,
  roomId: string,
  readSeq: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('chat_room')
    .set({ emailed_read_seq: readSeq })
    .where('id', '=', roomId)
    .where('shopper_read_seq', '=', readSeq)
    .where('shopper_unread', '>', 0)
    .where(sql<boolean>`emailed_read_seq is distinct from ${readSeq}`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The texts of support after `readSeq`, oldest first. */
export async function listUnreadTexts(
  db: Queryable,
  roomId: string,
  readSeq: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('chat_message')
    .select('content')
    .where('room_id', '=', roomId)
    .where('seq', '>', readSeq)
    .where('sender_type', '=', 'CUSTOMER')
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map(({ content }) => content)
}
