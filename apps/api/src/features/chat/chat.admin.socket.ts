import { readUntil, replyToSend, roomNamed, typingIn } from '@solvane/contract/chat'
import { actsAs } from '@solvane/contract/staff-role'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { roomOf, type ShopSocket } from '../../platform/realtime/realtime.ts'
import { currentStanding } from '../auth/sessions.ts'
import { namesOfStaff } from './messages.queries.ts'
import { openAnyRoom } from './chat-room.ts'
import { inboxRoom, isShopperHere, shopperSide, staffIn, supportSide } from './realtime.ts'
import { readMessages } from './read-messages.ts'
import { sendAsSupport } from './send-message.ts'
import type { HandleEvent } from './socket-events.ts'

type SupportEvent =
  | 'support:watch'
  | 'support:enter'
  | 'support:leave'
  | 'support:sendMessage'
  | 'support:typing'
  | 'support:read'

/** Serves staff on one socket. Every event checks again whether the account may answer shoppers. */
export function serveSupport(ctx: AppContext, handleEvent: HandleEvent, socket: ShopSocket): void {
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
    // They may have been removed between the check and joining the room.
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
      // After the socket has left the room.
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
