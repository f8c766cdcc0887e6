import type { Role } from '@solvane/contract/user'
import { jwtVerify, SignJWT } from 'jose'
import type { AppContext } from '../../context.ts'
import { accessTokenSeconds, tokenKeys } from './token-keys.ts'

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
  const { signing } = await tokenKeys(ctx)
  const now = Math.floor(ctx.clock.now().getTime() / 1000)
  return new SignJWT({ role, sid: sessionId })
    .setProtectedHeader({ alg: algorithm, ...(signing.id && { kid: signing.id }) })
    .setIssuer(issuer)
    .setSubject(userId)
    .setIssuedAt(now)
    .setExpirationTime(now + accessTokenSeconds)
    .sign(signing.accessToken)
}

/** The content of an access token; null if it is invalid or expired. */
export async function readAccessToken(ctx: Context, token: string): Promise<AccessClaims | null> {
  const { valid, readTokens } = await tokenKeys(ctx)
  const now = ctx.clock.now()
  const known = readTokens.get(token)
  if (known) return known.expiresAt > now.getTime() ? known : null
  try {
    const keyNamed = ({ kid }: { kid?: string }) => {
      const key = valid.find(({ id }) => id === kid)
      if (!key) throw new Error('No valid key has this id.')
      return key.accessToken
    }
    const { payload } = await jwtVerify(token, keyNamed, {
      algorithms: [algorithm],
      issuer,
      currentDate: now,
      requiredClaims: ['sub', 'sid', 'exp'],
    })
    const { sub, sid, exp = 0 } = payload
    const read = { userId: String(sub), sessionId: String(sid), expiresAt: exp * 1000 }
    readTokens.set(token, read)
    return read
  } catch {
    return null
  }
}
