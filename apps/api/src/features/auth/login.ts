import type { loginInput, Tokens } from '@solvane/contract/auth'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { openSession } from './open-session.ts'
import { isPassword } from './passwords.ts'
import { findUserByEmail } from './users.queries.ts'

/**
 * Signs in. Raises `LOGIN_FAILED` alike, and after about the same time, for an unknown e-mail, a
 * wrong password and a blocked account.
 */
export async function login(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  { email, password }: z.output<typeof loginInput>,
  address: string,
): Promise<Tokens> {
  const user = await findUserByEmail(ctx.db.kysely, email)
  const matches = await isPassword(password, user?.password_hash ?? null)
  if (!user || !matches || user.blocked_at) throw new ShopError('LOGIN_FAILED')
  return ctx.db.kysely.transaction().execute((tx) => openSession(ctx, tx, user, address))
}
