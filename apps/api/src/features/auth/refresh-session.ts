import type { Tokens } from '@solvane/contract/auth'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { networkOf } from '../../platform/rate-limit/rate-limits.ts'
import { signAccessToken } from './access-token.ts'
import { accountLimits } from './account-limits.ts'
import { serverKeys } from './server-keys.ts'
import { forgetSessions } from './session-states.ts'
import {
  endSession,
  extendSession,
  insertRefreshToken,
  lockRefreshToken,
  markTokenUsed,
} from './sessions.queries.ts'
import { sessionLife } from './sessions.ts'
import { hashToken } from './tokens.ts'

/**
 * Two tabs may use one token; later than this after its first use it counts as stolen. In
 * milliseconds.
 */
const refreshGrace = 20_000

/**
 * Exchanges a refresh token, once, for its successor and a new access token. The successor is
 * derived from the token, so that a second tab gets the same one within the grace period and none
 * is stored. Used later, either caller may be a thief: the session ends for both. Throws
 * `UNAUTHENTICATED`.
 */
export async function refreshSession(
  ctx: Pick<AppContext, 'db' | 'changes' | 'clock' | 'limits' | 'log'>,
  refreshToken: string,
  address: string,
): Promise<Tokens> {
  await ctx.limits.count(accountLimits.refresh, networkOf(address))
  const now = ctx.clock.now()
  const { successorOf } = await serverKeys(ctx)
  const hash = hashToken(refreshToken)
  const successor = successorOf(refreshToken)

  const found = await ctx.db.kysely.transaction().execute(async (tx) => {
    const token = await lockRefreshToken(tx, hash, now)
    if (!token) return null
    const { session_id } = token
    if (!token.used_at) {
      await markTokenUsed(tx, hash, now)
      await insertRefreshToken(tx, { hash: hashToken(successor), session_id, created_at: now })
      await extendSession(tx, session_id, new Date(now.getTime() + sessionLife))
      return { ...token, isStolen: false }
    }
    const isStolen = now.getTime() - token.used_at.getTime() > refreshGrace
    if (isStolen) await endSession(tx, session_id, now)
    return { ...token, isStolen }
  })

  if (found?.isStolen) {
    forgetSessions(ctx, found.user_id)
    ctx.log.warn({ userId: found.user_id }, 'refresh token reused: session ended')
  }
  if (!found || found.isStolen) throw new ShopError('UNAUTHENTICATED')
  const { user_id: userId, role, session_id: sessionId } = found
  return {
    accessToken: await signAccessToken(ctx, { userId, role, sessionId }),
    refreshToken: successor,
  }
}
