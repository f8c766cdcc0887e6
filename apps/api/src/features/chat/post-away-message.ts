import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import { noteAway, type RoomRow } from './chat.queries.ts'
import { describeMessage } from './describe-messages.ts'
import { officeNow } from './office-hours.ts'
import { postMessage } from './post-message.queries.ts'
import type { PostContext } from './post-message.ts'
import { tellRoom } from './publish-conversation.ts'

/** So long the house does not say again that it is away, in milliseconds. */
const sayAgainAfter = 8 * 60 * 60 * 1_000

/** Outside the office hours, says so in the room, and how the answer comes. */
export async function tellAway(
  ctx: PostContext & Pick<AppContext, 'changes'>,
  room: Pick<RoomRow, 'id' | 'user_id' | 'away_told_at'>,
): Promise<void> {
  const at = ctx.clock.now()
  const since = new Date(at.getTime() - sayAgainAfter)
  if (room.away_told_at && room.away_told_at >= since) return
  const { isOpen, sentence } = await officeNow(ctx)
  if (isOpen) return
  const row = await ctx.db.kysely.transaction().execute(async (tx) => {
    if (!(await noteAway(tx, { roomId: room.id, at, since }))) return undefined
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
  if (row) tellRoom(ctx, room, 'chat:newMessage', await describeMessage(ctx, row))
}
