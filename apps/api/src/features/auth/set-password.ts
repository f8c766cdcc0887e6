import { randomUUID } from 'node:crypto'
import { minimumAdminPasswordLength, minimumPasswordLength } from '@solvane/contract/auth'
import type { Role } from '@solvane/contract/user'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { postLetter } from '../../platform/mail/outbox.ts'
import { passwordChangedLetter } from './account-emails.ts'
import { deleteLinksOfUser } from './account-links.queries.ts'
import { endSessionsOfUser } from './sessions.queries.ts'
import { type UserRow, updatePassword } from './users.queries.ts'

/** How many characters a password of this role has at least (decision A7). */
export function minimumLengthOf(role: Role): 6 | 12 {
  return role === 'ADMIN' ? minimumAdminPasswordLength : minimumPasswordLength
}

/** Raises `PASSWORD_TOO_SHORT` on a password that is too short for the role (decision A7). */
export function checkPasswordOfRole(password: string, role: Role): void {
  const minimum = minimumLengthOf(role)
  if (password.length >= minimum) return
  const message = `Password must be at least ${minimum} characters long.`
  throw new ShopError('PASSWORD_TOO_SHORT', undefined, message)
}

/**
 * Sets a password, in a transaction: ends every session, makes links to choose another worthless,
 * and writes to the owner. The caller has the process forget the sessions after the commit.
 */
export async function setPassword(
  ctx: Pick<AppContext, 'config' | 'jobs' | 'clock'>,
  tx: Queryable,
  user: UserRow,
  passwordHash: string,
): Promise<void> {
  await updatePassword(tx, user.id, passwordHash)
  await deleteLinksOfUser(tx, user.id, 'reset-password')
  await endSessionsOfUser(tx, user.id, ctx.clock.now())
  await postLetter(ctx, tx, {
    kind: 'password-changed',
    key: randomUUID(),
    recipient: user.email,
    letter: passwordChangedLetter(ctx, user),
  })
}
