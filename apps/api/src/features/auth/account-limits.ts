import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { type Limit, networkOf } from '../../platform/rate-limit/rate-limits.ts'
import { serverKeys } from './server-keys.ts'
import { hasSignedInFrom } from './sessions.queries.ts'

const minute = 60
const hour = 60 * minute

/** How often is often. Of sign-ins and password checks only those that failed are counted. */
export const accountLimits = {
  /** One network trying one account: slowed down first, … */
  loginInHaste: { name: 'login-haste', times: 5, seconds: 30 },
  /** … stopped then. */
  loginOfPair: { name: 'login-pair', times: 20, seconds: hour },
  /** One network trying many accounts. */
  loginOfNetwork: { name: 'login-network', times: 60, seconds: 10 * minute },
  /** Many networks trying one account; those its owner has used before are not held up by this. */
  loginOfAccount: { name: 'login-account', times: 50, seconds: hour },
  /** What remains to the others then, so that the owner on a new network gets in as well. */
  loginOfAccountUnderAttack: { name: 'login-attacked', times: 1, seconds: 15 },
  register: { name: 'register', times: 20, seconds: hour },
  /** Registering addresses that have an account already: whoever asks for many wants to know which do. */
  registerInVain: { name: 'register-in-vain', times: 5, seconds: hour },
  forgotOfNetwork: { name: 'forgot-network', times: 20, seconds: hour },
  forgotOfAccount: { name: 'forgot-account', times: 3, seconds: 15 * minute },
  /** Following the links in e-mails. */
  link: { name: 'link', times: 30, seconds: 15 * minute },
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
 * Counts an attempt to sign in as failed, before it is known; `succeeded` takes that back. Counting
 * first leaves nothing to gain by trying many passwords at once. Raises `TOO_MANY_REQUESTS`, alike
 * for accounts that exist and that do not.
 */
export async function countLogin(
  ctx: Context,
  { email, address, userId }: LoginAttempt,
): Promise<{ succeeded(): Promise<void> }> {
  const { loginInHaste, loginOfPair, loginOfNetwork, loginOfAccount, loginOfAccountUnderAttack } =
    accountLimits
  const network = networkOf(address)
  const account = email.toLowerCase()
  const pair = `${account} ${network}`
  await Promise.all([
    ctx.limits.count(loginInHaste, pair),
    ctx.limits.count(loginOfPair, pair),
    ctx.limits.count(loginOfNetwork, network),
  ])
  try {
    await ctx.limits.count(loginOfAccount, account)
  } catch (refusal) {
    if (!(refusal instanceof ShopError)) throw refusal
    const { originOf } = await serverKeys(ctx)
    const isKnown =
      userId !== undefined && (await hasSignedInFrom(ctx.db.kysely, userId, originOf(network)))
    if (!isKnown) await ctx.limits.count(loginOfAccountUnderAttack, account)
  }
  return {
    async succeeded() {
      await Promise.all([
        ctx.limits.forget(loginInHaste, pair),
        ctx.limits.forget(loginOfPair, pair),
        ctx.limits.uncount(loginOfNetwork, network),
        ctx.limits.uncount(loginOfAccount, account),
      ])
    },
  }
}
