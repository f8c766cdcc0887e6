import { randomUUID } from 'node:crypto'
import type { Tokens } from '@solvane/contract/auth'
import { guestCartHeader } from '@solvane/contract/cart'
import type { StaffRole } from '@solvane/contract/staff-role'
import type { Role } from '@solvane/contract/user'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { AppContext } from '../../context.ts'
import type { Changes } from '../../platform/database/changes.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { Caller, Identify, SignedIn } from '../../platform/http/caller.ts'
import { networkOf } from '../../platform/rate-limit/rate-limits.ts'
import { accountLimits } from './account-limits.ts'
import { needsFactor } from './factor-rules.ts'
import { hashToken, makeToken, serverKeys } from './secrets.ts'
import {
  type AccountStanding,
  endSession,
  endSessionsOfUser,
  extendSession,
  findSessionOfToken,
  findSessionStanding,
  findTokenAmong,
  insertRefreshToken,
  insertSession,
  isSessionOpen,
  lockRefreshToken,
  markTokenUsed,
} from './sessions.queries.ts'
import { type AccessClaims, readAccessToken, signAccessToken, tokenKeys } from './token-keys.ts'
import { lockUser, type UserRow } from './users.queries.ts'

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

type Context = Pick<AppContext, 'changes' | 'clock' | 'db'>

/** Ends the session of a refresh token; an unknown token is ignored. */
export async function logout(ctx: Context, refreshToken: string): Promise<void> {
  const session = await findSessionOfToken(ctx.db.kysely, hashToken(refreshToken))
  if (!session) return
  await endSession(ctx.db.kysely, session.id, ctx.clock.now())
  forgetSessions(ctx, session.user_id)
}

/**
 * The account of a request, locked until the transaction ends. Throws `UNAUTHENTICATED` if it was closed, or
 * the session has ended, since the request was identified: the account may be someone else's by now.
 */
export async function lockCaller(
  tx: Queryable,
  { id, sessionId }: Pick<SignedIn['user'], 'id' | 'sessionId'>,
): Promise<UserRow> {
  const user = await lockUser(tx, id)
  if (!user || !(await isSessionOpen(tx, sessionId))) throw new ShopError('UNAUTHENTICATED')
  return user
}

/** Ends every session of an account. */
export async function logoutEverywhere(ctx: Context, userId: string): Promise<void> {
  await endSessionsOfUser(ctx.db.kysely, userId, ctx.clock.now())
  forgetSessions(ctx, userId)
}

/**
 * How long after its first use a token may be used again, in milliseconds: two tabs may share it.
 * Later it counts as stolen.
 */
const refreshGrace = 20_000

/**
 * Exchanges a refresh token, once, for its successor and a new access token. The successor is
 * derived from the token: within the grace period a second tab gets an equal one, and none is
 * stored. Used later, either caller may be a thief: the session ends for both. Throws
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
    // The token may have been used first before the newest key signed.
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

const bearer = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+) *$/i

/** Identifies the caller of a request. Throws `UNAUTHENTICATED` for an invalid bearer token. */
export async function identifyCaller(
  ctx: Pick<AppContext, 'config' | 'db' | 'changes' | 'clock'>,
  request: FastifyRequest,
  { isOutsideSession }: Parameters<Identify>[1],
): Promise<Caller> {
  const guestCartId = request.headers[guestCartHeader]
  return {
    user: isOutsideSession ? null : await identifyUser(ctx, request.headers.authorization),
    guestCartId: typeof guestCartId === 'string' ? guestCartId : null,
    address: request.ip,
  }
}

async function identifyUser(
  ctx: Pick<AppContext, 'config' | 'db' | 'changes' | 'clock'>,
  authorization: string | undefined,
): Promise<Caller['user']> {
  if (!authorization) return null
  const token = bearer.exec(authorization)?.[1]
  const user = token && (await identifyToken(ctx, token))
  if (!user) throw new ShopError('UNAUTHENTICATED')
  return user
}

/** The account and session of an access token; null if it is invalid or expired. */
export async function identifyToken(
  ctx: Pick<AppContext, 'config' | 'db' | 'changes' | 'clock'>,
  token: string,
): Promise<Caller['user']> {
  const claims = await readAccessToken(ctx, token)
  const standing = claims && (await currentStanding(ctx, claims))
  return claims && standing ? { id: claims.userId, sessionId: claims.sessionId, ...standing } : null
}

/** The permissions of a session's account. */
interface Standing {
  role: Role
  /** Null for shoppers, and for staff who still have to add a second factor. */
  staffRole: StaffRole | null
  mustAddFactor: boolean
}

const rememberedAccounts = 20_000

/** How long cached session states may be used while changes are not received, in milliseconds. */
const maxStaleness = 60_000

/** The cached states of recent sessions: the account's roles, or null if ended. */
interface SessionStates {
  standings: LRUCache<string, Map<string, Standing | null>>
  /** Incremented by every change, so that a state read before it is not cached after it. */
  generation: number
}

const states = new WeakMap<Changes, SessionStates>()

function statesOf({ changes }: Context): SessionStates {
  let known = states.get(changes)
  if (!known) {
    known = {
      standings: new LRUCache({ max: rememberedAccounts, ttl: maxStaleness }),
      generation: 0,
    }
    states.set(changes, known)
  }
  return known
}

/** Drops cached states as soon as any process changes a session. */
export function watchSessions(ctx: Context): void {
  ctx.changes.onChange((tag) => {
    if (tag === null) {
      const known = statesOf(ctx)
      known.generation += 1
      known.standings.clear()
    } else if (tag.startsWith('user:')) forgetSessions(ctx, tag.slice('user:'.length))
  })
}

/** Drops an account's cached sessions at once, without waiting for the notification. */
export function forgetSessions(ctx: Context, userId: string): void {
  const known = statesOf(ctx)
  known.generation += 1
  known.standings.delete(userId)
}

/**
 * The roles of an account with a valid session; null if the session has ended or the account is
 * closed.
 */
export async function currentStanding(
  ctx: Context & Pick<AppContext, 'config'>,
  { userId, sessionId }: AccessClaims,
): Promise<Standing | null> {
  const known = statesOf(ctx)
  const standing = known.standings.get(userId)?.get(sessionId)
  if (standing !== undefined) return standing
  const { generation } = known
  const account = await findSessionStanding(ctx.db, { userId, sessionId }, ctx.clock.now())
  const found = account && standingOf(account, ctx.config.requiresSecondFactor)
  if (generation === known.generation) {
    const sessions = known.standings.get(userId)
    if (sessions) sessions.set(sessionId, found)
    else known.standings.set(userId, new Map([[sessionId, found]]))
  }
  return found
}

/** Without the second factor that the role needs, the account has no permissions of staff. */
function standingOf(
  { role, staffRole, hasFactor }: AccountStanding,
  requiresSecondFactor: boolean,
): Standing {
  const mustAddFactor = requiresSecondFactor && needsFactor(staffRole) && !hasFactor
  return { role, staffRole: mustAddFactor ? null : staffRole, mustAddFactor }
}
