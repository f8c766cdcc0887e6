import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { releaseRooms, releaseWaitingRooms } from './inbox.admin.queries.ts'
import { staffPresent } from './presence.ts'
import { publishInboxChange } from './publish-conversation.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'realtime' | 'log'>

const minute = 60_000

/** A shopper waits so long for the colleague who has the conversation, then anyone may take it. */
const patience = 10 * minute

/** The same while that colleague has no page of the back office open. */
const patienceWithAbsent = 2 * minute

/**
 * Makes the conversations of someone who is no longer staff nobody's, in the transaction that ends it.
 * Returns a function that publishes them to the inbox, to call after the commit.
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

/** Puts assigned conversations that have waited for too long back into the queue of all. */
export async function releaseUnanswered(ctx: Context): Promise<void> {
  const now = ctx.clock.now().getTime()
  const present = await staffPresent(ctx)
  const roomIds = await releaseWaitingRooms(ctx.db.kysely, {
    since: new Date(now - patience),
    // Not known who is there: as if everyone were.
    sinceOfAway: new Date(now - (present ? patienceWithAbsent : patience)),
    present: present ?? [],
  })
  for (const roomId of roomIds) publishInboxChange(ctx, roomId)
}
