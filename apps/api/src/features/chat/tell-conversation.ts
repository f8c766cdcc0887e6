import type { ServerEvents } from '@solvane/contract/realtime'
import type { AppContext } from '../../context.ts'
import { roomOf } from '../../platform/realtime/realtime.ts'
import type { RoomRow } from './chat.queries.ts'
import { describeConversation } from './describe-conversation.ts'
import { findConversationRow } from './inbox.queries.ts'
import { inboxRoom, shopperSide, supportSide } from './socket-rooms.ts'

type Room = Pick<RoomRow, 'id' | 'user_id'>

/** Tells everyone who has the room open, and all the shopper's pages. For after the commit. */
export function tellRoom<Event extends keyof ServerEvents>(
  { realtime }: Pick<AppContext, 'realtime'>,
  { id, user_id }: Room,
  event: Event,
  ...payload: Parameters<ServerEvents[Event]>
): void {
  const rooms = [shopperSide(id), supportSide(id), ...(user_id ? [roomOf(user_id)] : [])]
  realtime.tellRooms(rooms, event, ...payload)
}

/** Lines of the inbox are told of at most so often each, in milliseconds: typing and reading come in bursts. */
const pause = 200

const due = new WeakMap<AppContext['realtime'], Map<string, NodeJS.Timeout>>()

/** Tells staff who watch the inbox how a conversation stands, a moment from now. */
export function tellInbox(ctx: Pick<AppContext, 'db' | 'realtime' | 'log'>, roomId: string): void {
  const timers = due.get(ctx.realtime) ?? new Map<string, NodeJS.Timeout>()
  due.set(ctx.realtime, timers)
  if (timers.has(roomId)) return
  const timer = setTimeout(() => {
    timers.delete(roomId)
    tellInboxNow(ctx, roomId).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'the inbox was not told of a conversation'),
    )
  }, pause)
  timers.set(roomId, timer.unref())
}

async function tellInboxNow(
  { db, realtime }: Pick<AppContext, 'db' | 'realtime'>,
  roomId: string,
): Promise<void> {
  const row = await findConversationRow(db.kysely, roomId)
  if (row) realtime.tellRooms([inboxRoom], 'support:conversationChanged', describeConversation(row))
}
