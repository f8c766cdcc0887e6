import type { Profile } from '@solvane/contract/user'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { findUser, type UserRow, updateNickName } from './users.queries.ts'

type Context = Pick<AppContext, 'db'>

/** The signed-in account. */
export async function getProfile(ctx: Context, userId: string): Promise<Profile> {
  const user = await findUser(ctx.db.kysely, userId)
  if (!user) throw new ShopError('UNAUTHENTICATED')
  return toProfile(user)
}

/** Changes the name; an empty one removes it. */
export async function updateProfile(
  ctx: Context,
  userId: string,
  { nickName }: { nickName: string },
): Promise<Profile> {
  await updateNickName(ctx.db.kysely, userId, nickName || null)
  return getProfile(ctx, userId)
}

function toProfile(user: UserRow): Profile {
  return {
    id: user.id,
    email: user.email,
    nickName: user.nick_name,
    role: user.role,
    staffRole: user.staff_role,
    isEmailVerified: user.email_verified_at !== null,
  }
}
