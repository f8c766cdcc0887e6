import type { Role } from '@solvane/contract/user'
import { jwtVerify, SignJWT } from 'jose'
import type { AppContext } from '../../context.ts'
import { serverKeys } from './server-keys.ts'

/** The lifetime of an access token in seconds. */
const accessTokenSeconds = 15 * 60

const algorithm = 'HS256'
const issuer = 'solvane'

type Context = Pick<AppContext, 'db' | 'clock'>

export interface AccessClaims {
  userId: string
  sessionId: string
}

/** A signed token that names an account, its role and its session. */
export async function signAccessToken(
  ctx: Context,
  { userId, role, sessionId }: AccessClaims & { role: Role },
): Promise<string> {
  const { accessToken } = await serverKeys(ctx)
  const now = Math.floor(ctx.clock.now().getTime() / 1000)
  return new SignJWT({ role, sid: sessionId })
    .setProtectedHeader({ alg: algorithm })
    .setIssuer(issuer)
    .setSubject(userId)
    .setIssuedAt(now)
    .setExpirationTime(now + accessTokenSeconds)
    .sign(accessToken)
}

/** The content of an access token; null if it is invalid or expired. */
export async function readAccessToken(ctx: Context, token: string): Promise<AccessClaims | null> {
  const keys = await serverKeys(ctx)
  const now = ctx.clock.now()
  const known = keys.readTokens.get(token)
  if (known) return known.expiresAt > now.getTime() ? known : null
  try {
    const { payload } = await jwtVerify(token, keys.accessToken, {
      algorithms: [algorithm],
      issuer,
      currentDate: now,
      requiredClaims: ['sub', 'sid', 'exp'],
    })
    const { sub, sid, exp = 0 } = payload
    const read = { userId: String(sub), sessionId: String(sid), expiresAt: exp * 1000 }
    keys.readTokens.set(token, read)
    return read
  } catch {
    return null
  }
}
