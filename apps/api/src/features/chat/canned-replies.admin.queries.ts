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

/** Changes a reply that is as it was at `seenAt`; gives whether it was. */
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
