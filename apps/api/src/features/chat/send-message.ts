import { randomUUID } from 'node:crypto'
import type { ChatMessage, messageToSend, replyToSend, SenderType } from '@solvane/contract/chat'
import { cleanMessage, longestMessage } from '@solvane/contract/chat-text'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { findProductCards } from '../catalog/product-cards.ts'
import { shownDocument } from '../content/documents.ts'
import { keepChatUploads } from '../uploads/stored-uploads.ts'
import {
  findRoomOfGuest,
  findRoomOfUser,
  insertRoom,
  type RoomRow,
  recordAwayMessage,
} from './chat.queries.ts'
import {
  chatLimits,
  claimRoom,
  hashOfGuest,
  newRoomId,
  openAnyRoom,
  openRoom,
  rejectWhileReadOnly,
  type Shopper,
} from './chat-room.ts'
import { officeNow } from './chat-settings.ts'
import { type NewMessage, postInBatch, postMessage } from './messages.queries.ts'
import { describeMessage } from './read-messages.ts'
import { publishInboxChange, publishToRoom } from './realtime.ts'

type PostContext = Pick<AppContext, 'db' | 'clock' | 'realtime' | 'log'>

/** A message of someone. */
interface SaidMessage {
  content: string
  clientMessageId: string
  senderType: SenderType
  /** The owner of the pictures; null for a guest, who has none. */
  authorId: string | null
  attachmentIds?: string[]
  productIds?: string[]
}

/**
 * Stores a message, once even if it is sent repeatedly, and publishes it; an existing message is
 * published again, because the process that stored it may have died before. Throws
 * `CHAT_MESSAGE_EMPTY`, `CHAT_MESSAGE_TOO_LONG`, `CHAT_ATTACHMENT_REFUSED`, `CHAT_ROOM_NOT_FOUND`.
 */
async function takeMessage(
  ctx: PostContext,
  room: Pick<RoomRow, 'id' | 'user_id'>,
  {
    content,
    clientMessageId,
    senderType,
    authorId,
    attachmentIds = [],
    productIds = [],
  }: SaidMessage,
): Promise<ChatMessage> {
  const clean = cleanMessage(content)
  if (clean.length > longestMessage) throw new ShopError('CHAT_MESSAGE_TOO_LONG')
  if (!clean && attachmentIds.length === 0 && productIds.length === 0)
    throw new ShopError('CHAT_MESSAGE_EMPTY')
  const message: NewMessage = {
    id: randomUUID(),
    room_id: room.id,
    client_message_id: clientMessageId,
    sender_type: senderType,
    sender_id: senderType === 'CUSTOMER' ? authorId : null,
    content: clean,
    attachments: [],
    product_ids: [...new Set(productIds)],
    created_at: ctx.clock.now(),
  }
  const row =
    attachmentIds.length === 0
      ? await postInBatch(ctx.db, message)
      : await ctx.db.kysely.transaction().execute(async (tx) => {
          const attachments = await keepPictures(ctx, tx, attachmentIds, authorId)
          return postMessage(tx, { ...message, attachments })
        })
  // Deleted or merged meanwhile.
  if (!row) throw new ShopError('CHAT_ROOM_NOT_FOUND')
  const described = await describeMessage(ctx, row)
  publishToRoom(ctx, room, 'chat:newMessage', described)
  publishInboxChange(ctx, room.id)
  return described
}

async function keepPictures(
  ctx: Pick<AppContext, 'clock'>,
  tx: Queryable,
  ids: string[],
  ownerId: string | null,
): Promise<NewMessage['attachments']> {
  const wanted = [...new Set(ids)]
  const kept = ownerId ? await keepChatUploads(ctx, tx, { ids: wanted, ownerId }) : []
  if (kept.length < wanted.length) throw new ShopError('CHAT_ATTACHMENT_REFUSED')
  return kept.map(({ id, width, height, color }) => ({ id, width, height, color }))
}

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
  const { isChatClosed, isReadOnly } = await shownDocument(ctx, 'availability')
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
 * none. A guest's is claimed for a shopper who has signed in, which throws `READ_ONLY` while shoppers can
 * change nothing.
 */
export async function findRoomHeld(
  ctx: Pick<AppContext, 'db' | 'changes' | 'realtime' | 'log'>,
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
  if (!held) return (await findRoomOfUser(ctx.db, userId)) ?? null
  if (held.user_id) return held
  await rejectWhileReadOnly(ctx)
  return claimRoom(ctx, userId, held.id)
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
  // If two first messages arrive at once, one opens the room and the other finds it.
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
      content: `Our advisers are away at the moment. ${sentence} Leave us a message and we will reply by e-mail.`,
      attachments: [],
      product_ids: [],
      created_at: at,
    })
  })
  if (row) publishToRoom(ctx, room, 'chat:newMessage', await describeMessage(ctx, row))
}

/**
 * Answers a shopper on behalf of the shop. Messages of staff have the sender type CUSTOMER, which
 * means *customer service*, not the customer, who is USER. Answering an unassigned
 * conversation assigns it. Throws `CHAT_ROOM_NOT_FOUND` and the errors of `takeMessage`.
 */
export async function sendAsSupport(
  ctx: PostContext,
  staffId: string,
  { roomId, ...message }: z.output<typeof replyToSend>,
): Promise<ChatMessage> {
  const [room, cards] = await Promise.all([
    openAnyRoom(ctx, roomId),
    findProductCards(ctx, message.productIds),
  ])
  return takeMessage(ctx, room, {
    ...message,
    productIds: message.productIds.filter((id) => cards.has(id)),
    senderType: 'CUSTOMER',
    authorId: staffId,
  })
}
