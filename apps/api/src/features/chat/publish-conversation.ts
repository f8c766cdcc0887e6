import type { ServerEvents } from '@solvane/contract/realtime'
import type { AppContext } from '../../context.ts'
import { roomOf } from '../../platform/realtime/realtime.ts'
import type { RoomRow } from './chat.queries.ts'
import { findConversationRows } from './inbox.admin.queries.ts'
import { describeConversation } from './inbox.admin.ts'

type Room = Pick<RoomRow, 'id' | 'user_id'>

/**
 * Publishes an event to everyone with the room open and to all the shopper's pages. Call it after
 * the commit.
 */
export function publishToRoom<Event extends keyof ServerEvents>(
  { realtime }: Pick<AppContext, 'realtime'>,
  { id, user_id }: Room,
  event: Event,
  ...payload: Parameters<ServerEvents[Event]>
): void {
  const rooms = [shopperSide(id), supportSide(id), ...(user_id ? [roomOf(user_id)] : [])]
  realtime.publishToRooms(rooms, event, ...payload)
}

/**
 * The shortest interval between inbox updates in milliseconds: typing and reading come in bursts.
 */
const pause = 200

const changed = new WeakMap<AppContext['realtime'], Set<string>>()

/**
 * Publishes a conversation to staff with the inbox open, soon, together with other changed ones.
 */
export function publishInboxChange(
  ctx: Pick<AppContext, 'db' | 'realtime' | 'log'>,
  roomId: string,
): void {
  const gathered = changed.get(ctx.realtime)
  if (gathered) {
    gathered.add(roomId)
    return
  }
  const roomIds = new Set([roomId])
  changed.set(ctx.realtime, roomIds)
  setTimeout(() => {
    changed.delete(ctx.realtime)
    publishInboxChanges(ctx, [...roomIds]).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'inbox change could not be published'),
    )
  }, pause).unref()
}

async function publishInboxChanges(
  { db, realtime }: Pick<AppContext, 'db' | 'realtime'>,
  roomIds: string[],
): Promise<void> {
  for (const row of await findConversationRows(db.kysely, roomIds))
    realtime.publishToRooms([inboxRoom], 'support:conversationChanged', describeConversation(row))
}

/**
 * The socket rooms of a conversation: of the shopper's side, and of staff with it open. Other pages
 * of the shopper are reached through the account's room.
 */
export const shopperSide = (roomId: string) => `chat:${roomId}`
export const supportSide = (roomId: string) => `support:${roomId}`

/** All staff with the inbox open. */
export const inboxRoom = 'support'
