import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { forgetSessions } from './session-states.ts'
import { endSessionsOfUser } from './sessions.queries.ts'
import { updateBlock } from './users.queries.ts'

type Context = Pick<AppContext, 'changes' | 'clock' | 'db'>

/**
 * Lets a shopper sign in no more, and ends every session at once. Raises `STAFF_ACCOUNT` when the
 * account is not a shopper's.
 */
export async function blockAccount(ctx: Context, userId: string, reason: string): Promise<void> {
  const at = ctx.clock.now()
  await ctx.db.kysely.transaction().execute(async (tx) => {
    if (!(await updateBlock(tx, userId, { at, reason }))) throw new ShopError('STAFF_ACCOUNT')
    await endSessionsOfUser(tx, userId, at)
  })
  forgetSessions(ctx, userId)
}

/** Lets a shopper sign in again. Raises `STAFF_ACCOUNT`. */
export async function unblockAccount(ctx: Context, userId: string): Promise<void> {
  if (!(await updateBlock(ctx.db.kysely, userId, null))) throw new ShopError('STAFF_ACCOUNT')
  forgetSessions(ctx, userId)
}
