import type { ChatMessage } from '@solvane/contract/chat'
import type { AppContext } from '../../context.ts'
import { listMessageRows, type RoomRow } from './chat.queries.ts'
import { describeMessages } from './describe-messages.ts'

/**
 * A page of a room's messages, the oldest first. Pages count from the newest message; with `after` from the
 * first one that came after it. `total` is how many there are in all of what is asked for.
 */
export async function listMessages(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  room: Pick<RoomRow, 'id' | 'last_seq'>,
  { page, size, after }: { page: number; size: number; after?: number | undefined },
): Promise<{ data: ChatMessage[]; total: number }> {
  // Their numbers have no gaps: a page is known without counting.
  const skipped = (page - 1) * size
  const from = after === undefined ? room.last_seq - skipped - size + 1 : after + skipped + 1
  const until = Math.min(from + size - 1, room.last_seq)
  const total = Math.max(0, room.last_seq - (after ?? 0))
  if (until < 1 || until < from) return { data: [], total }
  const rows = await listMessageRows(ctx.db.kysely, room.id, { from, until })
  return { data: await describeMessages(ctx, rows), total }
}
