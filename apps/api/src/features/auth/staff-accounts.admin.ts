import { randomUUID } from 'node:crypto'
import type { StaffRole } from '@solvane/contract/staff-role'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { queueEmail } from '../../platform/mail/outbox.ts'
import { invitationEmail } from './account-emails.ts'
import { deleteLinksOfUser } from './account-links.queries.ts'
import { makeAccountLink } from './account-links.ts'
import { hashPassword } from './passwords.ts'
import { forgetSessions } from './session-states.ts'
import { endSessionsOfUser } from './sessions.queries.ts'
import { makeToken } from './tokens.ts'
import {
  findUser,
  findUserByEmail,
  insertUser,
  lockOwners,
  type UserRow,
  updateAsAdministrator,
  updateNickName,
  updateStaffRole,
} from './users.queries.ts'

type Context = Pick<AppContext, 'changes' | 'clock' | 'config' | 'db' | 'jobs'>

/** How long the link of an invitation is good for, in milliseconds. */
const invitationLife = 7 * 24 * 60 * 60 * 1000

interface Invitation {
  email: string
  name: string
  staffRole: StaffRole
}

/**
 * Makes the account of `email` staff's, opening one if there is none, and gives its id. Nobody knows its
 * password: it is chosen by the link in an e-mail. A customer's account is signed out everywhere, and
 * nothing of it is lost. Raises `ALREADY_STAFF`, and `FORBIDDEN` when who asks is no owner any more.
 */
export async function inviteToStaff(
  ctx: Context,
  ownerId: string,
  { email, name, staffRole }: Invitation,
): Promise<string> {
  const now = ctx.clock.now()
  const passwordHash = await hashPassword(makeToken())
  const userId = await ctx.db.kysely.transaction().execute(async (tx) => {
    await checkOwner(tx, ownerId)
    const administrator = {
      role: 'ADMIN' as const,
      staff_role: staffRole,
      password_hash: passwordHash,
      email_verified_at: null,
    }
    const account = { id: randomUUID(), email, nick_name: name, created_at: now, ...administrator }
    if (await insertUser(tx, account)) {
      await postInvitation(ctx, tx, account)
      return account.id
    }
    const known = await findUserByEmail(tx, email)
    if (!known || known.role === 'ADMIN') throw new ShopError('ALREADY_STAFF')
    await updateAsAdministrator(tx, known.id, administrator)
    await updateNickName(tx, known.id, name)
    await endSessionsOfUser(tx, known.id, now)
    await deleteLinksOfUser(tx, known.id)
    await postInvitation(ctx, tx, known)
    return known.id
  })
  forgetSessions(ctx, userId)
  return userId
}

/** Writes an invitation again, with another link. Raises `STAFF_NOT_FOUND`, `INVITATION_TAKEN_UP`. */
export async function inviteAgain(ctx: Context, userId: string): Promise<void> {
  await ctx.db.kysely.transaction().execute(async (tx) => {
    const member = await findStaff(tx, userId)
    if (member.email_verified_at) throw new ShopError('INVITATION_TAKEN_UP')
    await deleteLinksOfUser(tx, userId, 'reset-password')
    await postInvitation(ctx, tx, member)
  })
}

/**
 * Sets the role of a staff member; null makes them a customer from now on, signed out
 * everywhere, and `onRemoved` joins the transaction. Raises `STAFF_NOT_FOUND`, `OWN_ROLE`, and `FORBIDDEN`
 * when who asks is no owner any more.
 */
export async function setStaffRole(
  ctx: Context,
  ownerId: string,
  { userId, staffRole }: { userId: string; staffRole: StaffRole | null },
  onRemoved?: (tx: Queryable) => Promise<void>,
): Promise<void> {
  await ctx.db.kysely.transaction().execute(async (tx) => {
    // Owners change one another's roles one after the other, and never their own: one always stays.
    await checkOwner(tx, ownerId)
    await findStaff(tx, userId)
    if (userId === ownerId) throw new ShopError('OWN_ROLE')
    await updateStaffRole(tx, userId, staffRole)
    if (staffRole) return
    await endSessionsOfUser(tx, userId, ctx.clock.now())
    await deleteLinksOfUser(tx, userId)
    await onRemoved?.(tx)
  })
  forgetSessions(ctx, userId)
}

async function checkOwner(tx: Queryable, userId: string): Promise<void> {
  if (!(await lockOwners(tx)).includes(userId)) throw new ShopError('FORBIDDEN')
}

async function findStaff(tx: Queryable, userId: string): Promise<UserRow> {
  const user = await findUser(tx, userId)
  if (user?.role !== 'ADMIN') throw new ShopError('STAFF_NOT_FOUND')
  return user
}

async function postInvitation(
  ctx: Context,
  tx: Queryable,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
): Promise<void> {
  const token = await makeAccountLink(ctx, tx, id, 'reset-password', invitationLife)
  await queueEmail(ctx, tx, {
    kind: 'staff-invitation',
    key: randomUUID(),
    recipient: email,
    letter: invitationEmail(ctx, token),
  })
}
