import { randomUUID } from 'node:crypto'
import type { registrationInput, Tokens } from '@solvane/contract/auth'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { openSession } from './open-session.ts'
import { hashPassword } from './passwords.ts'
import { insertUser } from './users.queries.ts'

/** Opens a shopper's account and signs in. Raises `REGISTRATION_FAILED` when the e-mail has one. */
export async function register(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  { name, email, password }: z.output<typeof registrationInput>,
  address: string,
): Promise<Tokens> {
  const passwordHash = await hashPassword(password)
  const user = {
    id: randomUUID(),
    email,
    nick_name: name,
    role: 'USER' as const,
    password_hash: passwordHash,
    email_verified_at: null,
    created_at: ctx.clock.now(),
  }
  const tokens = await ctx.db.kysely.transaction().execute(async (tx) => {
    return (await insertUser(tx, user)) ? openSession(ctx, tx, user, address) : null
  })
  if (!tokens) throw new ShopError('REGISTRATION_FAILED')
  return tokens
}
