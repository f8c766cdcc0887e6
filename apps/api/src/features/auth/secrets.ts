import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
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

/** The key for hashes stored permanently: it is never replaced. */
interface ServerKeys {
  /** The hash under which a network address is stored. */
  originOf(address: string): Buffer
  /**
   * The hash under which an e-mail address is stored where a person must be recognized, however it
   * is written.
   */
  customerOf(email: string): Buffer
  /** The hash under which the code of a request for signing in is stored. */
  codeHashOf(requestHash: Buffer, code: string): Buffer
  /** The token of the link to a selection, derived from its request: 128 bits, in lower case. */
  selectionTokenOf(request: string): string
  /** The source of the first token key, before any rotation. */
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
  const selection = derive(secret, 'selection')
  return {
    originOf: (address) => createHmac('sha256', origin).update(address).digest(),
    customerOf: (email) =>
      createHmac('sha256', customer).update(email.trim().toLowerCase()).digest(),
    codeHashOf: (requestHash, code) =>
      createHmac('sha256', signInCode).update(requestHash).update(code).digest(),
    selectionTokenOf: (request) =>
      createHmac('sha256', selection).update(request).digest('hex').slice(0, 32),
    firstTokenSecret: secret,
  }
}

/** The key for one purpose, from a secret for several. */
export function derive(secret: Buffer, purpose: string): Buffer<ArrayBuffer> {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}

/**
 * Argon2id as OWASP recommends: 19 MiB, two passes, one lane (the library's default type and
 * version). Only tests change it (`test/password-cost.ts`).
 */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** A copy, because the dummy hash outlives changes of the cost by tests. */
const costOfNobodys = { ...passwordCost }

/** A flood of sign-ins waits in this queue, and leaves threads for files and pictures. */
const queue = pLimit(Math.max(1, Math.min(2, availableParallelism() - 1)))

/** Longer waits would exceed some seconds. */
const longestQueue = 200
const secondsToWait = 5

/** A dummy hash, checked for unknown accounts so that the response takes as long. */
let nobodys: Promise<string> | undefined

/**
 * Hashes a password for storage. Takes about 20 ms of one core, after its turn in the queue. Throws
 * `TOO_MANY_REQUESTS` if the queue is full.
 */
export function hashPassword(password: string): Promise<string> {
  return inLine(() => hash(normalise(password), passwordCost))
}

/**
 * Whether `password` matches the hash `kept`; without a hash it takes as long and returns false.
 * Throws `TOO_MANY_REQUESTS` if the queue is full.
 */
export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  nobodys ??= hash(crypto.randomUUID(), costOfNobodys)
  const comparison = kept ?? (await nobodys)
  const matches = await inLine(() => verify(comparison, normalise(password)))
  return matches && kept !== null
}

async function inLine<Result>(work: () => Promise<Result>): Promise<Result> {
  if (queue.pendingCount >= longestQueue)
    throw new ShopError('TOO_MANY_REQUESTS', { retryAfter: secondsToWait })
  return queue(work)
}

/** Normalizes a password: its characters count, however a keyboard composes them. */
function normalise(password: string): string {
  return password.normalize('NFKC')
}
