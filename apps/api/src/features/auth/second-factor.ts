import { randomUUID } from 'node:crypto'
import type { Tokens } from '@solvane/contract/auth'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { queueEmail } from '../../platform/mail/outbox.ts'
import { networkOf } from '../../platform/rate-limit/rate-limits.ts'
import { type SecurityEvent, securityEmail } from './account-emails.ts'
import { accountLimits, countFactorCode } from './account-limits.ts'
import { isAppCode, plainRecoveryCode, stepOfCode } from './factor-rules.ts'
import {
  countTicketAttempt,
  deleteRecoveryCode,
  deleteTicket,
  lockTotp,
  setLastStep,
} from './factors.queries.ts'
import { hashToken } from './secrets.ts'
import { openSession } from './sessions.ts'
import { findUser, type UserRow } from './users.queries.ts'

/** A waiting sign-in is void after so many wrong codes. */
const mostAttempts = 5

/**
 * Ends a waiting sign-in with a code from an authenticator app, or a recovery code. Throws
 * `SIGN_IN_EXPIRED`, `FACTOR_CODE_WRONG`, `TOO_MANY_REQUESTS`.
 */
export async function passSecondFactor(
  ctx: Pick<AppContext, 'config' | 'db' | 'clock' | 'jobs' | 'limits'>,
  { ticket, secretCode }: { ticket: string; secretCode: string },
  address: string,
): Promise<Tokens> {
  await ctx.limits.count(accountLimits.factorOfNetwork, networkOf(address))
  const hash = hashToken(ticket)
  const at = ctx.clock.now()
  const userId = await countTicketAttempt(ctx.db.kysely, hash, { at, most: mostAttempts })
  const user = userId && (await findUser(ctx.db.kysely, userId))
  if (!user || user.blocked_at || user.role !== 'ADMIN') throw new ShopError('SIGN_IN_EXPIRED')
  const attempt = await countFactorCode(ctx, user.id, secretCode)
  const tokens = await ctx.db.kysely.transaction().execute(async (tx) => {
    await useCode(ctx, tx, user, secretCode)
    if (!(await deleteTicket(tx, hash))) throw new ShopError('SIGN_IN_EXPIRED')
    return openSession(ctx, tx, user, address)
  })
  await attempt.succeeded()
  return tokens
}

/**
 * Uses up a code of an account and returns its kind, for the audit log. The owner is e-mailed about
 * a recovery code. Throws `FACTOR_CODE_WRONG`.
 */
export async function useCode(
  ctx: Pick<AppContext, 'config' | 'clock' | 'jobs'>,
  tx: Queryable,
  user: UserRow,
  code: string,
): Promise<string> {
  if (isAppCode(code)) {
    const totp = await lockTotp(tx, user.id)
    const step =
      totp?.secret &&
      stepOfCode(totp.secret, code, { now: ctx.clock.now(), lastStep: totp.last_step })
    if (!step) throw new ShopError('FACTOR_CODE_WRONG')
    await setLastStep(tx, user.id, step)
    return 'Authenticator app'
  }
  if (!(await deleteRecoveryCode(tx, user.id, hashToken(plainRecoveryCode(code)))))
    throw new ShopError('FACTOR_CODE_WRONG')
  await sendSecurityEmail(ctx, tx, user, 'RECOVERY_CODE_USED')
  return 'Recovery code'
}

/** E-mails an account's owner about a change of how to sign in. */
export async function sendSecurityEmail(
  ctx: Pick<AppContext, 'config' | 'clock' | 'jobs'>,
  tx: Queryable,
  user: UserRow,
  event: SecurityEvent,
): Promise<void> {
  await queueEmail(ctx, tx, {
    kind: 'security',
    key: randomUUID(),
    recipient: user.email,
    content: securityEmail(ctx, user, event),
  })
}
