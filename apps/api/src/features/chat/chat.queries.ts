import type { RoomState, SenderType } from '@solvane/contract/chat'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Queryable } from '../../platform/database/database.ts'

export interface RoomRow {
  id: string
  /** Null for a guest. */
  user_id: string | null
  state: RoomState
  assigned_to: string | null
  /** The e-mail address that a guest has left. */
  email: string | null
  last_seq: number
  shopper_read_seq: number
  support_read_seq: number
  shopper_unread: number
  /** When the away message was last posted. */
  away_message_at: Date | null
}

const roomColumns = `id, user_id, state, assigned_to, email, last_seq, shopper_read_seq,
  support_read_seq, shopper_unread, away_message_at`

export async function findRoom(db: Database, id: string): Promise<RoomRow | undefined> {
  const [room] = await db.prepared<RoomRow>(
    'chat_room',
    `select ${roomColumns} from chat_room where id = $1`,
    [id],
  )
  return room
}

export async function findRoomOfUser(db: Database, userId: string): Promise<RoomRow | undefined> {
  const [room] = await db.prepared<RoomRow>(
    'chat_room_of_user',
    `select ${roomColumns} from chat_room where user_id = $1`,
    [userId],
  )
  return room
}

export async function findRoomOfGuest(
  db: Database,
  guestHash: Buffer,
): Promise<RoomRow | undefined> {
  const [room] = await db.prepared<RoomRow>(
    'chat_room_of_guest',
    `select ${roomColumns} from chat_room where guest_hash = $1`,
    [guestHash],
  )
  return room
}

/** Opens a room, unless the shopper or the guest has one. */
export async function insertRoom(
  db: Queryable,
  room: { id: string; user_id: string | null; guest_hash: Buffer | null; created_at: Date },
): Promise<void> {
  await db
    .insertInto('chat_room')
    .values(room)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A picture of a message. */
export interface AttachmentRow {
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

/**
 * Subtracts what is read now instead of counting what is left: where a message arrives meanwhile, the
 * update continues with the new row of the room, but would not see that message.
 */
const readStatement = (side: 'shopper' | 'support', sender: SenderType, more: string) => `
  update chat_room r set (${side}_read_seq, ${side}_unread, unread_since) = (
    select place, unread, ${more}
    from (select least(greatest($2, r.${side}_read_seq), r.last_seq) as place) p
    cross join lateral (
      select case when place = r.last_seq then 0 else greatest(0, r.${side}_unread - (
        select count(*) from chat_message m
        where m.room_id = r.id and m.seq > r.${side}_read_seq and m.seq <= place
          and m.sender_type = '${sender}')) end as unread) u)
  where r.id = $1
  returning ${side}_unread as unread`

const readStatements = {
  shopper: readStatement('shopper', 'CUSTOMER', 'case when unread > 0 then r.unread_since end'),
  support: readStatement('support', 'USER', 'r.unread_since'),
}

/**
 * Records how far a side has read; returns the number of unread messages, null if there is no such
 * room.
 */
export async function readRoom(
  db: Database,
  { roomId, side, seq }: { roomId: string; side: 'shopper' | 'support'; seq: number },
): Promise<number | null> {
  const [row] = await db.prepared<{ unread: number }>(`read_room_${side}`, readStatements[side], [
    roomId,
    seq,
  ])
  return row?.unread ?? null
}

/** Records the cart of a guest's room. */
export async function setGuestCart(db: Queryable, id: string, cartId: string): Promise<void> {
  await db
    .updateTable('chat_room')
    .set({ guest_cart_id: cartId })
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .where('guest_cart_id', 'is distinct from', cartId)
    .execute()
}

export async function setRoomEmail(db: Queryable, id: string, email: string): Promise<void> {
  await db.updateTable('chat_room').set({ email }).where('id', '=', id).execute()
}

/**
 * Records that the away message is posted and returns true; false if it was posted since `since`.
 * Of several concurrent calls one returns true.
 */
export async function recordAwayMessage(
  tx: Queryable,
  { roomId, at, since }: { roomId: string; at: Date; since: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('chat_room')
    .set({ away_message_at: at })
    .where('id', '=', roomId)
    .where((where) =>
      where.or([where('away_message_at', 'is', null), where('away_message_at', '<', since)]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
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

/** Removes guests' rooms without messages since `before`; returns the ids of their pictures. */
export function deleteGuestRoomsBefore(tx: Queryable, before: Date): Promise<string[]> {
  return deleteRooms(tx, sql`user_id is null and coalesce(last_message_at, created_at) < ${before}`)
}

/** The room of a shopper, for the export. */
export async function describeRoomOfUser(db: Queryable, userId: string) {
  const room = await db
    .selectFrom('chat_room')
    .select(['id', 'email', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!room) return { messages: [] }
  const messages = await db
    .selectFrom('chat_message')
    .select([
      'seq',
      'sender_type as senderType',
      'content',
      'attachments',
      'created_at as createdAt',
    ])
    .where('room_id', '=', room.id)
    .orderBy('seq')
    .execute()
  return { email: room.email, createdAt: room.createdAt, messages }
}

/** Removes the room of a shopper; returns the ids of all pictures in it. */
export function deleteRoomOfUser(tx: Queryable, userId: string): Promise<string[]> {
  return deleteRooms(tx, sql`user_id = ${userId}`)
}

async function deleteRooms(tx: Queryable, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with gone as (delete from chat_room where ${which} returning id)
    select picture ->> 'id' as id
    from gone
    join chat_message m on m.room_id = gone.id
    cross join jsonb_array_elements(m.attachments) as picture`.execute(tx)
  return rows.map(({ id }) => id)
}
