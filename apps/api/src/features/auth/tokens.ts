import { createHash, randomBytes } from 'node:crypto'

const tokenBytes = 32

/** A new opaque token of 256 random bits. */
export function makeToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/** The hash of a token for storage: for random bits a fast hash is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
