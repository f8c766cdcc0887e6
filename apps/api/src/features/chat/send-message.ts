import { randomUUID } from 'node:crypto'
import type { ChatMessage, messageToSend } from '@solvane/contract/chat'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { availabilityNow } from '../availability/availability.ts'
import {
  findRoomOfGuest,
  findRoomOfUser,
  insertRoom,
  type RoomRow,
  recordAwayMessage,
} from './chat.queries.ts'
import { chatLimits, hashOfGuest, newRoomId, openRoom, type Shopper } from './chat-room.ts'
import { claimRoom } from './claim-room.ts'
import { officeNow } from './office-hours.ts'
import { postMessage } from './post-message.queries.ts'
import { type PostContext, takeMessage } from './post-message.ts'
import { publishToRoom } from './publish-conversation.ts'
import { describeMessage } from './read-messages.ts'

type Context = PostContext & Pick<AppContext, 'limits' | 'changes'>

/** A shopper on a page. */
interface Sender extends Shopper {
  /** Their network, for limits. */
  network: string
}

/**
 * Sends a shopper's message, as USER; the first message opens the conversation. `enter` is called
 * with the room before the message is published, so that its sender receives it there. Throws
 * `CHAT_CLOSED`, `READ_ONLY`, `CHAT_ROOM_NOT_FOUND`, `TOO_MANY_REQUESTS`, and the errors of `takeMessage`.
 */
export async function sendAsShopper(
  ctx: Context,
  sender: Sender,
  message: z.output<typeof messageToSend>,
  enter: (room: RoomRow) => Promise<unknown>,
): Promise<ChatMessage> {
  const { isChatClosed, isReadOnly } = await availabilityNow(ctx)
  if (isChatClosed) throw new ShopError('CHAT_CLOSED')
  if (isReadOnly) throw new ShopError('READ_ONLY')
  const room = await roomToSpeakIn(ctx, sender, message)
  await Promise.all([
    ctx.limits.count(chatLimits.sendOfAuthor, sender.userId ?? room.id),
    ctx.limits.count(chatLimits.sendOfNetwork, sender.network),
  ])
  await enter(room)
  const { content, clientMessageId, attachmentIds } = message
  const said = await takeMessage(ctx, room, {
    content,
    clientMessageId,
    attachmentIds,
    senderType: 'USER',
    authorId: sender.userId,
  })
  await postAwayMessage(ctx, room)
  return said
}

/**
 * The room of a page: the one it names, else the shopper's own, else the guest's; null if there is
 * none.
 */
export async function findRoomHeld(
  ctx: Pick<AppContext, 'db' | 'realtime' | 'log'>,
  { userId }: Shopper,
  {
    roomId,
    guestIdentifier,
  }: { roomId?: string | null | undefined; guestIdentifier?: string | null | undefined },
): Promise<RoomRow | null> {
  const named = roomId ? await openRoom(ctx, { userId }, roomId) : undefined
  const guests =
    named || !guestIdentifier
      ? undefined
      : await findRoomOfGuest(ctx.db, hashOfGuest(guestIdentifier))
  const held = named ?? guests
  if (!userId) return held ?? null
  if (held) return held.user_id ? held : claimRoom(ctx, userId, held.id)
  return (await findRoomOfUser(ctx.db, userId)) ?? null
}

async function roomToSpeakIn(
  ctx: Context,
  { userId, network }: Sender,
  held: { roomId?: string | null | undefined; guestIdentifier?: string | null | undefined },
): Promise<RoomRow> {
  const found = await findRoomHeld(ctx, { userId }, held)
  if (found) return found
  if (!userId) await ctx.limits.count(chatLimits.newRoom, network)
  const id = newRoomId()
  const { guestIdentifier } = held
  await insertRoom(ctx.db.kysely, {
    id,
    user_id: userId,
    guest_hash: !userId && guestIdentifier ? hashOfGuest(guestIdentifier) : null,
    created_at: ctx.clock.now(),
  })
  // Of two concurrent first messages one opens the room, and the other finds it.
  const opened = await findRoomHeld(
    ctx,
    { userId },
    userId || guestIdentifier ? { guestIdentifier } : { roomId: id },
  )
  if (!opened) throw new Error('A conversation that was opened is there')
  return opened
}

/** How long the away message is not repeated, in milliseconds. */
const sayAgainAfter = 8 * 60 * 60 * 1_000

/** Outside the office hours, posts when and how the answer will come. */
async function postAwayMessage(
  ctx: PostContext & Pick<AppContext, 'changes'>,
  room: Pick<RoomRow, 'id' | 'user_id' | 'away_message_at'>,
): Promise<void> {
  const at = ctx.clock.now()
  const since = new Date(at.getTime() - sayAgainAfter)
  if (room.away_message_at && room.away_message_at >= since) return
  const { isOpen, sentence } = await officeNow(ctx)
  if (isOpen) return
  const row = await ctx.db.kysely.transaction().execute(async (tx) => {
    if (!(await recordAwayMessage(tx, { roomId: room.id, at, since }))) return undefined
    return postMessage(tx, {
      id: randomUUID(),
      room_id: room.id,
      client_message_id: randomUUID(),
      sender_type: 'SYSTEM',
      sender_id: null,
      content: `Our advisers are away at the moment. ${sentence} Leave a message, we answer by e-mail.`,
      attachments: [],
      product_ids: [],
      created_at: at,
    })
  })
  if (row) publishToRoom(ctx, room, 'chat:newMessage', await describeMessage(ctx, row))
}
