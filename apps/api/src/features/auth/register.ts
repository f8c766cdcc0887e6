import { randomUUID } from 'node:crypto'
import type { registrationInput, Tokens } from '@solvane/contract/auth'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { queueEmail } from '../../platform/mail/outbox.ts'
import { networkOf } from '../../platform/rate-limit/rate-limits.ts'
import { registrationAttemptEmail, welcomeEmail } from './account-emails.ts'
import { accountLimits } from './account-limits.ts'
import { makeAccountLink } from './account-links.ts'
import { hashPassword } from './passwords.ts'
import { openSession } from './sessions.ts'
import { findUserByEmail, insertUser } from './users.queries.ts'

/**
 * Opens a shopper's account, signs in, and e-mails the address. Throws `REGISTRATION_FAILED` if the
 * address has an account, whose owner is e-mailed at most once a day. Throws `TOO_MANY_REQUESTS` if
 * one network registers too often, or fails too often.
 */
export async function register(
  ctx: Pick<AppContext, 'config' | 'db' | 'clock' | 'limits' | 'jobs'>,
  { name, email, password }: z.output<typeof registrationInput>,
  address: string,
): Promise<Tokens> {
  const network = networkOf(address)
  await ctx.limits.count(accountLimits.register, network)
  // Checked for every address: otherwise this error would reveal that an address is taken.
  await ctx.limits.check(accountLimits.failedRegistration, network)
  const now = ctx.clock.now()
  const user = {
    id: randomUUID(),
    email,
    nick_name: name,
    role: 'USER' as const,
    password_hash: await hashPassword(password),
    email_verified_at: null,
    created_at: now,
  }
  const tokens = await ctx.db.kysely.transaction().execute(async (tx) => {
    if (await insertUser(tx, user)) {
      const token = await makeAccountLink(ctx, tx, user.id, 'verify-email')
      await queueEmail(ctx, tx, {
        kind: 'welcome',
        key: user.id,
        recipient: email,
        content: welcomeEmail(ctx, user, token),
      })
      return openSession(ctx, tx, user, address)
    }
    const owner = await findUserByEmail(tx, email)
    if (owner)
      await queueEmail(ctx, tx, {
        kind: 'registration-attempt',
        key: `${owner.id} ${now.toISOString().slice(0, 10)}`,
        recipient: owner.email,
        content: registrationAttemptEmail(ctx, owner),
      })
    return null
  })
  if (tokens) return tokens
  await ctx.limits.count(accountLimits.failedRegistration, network)
  throw new ShopError('REGISTRATION_FAILED')
}
