import type { ChatRoom } from '@solvane/contract/chat'
import type { AppContext } from '../../context.ts'
import { type RoomRow, setRoomEmail } from './chat.queries.ts'
import { chatLimits } from './chat-limits.ts'
import { toChatRoom } from './chat-room.ts'
import { tellInbox } from './publish-conversation.ts'

/** Keeps where a guest wants the answer. Raises `TOO_MANY_REQUESTS`. */
export async function leaveEmail(
  ctx: Pick<AppContext, 'db' | 'realtime' | 'log' | 'limits'>,
  room: RoomRow,
  email: string,
): Promise<ChatRoom> {
  await ctx.limits.count(chatLimits.leaveEmail, room.id)
  await setRoomEmail(ctx.db.kysely, room.id, email)
  tellInbox(ctx, room.id)
  return toChatRoom({ ...room, email })
}
