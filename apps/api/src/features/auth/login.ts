import type { loginInput, Tokens } from '@solvane/contract/auth'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { countLogin } from './account-limits.ts'
import { openSession } from './open-session.ts'
import { isPassword } from './passwords.ts'
import { findUserByEmail, lockPassword } from './users.queries.ts'

/**
 * Signs in. Raises `LOGIN_FAILED` alike, and after about the same time, for an unknown e-mail, a
 * wrong password and a blocked account; `TOO_MANY_REQUESTS` after too many of those.
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
  const tokens = await ctx.db.kysely.transaction().execute(async (tx) => {
    const isStillGood = await lockPassword(tx, user.id, user.password_hash)
    return isStillGood ? openSession(ctx, tx, user, address) : null
  })
  if (!tokens) throw new ShopError('LOGIN_FAILED')
  await attempt.succeeded()
  return tokens
}
