import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { deleteFactors } from './factors.queries.ts'
import { hashPassword } from './secrets.ts'
import { endSessionsOfUser, listSessions } from './sessions.queries.ts'
import { forgetSessions } from './sessions.ts'
import {
  findUser,
  findUserByEmail,
  insertUser,
  listAccounts,
  updateAsAdministrator,
  updateBlock,
  updateNickName,
  updateOrderLimits,
} from './users.queries.ts'

/** An account as staff see it. */
export interface AccountFacts {
  id: string
  email: string
  name: string | null
  isStaff: boolean
  isEmailVerified: boolean
  blockedAt: Date | null
  blockedReason: string | null
  orderLimitsLiftedAt: Date | null
  createdAt: Date
}

/** An account for staff; null if it does not exist or is closed. */
export async function accountFacts(
  { db }: Pick<AppContext, 'db'>,
  userId: string,
): Promise<AccountFacts | null> {
  const user = await findUser(db.kysely, userId)
  if (!user) return null
  return {
    id: user.id,
    email: user.email,
    name: user.nick_name,
    isStaff: user.role !== 'USER',
    isEmailVerified: user.email_verified_at !== null,
    blockedAt: user.blocked_at,
    blockedReason: user.blocked_reason,
    orderLimitsLiftedAt: user.order_limits_lifted_at,
    createdAt: user.created_at,
  }
}

/** Lifts the limits on an account's orders, or restores them. */
export async function setOrderLimits(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  userId: string,
  { areLifted }: { areLifted: boolean },
): Promise<void> {
  await updateOrderLimits(db.kysely, userId, areLifted ? clock.now() : null)
}

/** Counts the open sessions of an account. */
export async function countSessions(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  userId: string,
): Promise<number> {
  return (await listSessions(db.kysely, userId, clock.now())).length
}

type Context = Pick<AppContext, 'changes' | 'clock' | 'db'>

/**
 * Blocks a shopper from signing in, and ends every session at once. Throws `STAFF_ACCOUNT` if the
 * account is not a shopper's.
 */
export async function blockAccount(ctx: Context, userId: string, reason: string): Promise<void> {
  const at = ctx.clock.now()
  await ctx.db.kysely.transaction().execute(async (tx) => {
    if (!(await updateBlock(tx, userId, { at, reason }))) throw new ShopError('STAFF_ACCOUNT')
    await endSessionsOfUser(tx, userId, at)
  })
  forgetSessions(ctx, userId)
}

/** Unblocks a shopper. Throws `STAFF_ACCOUNT`. */
export async function unblockAccount(ctx: Context, userId: string): Promise<void> {
  if (!(await updateBlock(ctx.db.kysely, userId, null))) throw new ShopError('STAFF_ACCOUNT')
  forgetSessions(ctx, userId)
}

/** The name of an account as staff see it. */
export interface AccountName {
  id: string
  /** The name, else the e-mail address. */
  name: string
  isStaff: boolean
}

/** Names of accounts for staff; null for a closed or unknown one. */
export async function namesOfAccounts(
  db: Queryable,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => AccountName | null> {
  const known = [...new Set(ids)].filter((id) => id !== null)
  const names = new Map(
    (await listAccounts(db, known)).map(({ id, email, nick_name, role }) => [
      id,
      { id, name: nick_name ?? email, isStaff: role === 'ADMIN' },
    ]),
  )
  return (id) => (id === null ? null : (names.get(id) ?? null))
}

interface Administrator {
  email: string
  password: string
}

/**
 * Makes the account of `email` an owner's with this password, and creates it if necessary. An
 * existing account loses its sessions, its second factor and, if nobody had confirmed its address, its name,
 * because a stranger may have opened it, or its owner has lost the factor.
 */
export async function makeAdministrator(
  ctx: Pick<AppContext, 'db' | 'clock'>,
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
    // Shoppers read the names of staff.
    if (!known.email_verified_at) await updateNickName(tx, known.id, null)
    await deleteFactors(tx, known.id)
    await endSessionsOfUser(tx, known.id, now)
  })
}

/** Creates the administrator at startup; an existing administrator keeps the password. */
export async function ensureAdministrator(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  administrator: Administrator,
): Promise<void> {
  const known = await findUserByEmail(ctx.db.kysely, administrator.email)
  if (known?.role !== 'ADMIN') await makeAdministrator(ctx, administrator)
}
