import { randomBytes } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { type ChallengePurpose, deleteChallenge, insertChallenge } from './passkeys.queries.ts'

/** How long a challenge can be signed, in milliseconds. */
export const challengeLife = 10 * 60 * 1000

const challengeBytes = 32

/** Makes a challenge to be signed once, within ten minutes. */
export async function makeChallenge(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  purpose: ChallengePurpose,
  userId: string | null,
): Promise<Buffer> {
  const challenge = randomBytes(challengeBytes)
  await insertChallenge(ctx.db.kysely, {
    challenge,
    purpose,
    user_id: userId,
    expires_at: new Date(ctx.clock.now().getTime() + challengeLife),
  })
  return challenge
}

/**
 * Uses up the challenge that an authenticator says it has signed, before the signature is checked:
 * nobody can try twice. Throws `PASSKEY_REFUSED`.
 */
export async function takeChallenge(
  ctx: Pick<AppContext, 'clock' | 'db'>,
  clientDataJSON: string,
  { purpose, userId }: { purpose: ChallengePurpose; userId: string | null },
): Promise<string> {
  let challenge: unknown
  try {
    challenge = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()).challenge
  } catch {
    throw new ShopError('PASSKEY_REFUSED')
  }
  if (typeof challenge !== 'string') throw new ShopError('PASSKEY_REFUSED')
  const made = { challenge: Buffer.from(challenge, 'base64url'), purpose, user_id: userId }
  if (!(await deleteChallenge(ctx.db.kysely, made, ctx.clock.now())))
    throw new ShopError('PASSKEY_REFUSED')
  return challenge
}
