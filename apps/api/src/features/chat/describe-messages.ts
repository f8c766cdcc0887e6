import type { ChatMessage } from '@solvane/contract/chat'
import type { AppContext } from '../../context.ts'
import { findProductCards } from '../catalog/list-cards.ts'
import { type MessageRow, namesOfStaff } from './chat.queries.ts'

/** Messages as pages show them, in so few statements however many they are. */
export async function describeMessages(
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

/** One of them. */
export async function describeMessage(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  row: MessageRow,
): Promise<ChatMessage> {
  const [message] = await describeMessages(ctx, [row])
  if (!message) throw new Error('Of one message one is described')
  return message
}
