import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { accountLimits } from './account-limits.ts'
import { isPassword } from './passwords.ts'
import { findUser, type UserRow } from './users.queries.ts'

/**
 * The account of who is signed in, if `password` is its own. Raises `WRONG_PASSWORD`, and
 * `TOO_MANY_REQUESTS` after too many of those.
 */
export async function checkPassword(
  ctx: Pick<AppContext, 'db' | 'limits'>,
  userId: string,
  password: string,
): Promise<UserRow> {
  await ctx.limits.count(accountLimits.passwordCheck, userId)
  const user = await findUser(ctx.db.kysely, userId)
  if (!user) throw new ShopError('UNAUTHENTICATED')
  if (!(await isPassword(password, user.password_hash))) throw new ShopError('WRONG_PASSWORD')
  await ctx.limits.uncount(accountLimits.passwordCheck, userId)
  return user
}
