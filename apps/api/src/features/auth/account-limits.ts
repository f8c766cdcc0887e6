import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { type Limit, networkOf } from '../../platform/rate-limit/rate-limits.ts'
import { isAppCode } from './factor-rules.ts'
import { serverKeys } from './secrets.ts'
import { hasSignedInFrom } from './sessions.queries.ts'

const minute = 60
const hour = 60 * minute

/** Limits per period. Of sign-ins and password checks only failed ones are counted. */
export const accountLimits = {
  /** One network guessing one account: throttled first, … */
  loginBurst: { name: 'login-burst', times: 5, seconds: 30 },
  /** … then stopped. */
  loginOfPair: { name: 'login-pair', times: 20, seconds: hour },
  loginOfPairADay: { name: 'login-pair-day', times: 100, seconds: 24 * hour },
  /** One network guessing many accounts. */
  loginOfNetwork: { name: 'login-network', times: 60, seconds: 10 * minute },
  /**
   * Many networks guessing one account; does not affect networks that its owner has used before.
   */
  loginOfAccount: { name: 'login-account', times: 50, seconds: hour },
  /**
   * The limit for unknown networks during such an attack, so that the owner can sign in from a new
   * one.
   */
  loginOfAccountUnderAttack: { name: 'login-attacked', times: 1, seconds: 15 },
  register: { name: 'register', times: 20, seconds: hour },
  /** Registering taken addresses: someone may be probing which addresses have accounts. */
  failedRegistration: { name: 'failed-registration', times: 5, seconds: hour },
  forgotOfNetwork: { name: 'forgot-network', times: 20, seconds: hour },
  forgotOfAccount: { name: 'forgot-account', times: 3, seconds: 15 * minute },
  forgotOfAccountADay: { name: 'forgot-account-day', times: 10, seconds: 24 * hour },
  /**
   * The limit during such an attack: as often as a link expires, so that the owner always has a
   * valid one.
   */
  forgotOfAccountUnderAttack: { name: 'forgot-attacked', times: 1, seconds: hour },
  codeOfNetwork: { name: 'code-network', times: 20, seconds: hour },
  codeOfAccount: { name: 'code-account', times: 3, seconds: 15 * minute },
  /** With five attempts per code this allows fifty guesses a day, of a million possible codes. */
  codeOfAccountADay: { name: 'code-account-day', times: 10, seconds: 24 * hour },
  /** Entering codes to sign in. */
  codeCheck: { name: 'code-check', times: 30, seconds: 15 * minute },
  /**
   * Codes to delete an account, which only its owner can request. Their limit is separate from that
   * of the codes to sign in, so that strangers who use that one up do not delay a deletion. It
   * allows as few guesses a day.
   */
  deletionCodeOfAccount: { name: 'deletion-code', times: 3, seconds: 15 * minute },
  deletionCodeOfAccountADay: { name: 'deletion-code-day', times: 10, seconds: 24 * hour },
  deletionCodeCheck: { name: 'deletion-code-check', times: 30, seconds: 15 * minute },
  /** Opening links of e-mails. */
  link: { name: 'link', times: 30, seconds: 15 * minute },
  /** Entering codes of second factors. */
  factorOfNetwork: { name: 'factor-network', times: 60, seconds: 10 * minute },
  factorOfAccount: { name: 'factor-account', times: 10, seconds: 15 * minute },
  /**
   * Slow guessing of six digits by someone who has the password or a session. Recovery codes cannot
   * be guessed and stay open to the owner.
   */
  appCodeOfAccountADay: { name: 'app-code-day', times: 50, seconds: 24 * hour },
  /** Requests for a passkey challenge: each view of the sign-in page sends one. */
  passkeyRequest: { name: 'passkey-request', times: 300, seconds: 10 * minute },
  passkeySignIn: { name: 'passkey-sign-in', times: 60, seconds: 10 * minute },
  /** Adding passkeys, and confirming by them. */
  passkeyOfAccount: { name: 'passkey-account', times: 30, seconds: 15 * minute },
  refresh: { name: 'refresh', times: 300, seconds: minute },
  passwordCheck: { name: 'password-check', times: 10, seconds: 15 * minute },
  resendVerification: { name: 'resend-verification', times: 3, seconds: 15 * minute },
} as const satisfies Record<string, Limit>

type Context = Pick<AppContext, 'db' | 'limits'>

interface LoginAttempt {
  email: string
  address: string
  /** The account of the e-mail, if there is one. */
  userId: string | undefined
}

/**
 * The subject of an account's limits: its e-mail in lower case as the database finds it, character by
 * character. `toLowerCase` of the whole would tell `İ` from `i`, and a final `Σ` from `σ`.
 */
export function accountOf(email: string): string {
  return Array.from(email, (character) => [...character.toLowerCase()][0]).join('')
}

/**
 * Counts an attempt to sign in as failed before its result is known; `succeeded` takes that back.
 * Counting first gains nothing for concurrent guesses. Throws `TOO_MANY_REQUESTS`, whether or not
 * the account exists.
 */
export async function countLogin(
  ctx: Context,
  { email, address, userId }: LoginAttempt,
): Promise<{ succeeded(): Promise<void> }> {
  const { loginBurst, loginOfPair, loginOfPairADay } = accountLimits
  const { loginOfNetwork, loginOfAccount, loginOfAccountUnderAttack } = accountLimits
  const network = networkOf(address)
  const account = accountOf(email)
  const pair = `${account} ${network}`
  await Promise.all([
    ctx.limits.count(loginBurst, pair),
    ctx.limits.count(loginOfPair, pair),
    ctx.limits.count(loginOfNetwork, network),
  ])
  // Not with the others: what these reject is no attempt of the day.
  await ctx.limits.count(loginOfPairADay, pair)
  try {
    await ctx.limits.count(loginOfAccount, account)
  } catch (rejection) {
    if (!(rejection instanceof ShopError)) throw rejection
    const { originOf } = await serverKeys(ctx)
    const isKnown =
      userId !== undefined && (await hasSignedInFrom(ctx.db.kysely, userId, originOf(network)))
    if (!isKnown) await ctx.limits.count(loginOfAccountUnderAttack, account)
  }
  return {
    async succeeded() {
      await Promise.all([
        ctx.limits.forget(loginBurst, pair),
        ctx.limits.forget(loginOfPair, pair),
        ctx.limits.forget(loginOfPairADay, pair),
        ctx.limits.uncount(loginOfNetwork, network),
        ctx.limits.uncount(loginOfAccount, account),
      ])
    },
  }
}

/**
 * Counts a request for the link to a new password. Raises `TOO_MANY_REQUESTS`, alike for accounts that
 * exist and that do not.
 */
export async function countForgottenPassword(
  { limits }: Pick<AppContext, 'limits'>,
  { email, address }: { email: string; address: string },
): Promise<void> {
  const account = accountOf(email)
  await Promise.all([
    limits.count(accountLimits.forgotOfNetwork, networkOf(address)),
    limits.count(accountLimits.forgotOfAccount, account),
  ])
  await limits
    .count(accountLimits.forgotOfAccountADay, account)
    .catch(async (rejection: unknown) => {
      if (!(rejection instanceof ShopError)) throw rejection
      await limits.count(accountLimits.forgotOfAccountUnderAttack, account)
    })
}

/** Counts a code of a second factor as wrong; `succeeded` takes that back. Throws `TOO_MANY_REQUESTS`. */
export async function countFactorCode(
  { limits }: Pick<AppContext, 'limits'>,
  userId: string,
  code: string,
): Promise<{ succeeded(): Promise<void> }> {
  const { factorOfAccount, appCodeOfAccountADay } = accountLimits
  const counted = isAppCode(code) ? [factorOfAccount, appCodeOfAccountADay] : [factorOfAccount]
  for (const limit of counted) await limits.count(limit, userId)
  return {
    async succeeded() {
      for (const limit of counted) await limits.uncount(limit, userId)
    },
  }
}
