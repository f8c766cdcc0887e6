import type { Tokens } from '@solvane/contract/auth'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { networkOf } from '../../platform/rate-limit/network-of.ts'
import { accountLimits } from './account-limits.ts'
import { deleteLink, findLinkedUser } from './account-links.queries.ts'
import { openSession } from './open-session.ts'
import { hashPassword } from './passwords.ts'
import { forgetSessions } from './session-states.ts'
import { checkPasswordOfRole, minimumLengthOf, setPassword } from './set-password.ts'
import { hashToken } from './tokens.ts'
import { findUser, markEmailVerified, type UserRow } from './users.queries.ts'

/** What the link of a letter to choose a password is for. Raises `LINK_EXPIRED`, `TOO_MANY_REQUESTS`. */
export async function describePasswordLink(
  ctx: Pick<AppContext, 'db' | 'clock' | 'limits'>,
  token: string,
  address: string,
): Promise<{ isInvitation: boolean; minimumLength: 6 | 12 }> {
  const user = await findUserOfLink(ctx, hashToken(token), address)
  return { isInvitation: isInvited(user), minimumLength: minimumLengthOf(user.role) }
}

/**
 * Sets a new password by the link of a letter and ends every session. Who has the letter owns the
 * address, so it is confirmed as well. Of an invitation gives the tokens of a session, else null. Raises
 * `LINK_EXPIRED`, `PASSWORD_TOO_SHORT` for an administrator's, `TOO_MANY_REQUESTS`.
 */
export async function resetPassword(
  ctx: Pick<AppContext, 'config' | 'db' | 'changes' | 'jobs' | 'clock' | 'limits'>,
  { token, newPassword }: { token: string; newPassword: string },
  address: string,
): Promise<Tokens | null> {
  const hash = hashToken(token)
  // Looked up before the costly part, so that made-up links cost nothing.
  const user = await findUserOfLink(ctx, hash, address)
  checkPasswordOfRole(newPassword, user.role)
  const passwordHash = await hashPassword(newPassword)
  const tokens = await ctx.db.kysely.transaction().execute(async (tx) => {
    if (!(await deleteLink(tx, hash))) throw new ShopError('LINK_EXPIRED')
    await setPassword(ctx, tx, user, passwordHash)
    await markEmailVerified(tx, user.id, ctx.clock.now())
    return isInvited(user) ? openSession(ctx, tx, user, address) : null
  })
  forgetSessions(ctx, user.id)
  return tokens
}

/** Someone of staff who has never chosen a password. */
function isInvited({ role, email_verified_at }: UserRow): boolean {
  return role === 'ADMIN' && email_verified_at === null
}

async function findUserOfLink(
  ctx: Pick<AppContext, 'db' | 'clock' | 'limits'>,
  hash: Buffer,
  address: string,
): Promise<UserRow> {
  await ctx.limits.count(accountLimits.link, networkOf(address))
  const userId = await findLinkedUser(ctx.db.kysely, hash, 'reset-password', ctx.clock.now())
  const user = userId && (await findUser(ctx.db.kysely, userId))
  if (!user || user.blocked_at) throw new ShopError('LINK_EXPIRED')
  return user
}
