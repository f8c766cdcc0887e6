import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { ShopError } from '../../platform/errors/shop-error.ts'

/**
 * Argon2id as OWASP recommends: 19 MiB, two passes, one lane (the library's default type and
 * version).
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

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
  return inLine(() => hash(normalise(password), cost))
}

/**
 * Whether `password` matches the hash `kept`; without a hash it takes as long and returns false.
 * Throws `TOO_MANY_REQUESTS` if the queue is full.
 */
export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  nobodys ??= hash(crypto.randomUUID(), cost)
  const comparison = kept ?? (await nobodys)
  const matches = await inLine(() => verify(comparison, normalise(password)))
  return matches && kept !== null
}

async function inLine<Result>(work: () => Promise<Result>): Promise<Result> {
  if (queue.pendingCount >= longestQueue)
    throw new ShopError('TOO_MANY_REQUESTS', { retryAfter: secondsToWait })
  return queue(work)
}

/** The same characters are the same password, whichever way a keyboard composes them. */
function normalise(password: string): string {
  return password.normalize('NFKC')
}
