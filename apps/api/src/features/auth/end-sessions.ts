import type { AppContext } from '../../context.ts'
import { findSessionOfToken } from './refresh-tokens.queries.ts'
import { forgetSessions } from './session-states.ts'
import { endSession, endSessionsOfUser } from './sessions.queries.ts'
import { hashToken } from './tokens.ts'

type Context = Pick<AppContext, 'db' | 'changes' | 'clock'>

/** Ends the session of a refresh token; of an unknown one there is nothing to end. */
export async function logout(ctx: Context, refreshToken: string): Promise<void> {
  const session = await findSessionOfToken(ctx.db.kysely, hashToken(refreshToken))
  if (!session) return
  await endSession(ctx.db.kysely, session.id, ctx.clock.now())
  forgetSessions(ctx, session.user_id)
}

/** Ends every session of an account. */
export async function logoutEverywhere(ctx: Context, userId: string): Promise<void> {
  await endSessionsOfUser(ctx.db.kysely, userId, ctx.clock.now())
  forgetSessions(ctx, userId)
}
