import { randomUUID } from 'node:crypto'
import type { ChatMessage, SenderType } from '@solvane/contract/chat'
import { cleanMessage, longestMessage } from '@solvane/contract/chat-text'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { keepChatUploads } from '../uploads/stored-uploads.ts'
import type { RoomRow } from './chat.queries.ts'
import { type NewMessage, postInBatch, postMessage } from './post-message.queries.ts'
import { publishInboxChange, publishToRoom } from './publish-conversation.ts'
import { describeMessage } from './read-messages.ts'

export type PostContext = Pick<AppContext, 'db' | 'clock' | 'realtime' | 'log'>

/** A message of someone. */
export interface SaidMessage {
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
export async function takeMessage(
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
