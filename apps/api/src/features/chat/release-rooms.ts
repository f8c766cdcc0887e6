import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { releaseRooms, releaseWaitingRooms } from './inbox.admin.queries.ts'
import { staffPresent } from './presence.ts'
import { publishInboxChange } from './publish-conversation.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'realtime' | 'log'>

const minute = 60_000

/** How long a shopper waits for the assigned colleague before anyone may answer. */
const delay = 10 * minute

/** The same while that colleague has no page of the back office open. */
const delayIfAbsent = 2 * minute

/**
 * Removes the assignment from the conversations of former staff, in the transaction that removes
 * them. Returns a function that publishes the change to the inbox after the commit.
 */
export async function releaseRoomsOf(
  ctx: Context,
  tx: Queryable,
  staffId: string,
): Promise<() => void> {
  const roomIds = await releaseRooms(tx, staffId)
  return () => {
    for (const roomId of roomIds) publishInboxChange(ctx, roomId)
  }
}

/** Returns assigned conversations that have waited too long to the queue. */
export async function releaseUnanswered(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime()
  const present = await staffPresent(ctx)
  const roomIds = await releaseWaitingRooms(ctx.db.kysely, {
    since: new Date(now - delay),
    // If presence is unknown, everyone counts as present.
    sinceOfAway: new Date(now - (present ? delayIfAbsent : delay)),
    present: present ?? [],
  })
  for (const roomId of roomIds) publishInboxChange(ctx, roomId)
}
