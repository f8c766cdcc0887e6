import { sql } from 'kysely'
import { createBatcher } from '../../platform/database/batch.ts'
import type { Database, Queryable } from '../../platform/database/database.ts'
import type { MessageRow } from './chat.queries.ts'

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
