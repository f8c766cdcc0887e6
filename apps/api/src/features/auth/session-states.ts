import { LRUCache } from 'lru-cache'
import type { AppContext } from '../../context.ts'
import type { Changes } from '../../platform/database/changes.ts'
import type { AccessClaims } from './access-token.ts'
import { findSessionStanding, type Standing } from './sessions.queries.ts'

type Context = Pick<AppContext, 'db' | 'changes' | 'clock'>

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
  ctx: Context,
  { userId, sessionId }: AccessClaims,
): Promise<Standing | null> {
  const known = statesOf(ctx)
  const standing = known.standings.get(userId)?.get(sessionId)
  if (standing !== undefined) return standing
  const { generation } = known
  const found = await findSessionStanding(ctx.db, { userId, sessionId }, ctx.clock.now())
  if (generation === known.generation) {
    const sessions = known.standings.get(userId)
    if (sessions) sessions.set(sessionId, found)
    else known.standings.set(userId, new Map([[sessionId, found]]))
  }
  return found
}
