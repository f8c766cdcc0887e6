import { randomUUID } from 'node:crypto'
import type { StaffRole } from '@solvane/contract/staff-role'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { queueEmail } from '../../platform/mail/outbox.ts'
import { invitationEmail } from './account-emails.ts'
import { makeAccountLink } from './account-links.ts'
import { deleteFactors } from './factors.queries.ts'
import { deleteLinksOfUser } from './secrets.queries.ts'
import { hashPassword, makeToken } from './secrets.ts'
import { endSessionsOfUser } from './sessions.queries.ts'
import { forgetSessions } from './sessions.ts'
import {
  findUser,
  findUserByEmail,
  insertUser,
  lockOwners,
  type UserRow,
  updateAsCustomer,
  updateAsInvited,
  updateStaffRole,
} from './users.queries.ts'

type Context = Pick<AppContext, 'config' | 'db' | 'changes' | 'jobs' | 'clock'>

/** How long an invitation is valid, in milliseconds. */
const invitationLife = 7 * 24 * 60 * 60 * 1000

interface Invitation {
  email: string
  name: string
  staffRole: StaffRole
}

/**
 * Makes the account of `email` a staff account, creating it if necessary, and returns its id. It
 * has no known password: it is chosen through the e-mailed link. A customer's account is signed out
 * everywhere, and keeps its data. Throws `ALREADY_STAFF`, `EMAIL_LIMIT_REACHED`, and `FORBIDDEN` if
 * the caller is no longer an owner.
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
    const invited = { nick_name: name, staff_role: staffRole, password_hash: passwordHash }
    const account = {
      id: randomUUID(),
      email,
      role: 'ADMIN' as const,
      email_verified_at: null,
      created_at: now,
      ...invited,
    }
    if (await insertUser(tx, account)) {
      await postInvitation(ctx, tx, account)
      return account.id
    }
    const known = await findUserByEmail(tx, email)
    if (!known || known.role === 'ADMIN') throw new ShopError('ALREADY_STAFF')
    await updateAsInvited(tx, known.id, invited)
    await deleteFactors(tx, known.id)
    await endSessionsOfUser(tx, known.id, now)
    await deleteLinksOfUser(tx, known.id)
    await postInvitation(ctx, tx, known)
    return known.id
  })
  forgetSessions(ctx, userId)
  return userId
}

/**
 * Sends an invitation again, with a new link. Throws `STAFF_NOT_FOUND`, `INVITATION_TAKEN_UP`, and
 * `EMAIL_LIMIT_REACHED`, after which the link sent before still works.
 */
export async function inviteAgain(ctx: Context, userId: string): Promise<void> {
  await ctx.db.kysely.transaction().execute(async (tx) => {
    const member = await findStaff(tx, userId)
    if (member.email_verified_at) throw new ShopError('INVITATION_TAKEN_UP')
    await deleteLinksOfUser(tx, userId, 'reset-password')
    await postInvitation(ctx, tx, member)
  })
}

/**
 * Sets the role of a member of staff; null makes them a customer, signed out everywhere, and
 * `onRemoved` joins the transaction. Throws `STAFF_NOT_FOUND`, `OWN_ROLE`, and `FORBIDDEN` if the
 * caller is no longer an owner.
 */
export async function setStaffRole(
  ctx: Context,
  ownerId: string,
  { userId, staffRole }: { userId: string; staffRole: StaffRole | null },
  onRemoved?: (tx: Queryable) => Promise<void>,
): Promise<void> {
  await ctx.db.kysely.transaction().execute(async (tx) => {
    // Changes of roles are serialized, and owners cannot change their own: one owner always
    // remains.
    await checkOwner(tx, ownerId)
    await findStaff(tx, userId)
    if (userId === ownerId) throw new ShopError('OWN_ROLE')
    if (staffRole) return updateStaffRole(tx, userId, staffRole)
    await updateAsCustomer(tx, userId)
    await deleteFactors(tx, userId)
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
  const { isDropped } = await queueEmail(ctx, tx, {
    kind: 'staff-invitation',
    key: randomUUID(),
    recipient: email,
    content: invitationEmail(ctx, token),
    isAccountLink: true,
  })
  if (isDropped) throw new ShopError('EMAIL_LIMIT_REACHED')
}
