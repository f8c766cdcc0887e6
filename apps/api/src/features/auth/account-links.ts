import { randomUUID } from 'node:crypto'
import {
  minimumAdminPasswordLength,
  minimumPasswordLength,
  type Tokens,
} from '@solvane/contract/auth'
import type { Role } from '@solvane/contract/user'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { queueEmail } from '../../platform/mail/outbox.ts'
import { networkOf } from '../../platform/rate-limit/rate-limits.ts'
import { passwordChangedEmail, resetPasswordEmail, verificationEmail } from './account-emails.ts'
import { accountLimits, countForgottenPassword } from './account-limits.ts'
import { deleteTicketsOfUser } from './factors.queries.ts'
import { deletePasskeysOfUser } from './passkeys.queries.ts'
import {
  deleteLink,
  deleteLinksOfUser,
  findLinkedUser,
  insertLink,
  type LinkPurpose,
} from './secrets.queries.ts'
import { hashPassword, hashToken, makeToken } from './secrets.ts'
import { endSessionsOfUser } from './sessions.queries.ts'
import { forgetSessions, openSession } from './sessions.ts'
import {
  findUser,
  findUserByEmail,
  lockUser,
  markEmailVerified,
  type UserRow,
  updatePassword,
} from './users.queries.ts'

const hour = 60 * 60 * 1000

/** How long a link is valid, in milliseconds. */
const linkLife: Record<LinkPurpose, number> = {
  'verify-email': 7 * 24 * hour,
  'reset-password': hour,
}

/**
 * Creates a link and returns its token; only the token's hash is stored. `life` in milliseconds.
 */
export async function makeAccountLink(
  ctx: Pick<AppContext, 'clock'>,
  tx: Queryable,
  userId: string,
  purpose: LinkPurpose,
  life = linkLife[purpose],
): Promise<string> {
  const token = makeToken()
  await insertLink(tx, {
    hash: hashToken(token),
    user_id: userId,
    purpose,
    expires_at: new Date(ctx.clock.now().getTime() + life),
  })
  return token
}

/**
 * Confirms an e-mail address by the link in an e-mail. The link works until it expires, because
 * mail programs follow links before their users do. Throws `LINK_EXPIRED`, `TOO_MANY_REQUESTS`.
 */
export async function verifyEmail(
  ctx: Pick<AppContext, 'db' | 'clock' | 'limits'>,
  token: string,
  address: string,
): Promise<void> {
  await ctx.limits.count(accountLimits.link, networkOf(address))
  const now = ctx.clock.now()
  const userId = await findLinkedUser(ctx.db.kysely, hashToken(token), 'verify-email', now)
  if (!userId) throw new ShopError('LINK_EXPIRED')
  await markEmailVerified(ctx.db.kysely, userId, now)
}

/** Sends the link again, unless the address is confirmed. Throws `TOO_MANY_REQUESTS`, `EMAIL_LIMIT_REACHED`. */
export async function resendVerification(
  ctx: Pick<AppContext, 'config' | 'db' | 'jobs' | 'clock' | 'limits'>,
  userId: string,
): Promise<void> {
  const user = await findUser(ctx.db.kysely, userId)
  if (!user) throw new ShopError('UNAUTHENTICATED')
  if (user.email_verified_at) return
  await ctx.limits.count(accountLimits.resendVerification, userId)
  await ctx.db.kysely.transaction().execute(async (tx) => {
    const token = await makeAccountLink(ctx, tx, userId, 'verify-email')
    const { isDropped } = await queueEmail(ctx, tx, {
      kind: 'verify-email',
      key: randomUUID(),
      recipient: user.email,
      isAccountLink: true,
      content: verificationEmail(ctx, user, token),
    })
    if (isDropped) throw new ShopError('EMAIL_LIMIT_REACHED')
  })
}

/** The purpose of a password link. Throws `LINK_EXPIRED`, `TOO_MANY_REQUESTS`. */
export async function describePasswordLink(
  ctx: Pick<AppContext, 'db' | 'clock' | 'limits'>,
  token: string,
  address: string,
): Promise<{ isInvitation: boolean; minimumLength: 6 | 12 }> {
  const user = await findUserOfLink(ctx, hashToken(token), address)
  return { isInvitation: isInvited(user), minimumLength: minimumLengthOf(user.role) }
}

/**
 * Sets a new password by the link in an e-mail and ends every session. The link proves the address,
 * so that is confirmed as well. For an invitation it returns the tokens of a session, else null.
 * Throws `LINK_EXPIRED`, `PASSWORD_TOO_SHORT` for an administrator's, `TOO_MANY_REQUESTS`.
 */
export async function resetPassword(
  ctx: Pick<AppContext, 'config' | 'db' | 'changes' | 'jobs' | 'clock' | 'limits'>,
  { token, newPassword }: { token: string; newPassword: string },
  address: string,
  kept: readonly ErasableData[],
): Promise<Tokens | null> {
  const hash = hashToken(token)
  // Looked up before the expensive hash, so that made-up links cost nothing.
  const user = await findUserOfLink(ctx, hash, address)
  checkPasswordOfRole(newPassword, user.role)
  const passwordHash = await hashPassword(newPassword)
  const tokens = await ctx.db.kysely.transaction().execute(async (tx) => {
    if (!(await deleteLink(tx, hash))) throw new ShopError('LINK_EXPIRED')
    const current = (await lockUser(tx, user.id)) ?? user
    await setPassword(ctx, tx, current, passwordHash)
    // The name of a member of staff was chosen with the invitation.
    if (isInvited(current)) await deletePasskeysOfUser(tx, user.id)
    else if (!current.email_verified_at) await removeFormerHolder(tx, user.id, kept)
    await markEmailVerified(tx, user.id, ctx.clock.now())
    // An invitation removes the second factor, so there is none to ask for.
    return isInvited(current) ? openSession(ctx, tx, current, address) : null
  })
  forgetSessions(ctx, user.id)
  return tokens
}

/** Whether a member of staff has never chosen a password. */
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

/** The minimum length of a password for this role. */
function minimumLengthOf(role: Role): 6 | 12 {
  return role === 'ADMIN' ? minimumAdminPasswordLength : minimumPasswordLength
}

/** Throws `PASSWORD_TOO_SHORT` for a password that is too short for the role. */
export function checkPasswordOfRole(password: string, role: Role): void {
  const minimum = minimumLengthOf(role)
  if (password.length >= minimum) return
  const message = `Password must be at least ${minimum} characters long.`
  throw new ShopError('PASSWORD_TOO_SHORT', undefined, message)
}

/**
 * Sets a password in a transaction: ends every session, revokes other password links, and e-mails
 * the owner. After the commit the caller must drop the cached sessions.
 */
export async function setPassword(
  ctx: Pick<AppContext, 'config' | 'jobs' | 'clock'>,
  tx: Queryable,
  user: UserRow,
  passwordHash: string,
): Promise<void> {
  await updatePassword(tx, user.id, passwordHash)
  await deleteLinksOfUser(tx, user.id, 'reset-password')
  await deleteTicketsOfUser(tx, user.id)
  await endSessionsOfUser(tx, user.id, ctx.clock.now())
  await queueEmail(ctx, tx, {
    kind: 'password-changed',
    key: randomUUID(),
    recipient: user.email,
    content: passwordChangedEmail(ctx, user),
  })
}

/** A request for a forgotten password; the job looks up whether the account exists. */
export const forgottenPassword = defineJob<{ email: string }>('forgotten-password')

/**
 * Requests the e-mail with a link to choose a new password. The account is only looked up
 * afterwards, so that neither the response nor its time reveals whether it exists. Throws
 * `TOO_MANY_REQUESTS`.
 */
export async function forgotPassword(
  ctx: Pick<AppContext, 'db' | 'jobs' | 'limits'>,
  email: string,
  address: string,
): Promise<void> {
  await countForgottenPassword(ctx, { email, address })
  await ctx.jobs.enqueue(ctx.db.kysely, forgottenPassword, { email })
}

/** Sends the e-mail, if the address has an account that is not blocked. */
export async function answerForgottenPassword(
  ctx: Pick<AppContext, 'config' | 'db' | 'jobs' | 'clock'>,
  email: string,
): Promise<void> {
  const user = await findUserByEmail(ctx.db.kysely, email)
  if (!user || user.blocked_at) return
  await ctx.db.kysely.transaction().execute(async (tx) => {
    const token = await makeAccountLink(ctx, tx, user.id, 'reset-password')
    await queueEmail(ctx, tx, {
      kind: 'reset-password',
      key: randomUUID(),
      recipient: user.email,
      isAccountLink: true,
      content: resetPasswordEmail(ctx, user, token),
    })
  })
}

/** Personal data of a shopper that a feature can erase. */
export interface ErasableData {
  /** Deletes it, or anonymizes what must be kept, in the transaction that closes the account. */
  erase(tx: Queryable, userId: string): Promise<void>
  /**
   * Whether it is removed when the owner of a never confirmed address takes the account over: what a stranger
   * could mislead the owner with, or would not want the owner to read.
   */
  leavesAtTakeOver?: true
}

/**
 * Removes what a stranger could do harm with from a shopper's account, in the transaction in which the owner of
 * its address, which nobody had confirmed, takes it over. Mostly that is the shopper who opened it, who keeps cart,
 * wishlist and orders. Password, sessions and links are the caller's.
 */
export async function removeFormerHolder(
  tx: Queryable,
  userId: string,
  kept: readonly ErasableData[],
): Promise<void> {
  await deletePasskeysOfUser(tx, userId)
  for (const { erase, leavesAtTakeOver } of kept) if (leavesAtTakeOver) await erase(tx, userId)
}
