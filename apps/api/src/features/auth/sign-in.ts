import type { FactorWay } from '@solvane/contract/account.admin'
import type { loginInput, Tokens } from '@solvane/contract/auth'
import type { PasskeyRequest, SignedChallenge } from '@solvane/contract/passkeys'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { networkOf } from '../../platform/rate-limit/rate-limits.ts'
import { accountLimits, countLogin } from './account-limits.ts'
import { hasFactor, waysOf } from './factor-rules.ts'
import { findFactors, insertTicket } from './factors.queries.ts'
import { requestPasskey, withPasskey } from './passkeys.ts'
import { hashToken, isPassword, makeToken } from './secrets.ts'
import { openSession } from './sessions.ts'
import { findUserByEmail, lockPassword, type UserRow } from './users.queries.ts'

/** How long a sign-in waits for its second factor, in milliseconds. */
const ticketLife = 10 * 60 * 1000

/** The result of the first factor: the tokens, or the ticket that the second factor is sent with. */
type SignIn = { tokens: Tokens } | { waiting: { ticket: string; ways: FactorWay[] } }

/**
 * Signs an account in after its password, or a code by e-mail, was right. Staff with a second
 * factor get a ticket instead of tokens: it opens nothing by itself.
 */
export async function signIn(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  tx: Queryable,
  user: Pick<UserRow, 'id' | 'role'>,
  address: string,
): Promise<SignIn> {
  const factors = user.role === 'ADMIN' ? await findFactors(tx, user.id) : null
  if (!factors || !hasFactor(factors)) return { tokens: await openSession(ctx, tx, user, address) }
  const ticket = makeToken()
  await insertTicket(tx, {
    hash: hashToken(ticket),
    user_id: user.id,
    expires_at: new Date(ctx.clock.now().getTime() + ticketLife),
  })
  return { waiting: { ticket, ways: waysOf(factors) } }
}

/** The tokens of a sign-in. Throws `SECOND_FACTOR_REQUIRED`, with the ticket, if it waits. */
export function tokensOf(result: SignIn): Tokens {
  if ('tokens' in result) return result.tokens
  throw new ShopError('SECOND_FACTOR_REQUIRED', result.waiting)
}

/**
 * Signs in. Throws `LOGIN_FAILED` in the same way, and after about the same time, for an unknown
 * e-mail, a wrong password and a blocked account; `TOO_MANY_REQUESTS` after too many of those;
 * `SECOND_FACTOR_REQUIRED` for staff who have one.
 */
export async function login(
  ctx: Pick<AppContext, 'db' | 'clock' | 'limits'>,
  { email, password }: z.output<typeof loginInput>,
  address: string,
): Promise<Tokens> {
  const user = await findUserByEmail(ctx.db.kysely, email)
  const attempt = await countLogin(ctx, { email, address, userId: user?.id })
  const matches = await isPassword(password, user?.password_hash ?? null)
  if (!user || !matches || user.blocked_at) throw new ShopError('LOGIN_FAILED')
  const result = await ctx.db.kysely.transaction().execute(async (tx) => {
    const isStillGood = await lockPassword(tx, user.id, user.password_hash)
    return isStillGood ? signIn(ctx, tx, user, address) : null
  })
  if (!result) throw new ShopError('LOGIN_FAILED')
  await attempt.succeeded()
  return tokensOf(result)
}

/** The challenge that a passkey signs to sign in. Throws `TOO_MANY_REQUESTS`. */
export async function beginPasskeySignIn(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db' | 'limits'>,
  address: string,
): Promise<PasskeyRequest> {
  await ctx.limits.count(accountLimits.passkeyRequest, networkOf(address))
  return requestPasskey(ctx, null)
}

/**
 * Signs in by a passkey. That takes the device and its unlocking, so staff need no second factor.
 * Throws `PASSKEY_REFUSED`, `TOO_MANY_REQUESTS`.
 */
export async function signInByPasskey(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db' | 'limits' | 'log'>,
  signed: SignedChallenge,
  address: string,
): Promise<Tokens> {
  await ctx.limits.count(accountLimits.passkeySignIn, networkOf(address))
  return withPasskey(ctx, signed, null, (tx, user) => openSession(ctx, tx, user, address))
}
