import { LRUCache } from 'lru-cache'
import type { AppContext } from '../../context.ts'
import type { Changes } from '../../platform/database/changes.ts'
import type { AccessClaims } from './access-token.ts'
import { findSessionStanding, type Standing } from './sessions.queries.ts'

type Context = Pick<AppContext, 'db' | 'changes' | 'clock'>

const rememberedAccounts = 20_000

/** Also what a process may go on believing while it receives nothing from the others, in milliseconds. */
const longestBelief = 60_000

/** What is known of the sessions of accounts seen lately: what the account is, or null when over. */
interface SessionStates {
  standings: LRUCache<string, Map<string, Standing | null>>
  /** Raised by every change, so that what was read before it is not kept after it. */
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

/** Forgets what is known of sessions as soon as any process changes it. */
export function watchSessions(ctx: Context): void {
  ctx.changes.onChange((tag) => {
    if (tag === null) {
      const known = statesOf(ctx)
      known.generation += 1
      known.standings.clear()
    } else if (tag.startsWith('user:')) forgetSessions(ctx, tag.slice('user:'.length))
  })
}

/** Forgets an account's sessions at once: this process need not wait for its own notification. */
export function forgetSessions(ctx: Context, userId: string): void {
  const known = statesOf(ctx)
  known.generation += 1
  known.standings.delete(userId)
}

/** What an account is in a session that goes on; null when it is over, or the account closed. */
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
