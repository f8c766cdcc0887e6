import { createHmac, hkdfSync, type webcrypto } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../platform/database/database.ts'
import { findOrMakeServerKey } from './sessions.queries.ts'

/** What a good access token says. */
interface ReadToken {
  userId: string
  sessionId: string
  /** In milliseconds since 1970. */
  expiresAt: number
}

const rememberedTokens = 20_000

/** What this shop signs and derives with; the same in every process. */
export interface ServerKeys {
  /** HS256 key of the access tokens. */
  accessToken: webcrypto.CryptoKey
  /** Access tokens whose signature was found good: a session sends the same one again and again. */
  readTokens: LRUCache<string, ReadToken>
  /** The refresh token that follows `token`: known to the server alone, and nothing of it is kept. */
  successorOf(token: string): string
  /** A network address as it is remembered. */
  originOf(address: string): Buffer
  /** An e-mail address as it is remembered where a person must be known again, however it is written. */
  customerOf(email: string): Buffer
}

const known = new WeakMap<Database, Promise<ServerKeys>>()

/** The keys kept in the database, made by whichever process first needs them. */
export function serverKeys(ctx: Pick<AppContext, 'db'>): Promise<ServerKeys> {
  let keys = known.get(ctx.db)
  if (!keys) {
    keys = findOrMakeServerKey(ctx.db, 'accounts').then(deriveKeys)
    known.set(ctx.db, keys)
    keys.catch(() => known.delete(ctx.db))
  }
  return keys
}

async function deriveKeys(secret: Buffer): Promise<ServerKeys> {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  const [refreshToken, origin] = [derive('refresh token'), derive('origin')]
  const customer = derive('customer')
  return {
    accessToken: await crypto.subtle.importKey(
      'raw',
      derive('access token'),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['sign', 'verify'],
    ),
    readTokens: new LRUCache({ max: rememberedTokens }),
    successorOf: (token) => createHmac('sha256', refreshToken).update(token).digest('base64url'),
    originOf: (address) => createHmac('sha256', origin).update(address).digest(),
    customerOf: (email) =>
      createHmac('sha256', customer).update(email.trim().toLowerCase()).digest(),
  }
}
