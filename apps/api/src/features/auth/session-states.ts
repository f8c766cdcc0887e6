import { guestCartHeader } from '@solvane/contract/cart'
import type { StaffRole } from '@solvane/contract/staff-role'
import type { Role } from '@solvane/contract/user'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { AppContext } from '../../context.ts'
import type { Changes } from '../../platform/database/changes.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import type { Caller, Identify } from '../../platform/http/caller.ts'
import { needsFactor } from './factor-rules.ts'
import { type AccountStanding, findSessionStanding } from './sessions.queries.ts'
import { type AccessClaims, readAccessToken } from './token-keys.ts'

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

type Context = Pick<AppContext, 'db' | 'changes' | 'clock'>

/** What the account of a session may do. */
interface Standing {
  role: Role
  /** Null for shoppers, and for staff who still have to add a second factor. */
  staffRole: StaffRole | null
  mustAddFactor: boolean
}

const rememberedAccounts = 20_000

/** Also how long a process may use cached states while it receives no changes, in milliseconds. */
const longestBelief = 60_000

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
      standings: new LRUCache({ max: rememberedAccounts, ttl: longestBelief }),
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
