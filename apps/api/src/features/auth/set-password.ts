import { randomUUID } from 'node:crypto'
import { minimumAdminPasswordLength } from '@solvane/contract/auth'
import type { Role } from '@solvane/contract/user'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { postLetter } from '../../platform/mail/outbox.ts'
import { deleteLinksOfUser } from './account-links.queries.ts'
import { passwordChangedLetter } from './letters.ts'
import { endSessionsOfUser } from './sessions.queries.ts'
import { type UserRow, updatePassword } from './users.queries.ts'

/** Raises `PASSWORD_TOO_SHORT` on a password that is too short for the role (decision A7). */
export function checkPasswordOfRole(password: string, role: Role): void {
  if (role === 'ADMIN' && password.length < minimumAdminPasswordLength)
    throw new ShopError(
      'PASSWORD_TOO_SHORT',
      undefined,
      `Password must be at least ${minimumAdminPasswordLength} characters long.`,
    )
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
