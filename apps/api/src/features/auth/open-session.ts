import { randomUUID } from 'node:crypto'
import type { Tokens } from '@solvane/contract/auth'
import type { Role } from '@solvane/contract/user'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/rate-limit/network-of.ts'
import { signAccessToken } from './access-token.ts'
import { insertRefreshToken } from './refresh-tokens.queries.ts'
import { serverKeys } from './server-keys.ts'
import { insertSession } from './sessions.queries.ts'
import { hashToken, makeToken } from './tokens.ts'

const day = 24 * 60 * 60 * 1000

/** A session ends this long after its last refresh, in milliseconds. */
export const sessionLife = 60 * day

/** Signs an account in from a network address: opens a session and gives its first tokens. */
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
