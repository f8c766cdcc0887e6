import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { postLetter } from '../../platform/mail/outbox.ts'
import { networkOf } from '../../platform/rate-limit/network-of.ts'
import { resetPasswordLetter } from './account-emails.ts'
import { accountLimits } from './account-limits.ts'
import { makeAccountLink } from './account-links.ts'
import { findUserByEmail } from './users.queries.ts'

/** A password was said to be forgotten; whether there is such an account is seen later. */
export const forgottenPassword = defineJob<{ email: string }>('forgotten-password')

/**
 * Has a letter written that lets its reader choose a new password. Whether there is an account is
 * only looked up afterwards, so that neither answer nor its time tells. Raises `TOO_MANY_REQUESTS`.
 */
export async function forgotPassword(
  ctx: Pick<AppContext, 'db' | 'jobs' | 'limits'>,
  email: string,
  address: string,
): Promise<void> {
  await Promise.all([
    ctx.limits.count(accountLimits.forgotOfNetwork, networkOf(address)),
    ctx.limits.count(accountLimits.forgotOfAccount, email.toLowerCase()),
  ])
  await ctx.jobs.enqueue(ctx.db.kysely, forgottenPassword, { email })
}

/** Writes the letter, if the address has an account that is not blocked. */
export async function answerForgottenPassword(
  ctx: Pick<AppContext, 'config' | 'db' | 'jobs' | 'clock'>,
  email: string,
): Promise<void> {
  const user = await findUserByEmail(ctx.db.kysely, email)
  if (!user || user.blocked_at) return
  await ctx.db.kysely.transaction().execute(async (tx) => {
    const token = await makeAccountLink(ctx, tx, user.id, 'reset-password')
    await postLetter(ctx, tx, {
      kind: 'reset-password',
      key: randomUUID(),
      recipient: user.email,
      isAccountLink: true,
      letter: resetPasswordLetter(ctx, user, token),
    })
  })
}
