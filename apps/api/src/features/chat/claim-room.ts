import type { AppContext } from '../../context.ts'
import { isTaken } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { findRoom, type RoomRow } from './chat.queries.ts'
import { giveRoom, lockRooms, mergeRooms } from './claim-room.queries.ts'
import { publishInboxChange, shopperSide, supportSide } from './publish-conversation.ts'

type Context = Pick<AppContext, 'db' | 'realtime' | 'log'>

/**
 * Claims a guest's room for a shopper who has signed in; if the shopper has a room already, the
 * guest's is appended to it. Returns the shopper's room. Sockets of others with the id are removed.
 * Throws `CHAT_ROOM_NOT_FOUND` if it does not exist or belongs to someone else.
 */
export async function claimRoom(ctx: Context, userId: string, roomId: string): Promise<RoomRow> {
  const outcome = await claimOnce(ctx, userId, roomId).catch((error: unknown) => {
    // The shopper has opened a room meanwhile: append to that.
    if (isTaken(error, 'chat_room_user_id_key')) return claimOnce(ctx, userId, roomId)
    throw error
  })
  const room = await findRoom(ctx.db, outcome.roomId)
  if (!room) throw new ShopError('CHAT_ROOM_NOT_FOUND')
  if (outcome.hasChanged) publishClaimed(ctx, roomId, room)
  return room
}

function claimOnce(
  { db }: Pick<AppContext, 'db'>,
  userId: string,
  roomId: string,
): Promise<{ roomId: string; hasChanged: boolean }> {
  return db.kysely.transaction().execute(async (tx) => {
    const rooms = await lockRooms(tx, { roomId, userId })
    const claimed = rooms.find(({ id }) => id === roomId)
    const own = rooms.find(({ user_id }) => user_id === userId)
    if (!claimed || (claimed.user_id !== null && claimed.user_id !== userId))
      throw new ShopError('CHAT_ROOM_NOT_FOUND')
    if (claimed === own) return { roomId, hasChanged: false }
    if (own) await mergeRooms(tx, roomId, own.id)
    else await giveRoom(tx, { roomId, userId })
    return { roomId: own?.id ?? roomId, hasChanged: true }
  })
}

/**
 * Notifies the sockets of the guest's room, and removes its shoppers': the id alone no longer opens
 * it.
 */
function publishClaimed(ctx: Context, guestRoomId: string, room: RoomRow): void {
  ctx.realtime.publishToRooms(
    [shopperSide(guestRoomId), supportSide(guestRoomId)],
    'chat:roomChanged',
    {
      roomId: guestRoomId,
      state: room.state,
      ...(room.id !== guestRoomId && { becameRoomId: room.id }),
    },
  )
  ctx.realtime.io.in(shopperSide(guestRoomId)).socketsLeave(shopperSide(guestRoomId))
  publishInboxChange(ctx, room.id)
}
