import type { AppContext } from '../../context.ts'
import { isTaken } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { findRoom, type RoomRow } from './chat.queries.ts'
import { giveRoom, lockRooms, mergeRooms } from './claim-room.queries.ts'
import { publishInboxChange, shopperSide, supportSide } from './publish-conversation.ts'

type Context = Pick<AppContext, 'db' | 'realtime' | 'log'>

/**
 * Makes a guest's room that of who holds its id and is signed in now; of who has a room already, it becomes
 * the end of that one. Returns the shopper's room. Whoever else held the id is let out. Raises
 * `CHAT_ROOM_NOT_FOUND` when there is no such room, and alike when it is somebody else's.
 */
export async function claimRoom(ctx: Context, userId: string, roomId: string): Promise<RoomRow> {
  const outcome = await claimOnce(ctx, userId, roomId).catch((error: unknown) => {
    // They have begun a room of their own meanwhile: to that it goes.
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

/** Tells who has the guest's room open, and lets its shoppers' sockets out: now it takes more than its id. */
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
