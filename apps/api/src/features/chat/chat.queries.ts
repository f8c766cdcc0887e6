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

/**
 * Subtracts the messages read now instead of counting the unread ones: if a message arrives
 * meanwhile, the update continues with the new row of the room, but would not see that message.
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

/** The room of a shopper, and the addresses to which its answers were e-mailed. */
export function findAnsweredAddresses(
  db: Queryable,
  userId: string,
): Promise<{ id: string; emails: string[] } | undefined> {
  return db
    .selectFrom('chat_room as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.id', sql<string[]>`array_remove(array[u.email, r.email], null)`.as('emails')])
    .where('r.user_id', '=', userId)
    .executeTakeFirst()
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

/** A locked room that may get another owner. */
interface ClaimableRoom {
  id: string
  user_id: string | null
}

/** The room `roomId` and the shopper's own room, locked in the order of their ids. */
export function lockRooms(
  tx: Queryable,
  { roomId, userId }: { roomId: string; userId: string },
): Promise<ClaimableRoom[]> {
  return tx
    .selectFrom('chat_room')
    .select(['id', 'user_id'])
    .where((where) => where.or([where('id', '=', roomId), where('user_id', '=', userId)]))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Gives a guest's room to a shopper; from now on its id alone does not open it. */
export async function giveRoom(
  tx: Queryable,
  { roomId, userId }: { roomId: string; userId: string },
): Promise<void> {
  await tx
    .updateTable('chat_room')
    .set({ user_id: userId, guest_hash: null, guest_cart_id: null })
    .where('id', '=', roomId)
    .where('user_id', 'is', null)
    .execute()
}

/**
 * Appends the messages of a guest's room to a shopper's, and removes the guest's. Both must be
 * locked. A client id that exists in both, which only bad random numbers can cause, is made unique,
 * so that no message is lost.
 */
export async function mergeRooms(tx: Queryable, from: string, into: string): Promise<void> {
  await sql`
    update chat_message m set
      room_id = ${into},
      seq = m.seq + r.last_seq,
      client_message_id = case
        when exists (
          select from chat_message other
          where other.room_id = ${into} and other.client_message_id = m.client_message_id
        ) then gen_random_uuid()::text
        else m.client_message_id
      end
    from chat_room r where m.room_id = ${from} and r.id = ${into}`.execute(tx)
  await sql`
    update chat_room r set
      state = case when g.state = 'OPEN' then 'OPEN' else r.state end,
      -- Of two advisers the one who is answering: a closed conversation keeps its last.
      assigned_to = case when r.state = 'CLOSED' and g.state = 'OPEN'
        then coalesce(g.assigned_to, r.assigned_to) else coalesce(r.assigned_to, g.assigned_to) end,
      away_message_at = greatest(r.away_message_at, g.away_message_at),
      last_seq = r.last_seq + g.last_seq,
      last_message = case
        when r.last_message_at is null or g.last_message_at >= r.last_message_at then g.last_message
        else r.last_message
      end,
      last_message_at = greatest(r.last_message_at, g.last_message_at),
      shopper_read_seq = case
        when r.shopper_unread = 0 then r.last_seq + g.shopper_read_seq else r.shopper_read_seq
      end,
      support_read_seq = case
        when r.support_unread = 0 then r.last_seq + g.support_read_seq else r.support_read_seq
      end,
      unread_since = least(r.unread_since, g.unread_since),
      waiting_since = least(r.waiting_since, g.waiting_since)
    from chat_room g where r.id = ${into} and g.id = ${from}`.execute(tx)
  await sql`
    update chat_room r set
      shopper_unread = (
        select count(*) from chat_message m
        where m.room_id = r.id and m.seq > r.shopper_read_seq and m.sender_type = 'CUSTOMER'
      ),
      support_unread = (
        select count(*) from chat_message m
        where m.room_id = r.id and m.seq > r.support_read_seq and m.sender_type = 'USER'
      )
    where r.id = ${into}`.execute(tx)
  await tx.deleteFrom('chat_room').where('id', '=', from).execute()
}
