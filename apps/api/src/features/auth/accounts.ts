import { randomUUID } from 'node:crypto'
import { minimumPasswordLength, type registrationInput, type Tokens } from '@solvane/contract/auth'
import type { endpoints } from '@solvane/contract/endpoints'
import type { Profile } from '@solvane/contract/user'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { queueEmail } from '../../platform/mail/outbox.ts'
import { networkOf } from '../../platform/rate-limit/rate-limits.ts'
import { registrationAttemptEmail, welcomeEmail } from './account-emails.ts'
import { accountLimits } from './account-limits.ts'
import { checkPasswordOfRole, makeAccountLink, setPassword } from './account-links.ts'
import { hashPassword, isPassword } from './secrets.ts'
import { forgetSessions, openSession } from './sessions.ts'
import {
  findUser,
  findUserByEmail,
  insertUser,
  lockPassword,
  type UserRow,
  updateNickName,
} from './users.queries.ts'

/**
 * Opens a shopper's account, signs in, and e-mails the address. Throws `REGISTRATION_FAILED` if the
 * address has an account, whose owner is e-mailed at most once a day. Throws `TOO_MANY_REQUESTS` if
 * one network registers too often, or fails too often.
 */
export async function register(
  ctx: Pick<AppContext, 'config' | 'db' | 'clock' | 'limits' | 'jobs'>,
  { name, email, password }: z.output<typeof registrationInput>,
  address: string,
): Promise<Tokens> {
  const network = networkOf(address)
  await ctx.limits.count(accountLimits.register, network)
  // Checked for every address: otherwise this error would reveal that an address is taken.
  await ctx.limits.check(accountLimits.failedRegistration, network)
  const now = ctx.clock.now()
  const user = {
    id: randomUUID(),
    email,
    nick_name: name,
    role: 'USER' as const,
    password_hash: await hashPassword(password),
    email_verified_at: null,
    created_at: now,
  }
  const tokens = await ctx.db.kysely.transaction().execute(async (tx) => {
    if (await insertUser(tx, user)) {
      const token = await makeAccountLink(ctx, tx, user.id, 'verify-email')
      await queueEmail(ctx, tx, {
        kind: 'welcome',
        key: user.id,
        recipient: email,
        isAccountLink: true,
        content: welcomeEmail(ctx, user, token),
      })
      return openSession(ctx, tx, user, address)
    }
    const owner = await findUserByEmail(tx, email)
    if (owner)
      await queueEmail(ctx, tx, {
        kind: 'registration-attempt',
        key: `${owner.id} ${now.toISOString().slice(0, 10)}`,
        recipient: owner.email,
        content: registrationAttemptEmail(ctx, owner),
      })
    return null
  })
  if (tokens) return tokens
  await ctx.limits.count(accountLimits.failedRegistration, network)
  throw new ShopError('REGISTRATION_FAILED')
}

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

/**
 * Changes the password of the signed-in account, ends every session, including this one, whose
 * access token may be stolen, and opens a new one. Throws `PASSWORD_TOO_SHORT`, `PASSWORDS_DIFFER`,
 * `WRONG_PASSWORD`, `TOO_MANY_REQUESTS`.
 */
export async function changePassword(
  ctx: Pick<AppContext, 'config' | 'db' | 'changes' | 'jobs' | 'clock' | 'limits'>,
  userId: string,
  passwords: z.output<typeof endpoints.changePassword.body>,
  address: string,
): Promise<Tokens> {
  const { currentPassword, newPassword, confirmPassword } = passwords
  const isTooShort = (password: string) => password.length < minimumPasswordLength
  if ([currentPassword, newPassword, confirmPassword].some(isTooShort))
    throw new ShopError('PASSWORD_TOO_SHORT')
  if (newPassword !== confirmPassword) throw new ShopError('PASSWORDS_DIFFER')
  const user = await checkPassword(ctx, userId, currentPassword)
  checkPasswordOfRole(newPassword, user.role)
  const passwordHash = await hashPassword(newPassword)
  const tokens = await ctx.db.kysely.transaction().execute(async (tx) => {
    if (!(await lockPassword(tx, userId, user.password_hash))) throw new ShopError('WRONG_PASSWORD')
    await setPassword(ctx, tx, user, passwordHash)
    return openSession(ctx, tx, user, address)
  })
  forgetSessions(ctx, userId)
  return tokens
}

/**
 * The signed-in account, if `password` is its password. Throws `WRONG_PASSWORD`, and
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
