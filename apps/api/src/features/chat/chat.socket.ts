import {
  emailLeft,
  messageToSend,
  readUntil,
  replyToSend,
  roomHeld,
  roomNamed,
  typingIn,
} from '@solvane/contract/chat'
import type { Joined } from '@solvane/contract/realtime'
import { actsAs } from '@solvane/contract/staff-role'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { roomOf, type ShopSocket } from '../../platform/realtime/realtime.ts'
import { currentStanding } from '../auth/sessions.ts'
import { shownDocument } from '../content/documents.ts'
import { type RoomRow, setGuestCart } from './chat.queries.ts'
import {
  leaveEmail,
  openAnyRoom,
  openRoom,
  rejectWhileReadOnly,
  type Shopper,
  toChatRoom,
} from './chat-room.ts'
import { officeNow, watchOfficeHours } from './chat-settings.ts'
import { namesOfStaff } from './messages.queries.ts'
import { readMessages } from './read-messages.ts'
import {
  inboxRoom,
  isShopperHere,
  publishLeaving,
  shopperSide,
  staffIn,
  supportSide,
} from './realtime.ts'
import { findRoomHeld, sendAsShopper, sendAsSupport } from './send-message.ts'
import { type HandleEvent, openSocketEvents } from './socket-events.ts'

/** Serves conversations on the shop's sockets, to shoppers and to staff. */
export function serveChat(ctx: AppContext): void {
  const handleEvent = openSocketEvents(ctx)
  const leaving = publishLeaving(ctx)
  watchOfficeHours(ctx)
  ctx.realtime.io.on('connection', (socket) => {
    const shopper: Shopper = { userId: socket.data.owner?.userId ?? null }
    const sender = { ...shopper, network: socket.data.network }

    handleEvent(socket, 'chat:join', {
      schema: roomHeld,
      handle: async (held) => {
        const room = await findRoomHeld(ctx, shopper, held)
        if (room) {
          if (held.guestCartId) await recordGuestCart(ctx, shopper, room.id, held.guestCartId)
          await enter(ctx, socket, shopper, room)
          void publishSupportPresence(ctx, socket, room.id)
        }
        return describeJoined(ctx, room)
      },
    })
    handleEvent(socket, 'chat:sendMessage', {
      schema: messageToSend,
      handle: (message) =>
        sendAsShopper(ctx, sender, message, (room) => enter(ctx, socket, shopper, room)),
      onRejected: ({ message }, input) =>
        socket.emit('chat:sendMessageFailed', { clientMessageId: clientIdOf(input), message }),
    })
    handleEvent(socket, 'chat:typing', {
      schema: typingIn,
      handle: async ({ roomId, isTyping }) => {
        await openRoom(ctx, shopper, roomId)
        const typing = { roomId, side: 'shopper', isTyping } as const
        ctx.realtime.publishToRooms([supportSide(roomId)], 'chat:typing', typing)
      },
    })
    handleEvent(socket, 'chat:read', {
      schema: readUntil,
      handle: async ({ roomId, seq }) => {
        await rejectWhileReadOnly(ctx)
        return readMessages(ctx, await openRoom(ctx, shopper, roomId), 'shopper', seq)
      },
    })
    handleEvent(socket, 'chat:leaveEmail', {
      schema: emailLeft,
      handle: async ({ roomId, email }) => {
        await rejectWhileReadOnly(ctx)
        return leaveEmail(ctx, await openRoom(ctx, shopper, roomId), email)
      },
    })
    serveSupport(ctx, handleEvent, socket)

    socket.on('disconnecting', () => {
      for (const name of socket.rooms) {
        if (name.startsWith(shopperSide(''))) leaving.add(name.slice(shopperSide('').length))
      }
    })
  })
}

/**
 * Adds a shopper's socket to a room. The room is checked again afterwards, because a claim in
 * between has already removed its other sockets.
 */
async function enter(
  ctx: AppContext,
  socket: ShopSocket,
  shopper: Shopper,
  { id }: RoomRow,
): Promise<void> {
  const side = shopperSide(id)
  if (socket.rooms.has(side)) return
  await socket.join(side)
  try {
    await openRoom(ctx, shopper, id)
  } catch (error) {
    await socket.leave(side)
    throw error
  }
  ctx.realtime.publishToRooms([supportSide(id)], 'chat:presence', {
    roomId: id,
    side: 'shopper',
    isHere: true,
  })
}

/**
 * Records the cart that a guest's page reports; a signed-in shopper's cart is known. While the shop
 * is read-only it is left: the page joins all the same.
 */
async function recordGuestCart(
  ctx: AppContext,
  { userId }: Shopper,
  roomId: string,
  cartId: string,
): Promise<void> {
  if (userId === null && !(await shownDocument(ctx, 'availability')).isReadOnly)
    await setGuestCart(ctx.db.kysely, roomId, cartId)
}

async function describeJoined(ctx: AppContext, room: RoomRow | null): Promise<Joined> {
  return { room: room && toChatRoom(room), office: await officeNow(ctx) }
}

/**
 * Notifies a joining shopper that staff are present; the reply does not wait for the answers of other
 * processes.
 */
async function publishSupportPresence(
  ctx: AppContext,
  socket: ShopSocket,
  roomId: string,
): Promise<void> {
  if ((await staffIn(ctx, roomId)).length > 0)
    socket.emit('chat:presence', { roomId, side: 'support', isHere: true })
}

/** The client's id of a rejected message, however malformed; empty if there is none. */
function clientIdOf(input: unknown): string {
  const id = (input as { clientMessageId?: unknown } | null | undefined)?.clientMessageId
  return typeof id === 'string' ? id.slice(0, 100) : ''
}

type SupportEvent =
  | 'support:watch'
  | 'support:enter'
  | 'support:leave'
  | 'support:sendMessage'
  | 'support:typing'
  | 'support:read'

/** Serves staff on one socket. Every event checks again whether the account may answer shoppers. */
function serveSupport(ctx: AppContext, handleEvent: HandleEvent, socket: ShopSocket): void {
  function hearStaff<Schema extends z.ZodType | null, Data>(
    event: SupportEvent,
    schema: Schema,
    handle: (
      staffId: string,
      input: Schema extends z.ZodType ? z.output<Schema> : undefined,
    ) => Promise<Data>,
    onRejected?: Parameters<HandleEvent>[2]['onRejected'],
  ): void {
    handleEvent(socket, event, {
      schema,
      handle: async (input) => handle(await staffOf(ctx, socket), input),
      onRejected,
    })
  }

  hearStaff('support:watch', null, async () => {
    await socket.join(inboxRoom)
    // The role may have been removed between the check and joining the room.
    await staffOf(ctx, socket).catch(async (error: unknown) => {
      await socket.leave(inboxRoom)
      throw error
    })
    return null
  })
  hearStaff('support:enter', roomNamed, async (_staffId, { roomId }) => {
    await openAnyRoom(ctx, roomId)
    await socket.join(supportSide(roomId))
    const presence = { roomId, side: 'support', isHere: true } as const
    ctx.realtime.publishToRooms([shopperSide(roomId)], 'chat:presence', presence)
    const [isHere, ids] = await Promise.all([
      isShopperHere(ctx, roomId),
      staffIn(ctx, roomId, socket.id),
    ])
    const names = await namesOfStaff(ctx.db.kysely, ids)
    return {
      isShopperHere: isHere,
      colleagues: ids.map((id) => names.get(id) ?? 'A colleague'),
    }
  })
  hearStaff('support:leave', roomNamed, async (_staffId, { roomId }) => {
    await socket.leave(supportSide(roomId))
    await publishSupportGone(ctx, roomId)
    return null
  })
  hearStaff('support:sendMessage', replyToSend, (staffId, message) =>
    sendAsSupport(ctx, staffId, message),
  )
  hearStaff('support:typing', typingIn, async (_staffId, { roomId, isTyping }) => {
    await openAnyRoom(ctx, roomId)
    const typing = { roomId, side: 'support', isTyping } as const
    ctx.realtime.publishToRooms([shopperSide(roomId)], 'chat:typing', typing)
  })
  hearStaff('support:read', readUntil, async (_staffId, { roomId, seq }) =>
    readMessages(ctx, await openAnyRoom(ctx, roomId), 'support', seq),
  )

  socket.on('disconnecting', () => {
    for (const name of socket.rooms) {
      if (!name.startsWith(supportSide(''))) continue
      // The event is sent after the socket has left the room.
      setImmediate(() => void publishSupportGone(ctx, name.slice(supportSide('').length)))
    }
  })
}

/** Removes sockets from the staff rooms as soon as any process ends the account's role. */
export function watchSupport(ctx: AppContext): void {
  ctx.changes.onChange((tag) => {
    if (tag !== null && !tag.startsWith('user:')) return
    const { sockets, adapter } = ctx.realtime.io.sockets
    const concerned = tag === null ? inboxRoom : roomOf(tag.slice('user:'.length))
    for (const id of adapter.rooms.get(concerned) ?? []) {
      const socket = sockets.get(id)
      if (!socket || ![...socket.rooms].some((name) => name.startsWith(inboxRoom))) continue
      staffOf(ctx, socket).catch(() => socket.disconnect(true))
    }
  })
}

/** The account of the socket, if it is staff. Throws `UNAUTHENTICATED` and `FORBIDDEN`. */
async function staffOf(ctx: AppContext, { data }: ShopSocket): Promise<string> {
  if (!data.owner) throw new ShopError('UNAUTHENTICATED')
  const standing = await currentStanding(ctx, data.owner)
  if (!standing) throw new ShopError('UNAUTHENTICATED')
  if (!actsAs(standing.staffRole, 'SUPPORT')) throw new ShopError('FORBIDDEN')
  return data.owner.userId
}

async function publishSupportGone(ctx: AppContext, roomId: string): Promise<void> {
  if ((await staffIn(ctx, roomId)).length > 0) return
  const presence = { roomId, side: 'support', isHere: false } as const
  ctx.realtime.publishToRooms([shopperSide(roomId)], 'chat:presence', presence)
}
