import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import { deleteFactors } from './factors.queries.ts'
import { hashPassword } from './passwords.ts'
import { endSessionsOfUser } from './sessions.queries.ts'
import { findUserByEmail, insertUser, updateAsAdministrator } from './users.queries.ts'

type Context = Pick<AppContext, 'db' | 'clock'>

interface Administrator {
  email: string
  password: string
}

/**
 * Makes the account of `email` an owner's with this password, and creates it if necessary. An
 * existing account loses its sessions and its second factor, because a stranger may have opened it,
 * or its owner has lost the factor.
 */
export async function makeAdministrator(
  ctx: Context,
  { email, password }: Administrator,
): Promise<void> {
  const now = ctx.clock.now()
  const administrator = {
    role: 'ADMIN' as const,
    staff_role: 'OWNER' as const,
    password_hash: await hashPassword(password),
    email_verified_at: now,
  }
  await ctx.db.kysely.transaction().execute(async (tx) => {
    const account = { id: randomUUID(), email, nick_name: null, created_at: now, ...administrator }
    if (await insertUser(tx, account)) return
    const known = await findUserByEmail(tx, email)
    if (!known) return
    await updateAsAdministrator(tx, known.id, administrator)
    await deleteFactors(tx, known.id)
    await endSessionsOfUser(tx, known.id, now)
  })
}

/** The same at startup: an existing administrator keeps the password. */
export async function ensureAdministrator(
  ctx: Context,
  administrator: Administrator,
): Promise<void> {
  const known = await findUserByEmail(ctx.db.kysely, administrator.email)
  if (known?.role !== 'ADMIN') await makeAdministrator(ctx, administrator)
}
