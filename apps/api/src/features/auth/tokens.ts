import { createHash, randomBytes } from 'node:crypto'

const tokenBytes = 32

/** A new opaque token of 256 random bits. */
export function makeToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/** A token as it is kept: of random bits a plain hash is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
