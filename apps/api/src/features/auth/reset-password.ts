import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { networkOf } from '../../platform/rate-limit/network-of.ts'
import { accountLimits } from './account-limits.ts'
import { deleteLink, findLinkedUser } from './account-links.queries.ts'
import { hashPassword } from './passwords.ts'
import { forgetSessions } from './session-states.ts'
import { checkPasswordOfRole, setPassword } from './set-password.ts'
import { hashToken } from './tokens.ts'
import { findUser, markEmailVerified } from './users.queries.ts'

/**
 * Sets a new password by the link of a letter and ends every session. Who has the letter owns the
 * address, so it is confirmed as well. Raises `LINK_EXPIRED`, `PASSWORD_TOO_SHORT` for an
 * administrator's, `TOO_MANY_REQUESTS`.
 */
export async function resetPassword(
  ctx: Pick<AppContext, 'config' | 'db' | 'changes' | 'jobs' | 'clock' | 'limits'>,
  { token, newPassword }: { token: string; newPassword: string },
  address: string,
): Promise<void> {
  await ctx.limits.count(accountLimits.link, networkOf(address))
  const hash = hashToken(token)
  const now = ctx.clock.now()
  // Looked up before the costly part, so that made-up links cost nothing.
  const userId = await findLinkedUser(ctx.db.kysely, hash, 'reset-password', now)
  const user = userId && (await findUser(ctx.db.kysely, userId))
  if (!user || user.blocked_at) throw new ShopError('LINK_EXPIRED')
  checkPasswordOfRole(newPassword, user.role)
  const passwordHash = await hashPassword(newPassword)
  await ctx.db.kysely.transaction().execute(async (tx) => {
    if (!(await deleteLink(tx, hash))) throw new ShopError('LINK_EXPIRED')
    await setPassword(ctx, tx, user, passwordHash)
    await markEmailVerified(tx, user.id, now)
  })
  forgetSessions(ctx, user.id)
}
