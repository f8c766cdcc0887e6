import { randomUUID } from 'node:crypto'
import { mostProducts } from '@solvane/contract/chat-text'
import type { AdviserSelection } from '@solvane/contract/selections.admin'
import type { AppContext } from '../../context.ts'
import { retryAfterDeadlock } from '../../platform/database/database-errors.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import {
  countSelection,
  reserveSelection,
  untilWords,
  type WantedSelection,
} from '../selections/selections.admin.ts'
import { openAnyRoom } from './chat-room.ts'
import { publishInboxChange, publishToRoom } from './publish-conversation.ts'
import { describeMessage } from './read-messages.ts'
import { postMessage } from './send-message.queries.ts'

type Context = Pick<
  AppContext,
  'changes' | 'clock' | 'config' | 'db' | 'limits' | 'log' | 'realtime'
>

/**
 * Reserves an adviser's selection for the shopper of a conversation, and posts the note with the link
 * and the products, all in one transaction. Throws `CHAT_ROOM_NOT_FOUND`, `TOO_MANY_REQUESTS`, and
 * as `reserveSelection` does.
 */
export async function sendSelection(
  ctx: Context,
  { adviserId, roomId, ...wanted }: WantedSelection & { adviserId: string; roomId: string },
): Promise<{ selection: AdviserSelection; link: string }> {
  const room = await openAnyRoom(ctx, roomId)
  await countSelection(ctx, adviserId)
  const heldUntil = await untilWords(ctx)
  const { row, products, ...made } = await retryAfterDeadlock(() =>
    ctx.db.kysely.transaction().execute(async (tx) => {
      const whose = { adviserId, userId: room.user_id, roomId }
      const reserved = await reserveSelection(ctx, tx, { ...wanted, ...whose })
      const until = heldUntil(reserved.selection.endsAt)
      const row = await postMessage(tx, {
        id: randomUUID(),
        room_id: roomId,
        client_message_id: randomUUID(),
        // Customer service, so the shop (decision P15).
        sender_type: 'CUSTOMER',
        sender_id: adviserId,
        content: `${wanted.note}\n\nHeld for you until ${until}:\n${reserved.link}`,
        attachments: [],
        product_ids: reserved.products.slice(0, mostProducts),
        created_at: ctx.clock.now(),
      })
      return { ...reserved, row }
    }),
  )
  if (!row) throw new ShopError('CHAT_ROOM_NOT_FOUND')
  ctx.changes.publish(products.map((id) => `product:${id}` as const))
  publishToRoom(ctx, room, 'chat:newMessage', await describeMessage(ctx, row))
  publishInboxChange(ctx, roomId)
  return made
}
