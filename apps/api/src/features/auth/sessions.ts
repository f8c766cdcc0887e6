import { randomUUID } from 'node:crypto'
import type { Tokens } from '@solvane/contract/auth'
import type { Role } from '@solvane/contract/user'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { networkOf } from '../../platform/rate-limit/rate-limits.ts'
import { signAccessToken, tokenKeys } from './token-keys.ts'
import { accountLimits } from './account-limits.ts'
import { hashToken, makeToken, serverKeys } from './secrets.ts'
import { forgetSessions } from './session-states.ts'
import {
  endSession,
  endSessionsOfUser,
  extendSession,
  findSessionOfToken,
  findTokenAmong,
  insertRefreshToken,
  insertSession,
  lockRefreshToken,
  markTokenUsed,
} from './sessions.queries.ts'

const day = 24 * 60 * 60 * 1000

/** A session ends this long after its last refresh, in milliseconds. */
export const sessionLife = 60 * day

/** Signs an account in from a network address: opens a session and returns its first tokens. */
export async function openSession(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  tx: Queryable,
  user: { id: string; role: Role },
  address: string,
): Promise<Tokens> {
  const now = ctx.clock.now()
  const { originOf } = await serverKeys(ctx)
  const sessionId = randomUUID()
  const refreshToken = makeToken()
  await insertSession(tx, {
    id: sessionId,
    user_id: user.id,
    origin: originOf(networkOf(address)),
    created_at: now,
    expires_at: new Date(now.getTime() + sessionLife),
  })
  await insertRefreshToken(tx, {
    hash: hashToken(refreshToken),
    session_id: sessionId,
    created_at: now,
  })
  const accessToken = await signAccessToken(ctx, { userId: user.id, role: user.role, sessionId })
  return { accessToken, refreshToken }
}

type Context = Pick<AppContext, 'db' | 'changes' | 'clock'>

/** Ends the session of a refresh token; an unknown token is no error. */
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
  const { signing, valid } = await tokenKeys(ctx)
  const hash = hashToken(refreshToken)
  const successor = signing.successorOf(refreshToken)

  const found = await ctx.db.kysely.transaction().execute(async (tx) => {
    const token = await lockRefreshToken(tx, hash, now)
    if (!token) return null
    const { session_id } = token
    if (!token.used_at) {
      await markTokenUsed(tx, hash, now)
      await insertRefreshToken(tx, { hash: hashToken(successor), session_id, created_at: now })
      await extendSession(tx, session_id, new Date(now.getTime() + sessionLife))
      return { ...token, isStolen: false, successor }
    }
    const isStolen = now.getTime() - token.used_at.getTime() > refreshGrace
    if (isStolen) {
      await endSession(tx, session_id, now)
      return { ...token, isStolen, successor }
    }
    // Its first use may have been before the newest key signed.
    const successors = valid.map((key) => key.successorOf(refreshToken))
    const made = await findTokenAmong(tx, successors.map(hashToken))
    if (!made)
      await insertRefreshToken(tx, { hash: hashToken(successor), session_id, created_at: now })
    const given = successors.find((one) => made?.equals(hashToken(one))) ?? successor
    return { ...token, isStolen, successor: given }
  })
  if (found?.isStolen) {
    forgetSessions(ctx, found.user_id)
    ctx.log.warn({ userId: found.user_id }, 'refresh token reused: session ended')
  }
  if (!found || found.isStolen) throw new ShopError('UNAUTHENTICATED')
  const { user_id: userId, role, session_id: sessionId } = found
  return {
    accessToken: await signAccessToken(ctx, { userId, role, sessionId }),
    refreshToken: found.successor,
  }
}
