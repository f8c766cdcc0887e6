import { createHmac, hkdfSync, type webcrypto } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../platform/database/database.ts'
import { findOrMakeServerKey } from './sessions.queries.ts'

/** The content of a valid access token. */
interface ReadToken {
  userId: string
  sessionId: string
  /** Unix milliseconds. */
  expiresAt: number
}

const rememberedTokens = 20_000

/** The keys for signing and deriving; the same in every process. */
export interface ServerKeys {
  /** HS256 key of the access tokens. */
  accessToken: webcrypto.CryptoKey
  /** Verified access tokens: a session sends the same one again and again. */
  readTokens: LRUCache<string, ReadToken>
  /** The successor of a refresh token: derived with a secret key, so that it need not be stored. */
  successorOf(token: string): string
  /** The hash under which a network address is stored. */
  originOf(address: string): Buffer
  /**
   * The hash under which an e-mail address is stored where a person must be recognized, however it
   * is written.
   */
  customerOf(email: string): Buffer
}

const known = new WeakMap<Database, Promise<ServerKeys>>()

/** The keys stored in the database, created by the first process that needs them. */
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
