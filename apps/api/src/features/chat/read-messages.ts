import type { ChatSide } from '@solvane/contract/realtime'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { type RoomRow, readRoom } from './chat.queries.ts'
import { tellInbox, tellRoom } from './publish-conversation.ts'

/** Notes that `side` has read a room up to `seq`, and tells it. Raises `CHAT_ROOM_NOT_FOUND`. */
export async function readMessages(
  ctx: Pick<AppContext, 'db' | 'realtime' | 'log'>,
  room: Pick<RoomRow, 'id' | 'user_id'>,
  side: ChatSide,
  seq: number,
): Promise<{ unread: number }> {
  const unread = await readRoom(ctx.db, { roomId: room.id, side, seq })
  if (unread === null) throw new ShopError('CHAT_ROOM_NOT_FOUND')
  tellRoom(ctx, room, 'chat:read', { roomId: room.id, side, seq })
  tellInbox(ctx, room.id)
  return { unread }
}
