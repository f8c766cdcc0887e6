import type { RoomState } from '@solvane/contract/chat'
import type { ConversationCounts, ConversationQueue } from '@solvane/contract/chat.admin'
import { type SqlBool, sql } from 'kysely'
import { escapeLike, type Queryable } from '../../platform/database/database.ts'

export interface ConversationRow {
  id: string
  state: RoomState
  created_at: Date
  user_id: string | null
  guest_cart_id: string | null
  user_name: string | null
  user_email: string | null
  email: string | null
  assigned_to: string | null
  assigned_name: string | null
  assigned_email: string | null
  last_seq: number
  last_message_at: Date | null
  last_message: string
  support_unread: number
  shopper_read_seq: number
  waiting_since: Date | null
}

function conversations(db: Queryable) {
  return db
    .selectFrom('chat_room as r')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('users as a', 'a.id', 'r.assigned_to')
}

const columns = [
  'r.id',
  'r.state',
  'r.created_at',
  'r.user_id',
  'r.guest_cart_id',
  'u.nick_name as user_name',
  'u.email as user_email',
  'r.email',
  'r.assigned_to',
  'a.nick_name as assigned_name',
  'a.email as assigned_email',
  'r.last_seq',
  'r.last_message_at',
  'r.last_message',
  'r.support_unread',
  'r.shopper_read_seq',
  'r.waiting_since',
] as const

/** The filter of the inbox. */
export interface InboxFilter {
  queue: ConversationQueue
  /** The member of staff for `mine`. */
  staffId: string
  q: string | undefined
}

/** An open conversation whose shopper waits for an answer, assigned or not. */
const waits = sql<SqlBool>`(r.state = 'OPEN' and r.waiting_since is not null)`

function filtered(db: Queryable, { queue, staffId, q }: InboxFilter) {
  let query = conversations(db).where('r.last_seq', '>', 0)
  if (queue === 'closed') query = query.where('r.state', '=', 'CLOSED')
  else query = query.where('r.state', '=', 'OPEN')
  if (queue === 'waiting') query = query.where(waits)
  if (queue === 'mine') query = query.where('r.assigned_to', '=', staffId)
  if (q) {
    const like = `%${escapeLike(q)}%`
    query = query.where((where) =>
      where.or([
        where('u.email', 'ilike', like),
        where('u.nick_name', 'ilike', like),
        where('r.email', 'ilike', like),
        where(
          'r.id',
          'in',
          where
            .selectFrom('chat_message as m')
            .select('m.room_id')
            .where('m.content', 'ilike', like),
        ),
      ]),
    )
  }
  return query
}

/**
 * A page of the inbox. Waiting conversations are sorted unassigned first, then by waiting time;
 * others latest first.
 */
export function listConversationRows(
  db: Queryable,
  filter: InboxFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ConversationRow[]> {
  const query = filtered(db, filter).select(columns).limit(limit).offset(offset)
  const inOrder =
    filter.queue === 'waiting'
      ? query.orderBy(sql`r.assigned_to is not null`).orderBy('r.waiting_since')
      : query.orderBy('r.last_message_at', (by) => by.desc().nullsLast())
  return inOrder.orderBy('r.id').$castTo<ConversationRow>().execute()
}

export async function countConversationRows(db: Queryable, filter: InboxFilter): Promise<number> {
  const { total } = await filtered(db, filter)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The inbox rows of these rooms, unordered, without those that no longer exist. */
export function findConversationRows(
  db: Queryable,
  roomIds: readonly string[],
): Promise<ConversationRow[]> {
  return conversations(db)
    .select(columns)
    .where(sql<boolean>`r.id = any (${roomIds}::text[])`)
    .$castTo<ConversationRow>()
    .execute()
}

export async function findConversationRow(
  db: Queryable,
  roomId: string,
): Promise<ConversationRow | undefined> {
  const [row] = await findConversationRows(db, [roomId])
  return row
}

/**
 * The number of open conversations that wait, that wait and are assigned, that are `staffId`'s, and
 * of all unread messages.
 */
export async function countQueues(
  db: Queryable,
  staffId: string | null,
): Promise<ConversationCounts> {
  const { rows } = await sql<ConversationCounts>`
    select count(*) filter (where ${waits}) as waiting,
      count(*) filter (where ${waits} and r.assigned_to is not null) as assigned,
      count(*) filter (where r.assigned_to = ${staffId}::uuid) as mine,
      coalesce(sum(r.support_unread), 0) as unread
    from chat_room r where r.state = 'OPEN' and r.last_seq > 0`.execute(db)
  return rows[0] ?? { waiting: 0, assigned: 0, mine: 0, unread: 0 }
}

/** Removes the assignment from all conversations of `staffId`; returns their ids. */
export async function releaseRooms(tx: Queryable, staffId: string): Promise<string[]> {
  const rows = await tx
    .updateTable('chat_room')
    .set({ assigned_to: null })
    .where('assigned_to', '=', staffId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Removes the assignment from conversations that have waited since `since`, or since `sinceOfAway`
 * if the assignee is not in `present`, or is no longer staff; returns their ids.
 */
export async function releaseWaitingRooms(
  db: Queryable,
  { since, sinceOfAway, present }: { since: Date; sinceOfAway: Date; present: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update chat_room r set assigned_to = null
    where ${waits} and r.assigned_to is not null and (
      r.waiting_since <= ${since}
      or (r.waiting_since <= ${sinceOfAway} and r.assigned_to <> all (${present}::uuid[]))
      or not exists (select from users u where u.id = r.assigned_to and u.staff_role is not null)
    )
    returning r.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Changes a conversation's state or assignment; returns false if there is no such conversation. */
export async function updateConversation(
  db: Queryable,
  roomId: string,
  change: { assigned_to?: string | null; state?: RoomState; waiting_since?: null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('chat_room')
    .set(change)
    .where('id', '=', roomId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Assigns a conversation that is unassigned or theirs already; returns whether it is theirs now.
 */
export async function takeIfFree(db: Queryable, roomId: string, staffId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('chat_room')
    .set({ assigned_to: staffId })
    .where('id', '=', roomId)
    .where((where) =>
      where.or([where('assigned_to', 'is', null), where('assigned_to', '=', staffId)]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Everyone who may answer, by name. */
export function listStaff(
  db: Queryable,
): Promise<{ id: string; nick_name: string | null; email: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'nick_name', 'email'])
    .where('staff_role', 'is not', null)
    .where('blocked_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy(sql`coalesce(nick_name, email)`)
    .orderBy('id')
    .$castTo<{ id: string; nick_name: string | null; email: string }>()
    .execute()
}

/** The account of a shopper for the inbox. */
export function findShopper(db: Queryable, id: string) {
  return db
    .selectFrom('users')
    .select(['id', 'nick_name', 'email', 'email_verified_at', 'blocked_at', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}
