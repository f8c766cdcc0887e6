import type { SenderType } from '@solvane/contract/chat'
import { sql } from 'kysely'
import { createBatcher } from '../../platform/database/batch.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'

/** A picture of a message. */
interface AttachmentRow {
  id: string
  width: number
  height: number
  color: string
}

export interface MessageRow {
  id: string
  room_id: string
  seq: number
  client_message_id: string
  sender_type: SenderType
  sender_id: string | null
  content: string
  attachments: AttachmentRow[]
  product_ids: string[]
  created_at: Date
}

const messageColumns = [
  'id',
  'room_id',
  'seq',
  'client_message_id',
  'sender_type',
  'sender_id',
  'content',
  'attachments',
  'product_ids',
  'created_at',
] as const

/** The messages of a room with `from` ≤ seq ≤ `until`, oldest first. */
export function listMessageRows(
  db: Queryable,
  roomId: string,
  { from, until }: { from: number; until: number },
): Promise<MessageRow[]> {
  return db
    .selectFrom('chat_message')
    .select(messageColumns)
    .where('room_id', '=', roomId)
    .where('seq', '>=', from)
    .where('seq', '<=', until)
    .orderBy('seq')
    .$castTo<MessageRow>()
    .execute()
}

/** Whether the picture belongs to a message of the room. */
export async function hasPicture(db: Queryable, roomId: string, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('chat_message')
    .select('seq')
    .where('room_id', '=', roomId)
    .where(sql<boolean>`attachments @> ${JSON.stringify([{ id }])}::jsonb`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The names of staff by id. */
export async function namesOfStaff(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'nick_name'])
    .where(sql<boolean>`id = any (${[...new Set(ids)]}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, nick_name }) => [id, nick_name]))
}

/** A message to be stored. */
export type NewMessage = Omit<MessageRow, 'seq'>

/** The length of the excerpt in the inbox, in characters. */
const beginningLength = 120

/**
 * Stores messages in their rooms, in order, or finds those with the same client id; returns each as
 * it is stored, undefined if there is no such room. Rooms are locked in the order of their ids, so
 * that processes cannot deadlock.
 */
async function postMessages(
  db: Queryable,
  messages: readonly NewMessage[],
): Promise<(MessageRow | undefined)[]> {
  const said = messages.map((message, place) => ({
    ...message,
    place,
    beginning: message.content.slice(0, beginningLength).toWellFormed(),
  }))
  const { rows } = await sql<MessageRow & { place: number }>`
    select said.place, posted.id, said.room_id, posted.seq, said.client_message_id, posted.sender_type,
      posted.sender_id, posted.content, posted.attachments, posted.product_ids, posted.created_at
    from (
      select * from json_to_recordset(${JSON.stringify(said)}::json) as given(
        place integer, id uuid, room_id text, client_message_id text, sender_type text, sender_id uuid,
        content text, beginning text, attachments jsonb, product_ids uuid[], created_at timestamptz
      )
      order by room_id, place
    ) said
    cross join lateral post_chat_message(
      said.room_id, said.id, said.client_message_id, said.sender_type, said.sender_id, said.content,
      said.beginning, said.attachments, said.product_ids, said.created_at
    ) posted`.execute(db)
  const posted: (MessageRow | undefined)[] = messages.map(() => undefined)
  for (const { place, ...message } of rows) posted[place] = message
  return posted
}

type Post = (message: NewMessage) => Promise<MessageRow | undefined>

const posts = new WeakMap<Database, Post>()

/** Stores a message in one transaction with other messages that arrive at the same time. */
export function postInBatch(db: Database, message: NewMessage): Promise<MessageRow | undefined> {
  let post = posts.get(db)
  if (!post) {
    post = createBatcher({
      runBatch: (messages: NewMessage[]) => postMessages(db.kysely, messages),
      keyOf: ({ room_id }) => room_id,
      concurrency: 2,
    })
    posts.set(db, post)
  }
  return post(message)
}

/** Stores one message in its own transaction. */
export async function postMessage(
  db: Queryable,
  message: NewMessage,
): Promise<MessageRow | undefined> {
  const [posted] = await postMessages(db, [message])
  return posted
}

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
