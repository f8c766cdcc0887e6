import type { ChatMessage, replyToSend } from '@solvane/contract/chat'
import type { z } from 'zod'
import { findProductCards } from '../catalog/product-cards.ts'
import { openAnyRoom } from './chat-room.ts'
import { type PostContext, takeMessage } from './post-message.ts'

/**
 * Answers a shopper on behalf of the shop. Messages of staff have the sender type CUSTOMER, which
 * means *customer service* (decision P15), not the customer, who is USER. Answering an unassigned
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
