import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** A locked room that may get another owner. */
export interface ClaimableRoom {
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
      assigned_to = coalesce(r.assigned_to, g.assigned_to),
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
