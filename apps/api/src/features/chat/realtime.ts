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

type Context = Pick<AppContext, 'realtime' | 'log'>

/**
 * Which of these rooms a shopper has open in any process; null if not every process has answered.
 */
export async function roomsWithShopper(
  ctx: Context,
  roomIds: readonly string[],
): Promise<ReadonlySet<string> | null> {
  const sockets = await socketsIn(ctx, roomIds.map(shopperSide))
  if (!sockets) return null
  return new Set(roomIds.filter((id) => sockets.some(({ rooms }) => rooms.has(shopperSide(id)))))
}

/** Whether a shopper has the room open; false if unknown. */
export async function isShopperHere(ctx: Context, roomId: string): Promise<boolean> {
  return (await roomsWithShopper(ctx, [roomId]))?.has(roomId) ?? false
}

/** The accounts of staff with the room open, except the socket `except`. */
export async function staffIn(ctx: Context, roomId: string, except?: string): Promise<string[]> {
  const sockets = (await socketsIn(ctx, [supportSide(roomId)])) ?? []
  return [
    ...new Set(
      sockets.flatMap(({ id, data }) => (id === except || !data.owner ? [] : data.owner.userId)),
    ),
  ]
}

/**
 * The accounts of staff with the back office open in any process; null if not every process has
 * answered.
 */
export async function staffPresent(ctx: Context): Promise<string[] | null> {
  const sockets = await socketsIn(ctx, [inboxRoom])
  return sockets && [...new Set(sockets.flatMap(({ data }) => data.owner?.userId ?? []))]
}

/**
 * How long leaving sockets are collected, in milliseconds: a broken network takes many at a time.
 */
const collectMilliseconds = 200

/**
 * Returns a collector of rooms that a shopper's socket has left; if it was the last one in any
 * process, the staff with the room open are notified.
 */
export function publishLeaving(ctx: Context): { add(roomId: string): void } {
  const left = new Set<string>()

  async function publish() {
    const roomIds = [...left]
    left.clear()
    const withShopper = await roomsWithShopper(ctx, roomIds)
    for (const roomId of roomIds) {
      if (withShopper?.has(roomId)) continue
      const presence = { roomId, side: 'shopper', isHere: false } as const
      ctx.realtime.publishToRooms([supportSide(roomId)], 'chat:presence', presence)
    }
  }

  return {
    add(roomId) {
      if (left.size === 0) setTimeout(publish, collectMilliseconds).unref()
      left.add(roomId)
    },
  }
}

/** A process that ended a moment ago may still be waited for: then the sockets are unknown. */
async function socketsIn({ realtime, log }: Context, rooms: string[]) {
  if (rooms.length === 0) return []
  return realtime.io
    .in(rooms)
    .fetchSockets()
    .catch((error: unknown) => {
      log.warn({ err: error }, 'presence unknown (a process did not answer)')
      return null
    })
}
