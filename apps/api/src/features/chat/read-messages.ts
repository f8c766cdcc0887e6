import type { ChatMessage, ChatPicture } from '@solvane/contract/chat'
import type { ChatSide } from '@solvane/contract/realtime'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { findProductCards } from '../catalog/product-cards.ts'
import { readUpload } from '../uploads/stored-uploads.ts'
import { type RoomRow, readRoom } from './chat.queries.ts'
import { hasPicture, listMessageRows, type MessageRow, namesOfStaff } from './messages.queries.ts'
import { publishInboxChange, publishToRoom } from './realtime.ts'

/** Records that `side` has read a room up to `seq`, and publishes it. Throws `CHAT_ROOM_NOT_FOUND`. */
export async function readMessages(
  ctx: Pick<AppContext, 'db' | 'realtime' | 'log'>,
  room: Pick<RoomRow, 'id' | 'user_id'>,
  side: ChatSide,
  seq: number,
): Promise<{ unread: number }> {
  const unread = await readRoom(ctx.db, { roomId: room.id, side, seq })
  if (unread === null) throw new ShopError('CHAT_ROOM_NOT_FOUND')
  publishToRoom(ctx, room, 'chat:read', { roomId: room.id, side, seq })
  publishInboxChange(ctx, room.id)
  return { unread }
}

/**
 * A page of a room's messages, oldest first. Pages count from the newest message, or with `after`
 * from the first one after it. `total` counts all matching messages.
 */
export async function listMessages(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  room: Pick<RoomRow, 'id' | 'last_seq'>,
  { page, size, after }: { page: number; size: number; after?: number | undefined },
): Promise<{ data: ChatMessage[]; total: number }> {
  // The numbers have no gaps, so a page needs no counting.
  const skipped = (page - 1) * size
  const from = after === undefined ? room.last_seq - skipped - size + 1 : after + skipped + 1
  const until = Math.min(from + size - 1, room.last_seq)
  const total = Math.max(0, room.last_seq - (after ?? 0))
  if (until < 1 || until < from) return { data: [], total }
  const rows = await listMessageRows(ctx.db.kysely, room.id, { from, until })
  return { data: await describeMessages(ctx, rows), total }
}

/** A picture of a message of this room. Throws `NOT_FOUND`. */
export async function getPicture(
  ctx: Pick<AppContext, 'db' | 'storage' | 'clock'>,
  room: Pick<RoomRow, 'id'>,
  pictureId: string,
): Promise<ChatPicture> {
  const bytes = (await hasPicture(ctx.db.kysely, room.id, pictureId))
    ? await readUpload(ctx, pictureId)
    : undefined
  if (!bytes) throw new ShopError('NOT_FOUND')
  return { type: 'image/webp', base64: bytes.toString('base64') }
}

/** Messages as pages show them, in a constant number of statements. */
async function describeMessages(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  rows: readonly MessageRow[],
): Promise<ChatMessage[]> {
  const [cards, names] = await Promise.all([
    findProductCards(
      ctx,
      rows.flatMap(({ product_ids }) => product_ids),
    ),
    namesOfStaff(
      ctx.db.kysely,
      rows.flatMap(({ sender_id }) => sender_id ?? []),
    ),
  ])
  return rows.map((row) => ({
    id: row.id,
    clientMessageId: row.client_message_id,
    content: row.content,
    senderType: row.sender_type,
    senderName: (row.sender_id && names.get(row.sender_id)) || null,
    createdAt: row.created_at.toISOString(),
    roomId: row.room_id,
    seq: row.seq,
    attachments: row.attachments,
    products: row.product_ids.flatMap((id) => cards.get(id) ?? []),
  }))
}

export async function describeMessage(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  row: MessageRow,
): Promise<ChatMessage> {
  const [message] = await describeMessages(ctx, [row])
  if (!message) throw new Error('Of one message one is described')
  return message
}
