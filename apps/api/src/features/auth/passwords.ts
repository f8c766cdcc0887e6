import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { ShopError } from '../../platform/errors/shop-error.ts'

/** Argon2id as OWASP advises: 19 MiB, two passes, one lane (the library's own kind and version). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A flood of sign-ins waits in line here, and leaves threads for files and pictures. */
const atOnce = pLimit(Math.max(1, Math.min(2, availableParallelism() - 1)))

/** Who would wait longer than some seconds is sent away. */
const longestLine = 200
const secondsToWait = 5

/** Of a password that nobody has: checked where there is no account, so that the answer takes as long. */
let nobodys: Promise<string> | undefined

/**
 * The hash to keep of a password. Takes some 20 ms of one core, after those before it in line.
 * Raises `TOO_MANY_REQUESTS` when the line is long.
 */
export function hashPassword(password: string): Promise<string> {
  return inLine(() => hash(normalise(password), cost))
}

/**
 * Whether `password` is the one of `kept`; takes as long, and is false, when nothing is kept.
 * Raises `TOO_MANY_REQUESTS` when the line is long.
 */
export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  nobodys ??= hash(crypto.randomUUID(), cost)
  const comparison = kept ?? (await nobodys)
  const matches = await inLine(() => verify(comparison, normalise(password)))
  return matches && kept !== null
}

async function inLine<Result>(work: () => Promise<Result>): Promise<Result> {
  if (atOnce.pendingCount >= longestLine)
    throw new ShopError('TOO_MANY_REQUESTS', { retryAfter: secondsToWait })
  return atOnce(work)
}

/** The same characters are the same password, whichever way a keyboard composes them. */
function normalise(password: string): string {
  return password.normalize('NFKC')
}
