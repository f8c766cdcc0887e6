import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../platform/database/database.ts'
import { findOrMakeServerKey } from './secrets.queries.ts'

const tokenBytes = 32

/** A new opaque token of 256 random bits. */
export function makeToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/** The hash of a token for storage: for random bits a fast hash is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** What hashes are made with that are stored for good: this key is never replaced. */
export interface ServerKeys {
  /** The hash under which a network address is stored. */
  originOf(address: string): Buffer
  /**
   * The hash under which an e-mail address is stored where a person must be recognized, however it
   * is written.
   */
  customerOf(email: string): Buffer
  /** The hash under which the code of a request for signing in is stored. */
  codeHashOf(requestHash: Buffer, code: string): Buffer
  /** What the first key of the tokens is made of, before any was rotated. */
  firstTokenSecret: Buffer
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

function deriveKeys(secret: Buffer): ServerKeys {
  const [origin, customer] = [derive(secret, 'origin'), derive(secret, 'customer')]
  const signInCode = derive(secret, 'sign-in code')
  return {
    originOf: (address) => createHmac('sha256', origin).update(address).digest(),
    customerOf: (email) =>
      createHmac('sha256', customer).update(email.trim().toLowerCase()).digest(),
    codeHashOf: (requestHash, code) =>
      createHmac('sha256', signInCode).update(requestHash).update(code).digest(),
    firstTokenSecret: secret,
  }
}

/** The key for one purpose, from a secret for several. */
export function derive(secret: Buffer, purpose: string): Buffer<ArrayBuffer> {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
