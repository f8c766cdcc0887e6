import type { StaffRole } from '@solvane/contract/staff-role'
import type { Role } from '@solvane/contract/user'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** An account that is not deleted. */
export interface UserRow {
  id: string
  email: string
  nick_name: string | null
  role: Role
  /** Null unless `role` is ADMIN. */
  staff_role: StaffRole | null
  password_hash: string
  email_verified_at: Date | null
  blocked_at: Date | null
  /** The reason that staff gave. */
  blocked_reason: string | null
  /** When staff lifted the limits on its orders; null: they apply. */
  order_limits_lifted_at: Date | null
  created_at: Date
}

const columns = [
  'id',
  'email',
  'nick_name',
  'role',
  'staff_role',
  'password_hash',
  'email_verified_at',
  'blocked_at',
  'blocked_reason',
  'order_limits_lifted_at',
  'created_at',
] as const

/** The account of an e-mail address, ignoring case. */
export async function findUserByEmail(db: Queryable, email: string): Promise<UserRow | undefined> {
  const row = await db
    .selectFrom('users')
    .select(columns)
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`)
    .executeTakeFirst()
  return row as UserRow | undefined
}

export async function findUser(db: Queryable, id: string): Promise<UserRow | undefined> {
  const row = await db
    .selectFrom('users')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row as UserRow | undefined
}

/** Finds the account and locks it until the transaction ends. */
export async function lockUser(tx: Queryable, id: string): Promise<UserRow | undefined> {
  const row = await tx
    .selectFrom('users')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row as UserRow | undefined
}

/** The accounts with these ids that are not deleted. */
export async function listAccounts(db: Queryable, ids: readonly string[]): Promise<UserRow[]> {
  const rows = await db
    .selectFrom('users')
    .select(columns)
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute()
  return rows as UserRow[]
}

/** Adds an account; returns false if the e-mail address has one. */
export async function insertUser(
  db: Queryable,
  user: Omit<UserRow, 'blocked_at' | 'blocked_reason' | 'order_limits_lifted_at' | 'staff_role'> &
    Partial<Pick<UserRow, 'staff_role'>>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function updatePassword(
  db: Queryable,
  id: string,
  passwordHash: string,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
}

export async function updateNickName(
  db: Queryable,
  id: string,
  nickName: string | null,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ nick_name: nickName })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Records when an address was first confirmed. */
export async function markEmailVerified(db: Queryable, id: string, at: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified_at: at })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Removes the personal data of an account. */
export async function anonymiseUser(db: Queryable, id: string, at: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({
      email: null,
      nick_name: null,
      password_hash: null,
      email_verified_at: null,
      email_verified_before_invitation: null,
      blocked_reason: null,
      deleted_at: at,
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
}

/**
 * Whether the account still has this password and is not blocked; locks it until the transaction
 * ends, because another password may be set while one is being checked.
 */
export async function lockPassword(
  tx: Queryable,
  id: string,
  passwordHash: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .where('blocked_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function updateAsAdministrator(
  db: Queryable,
  id: string,
  administrator: Pick<UserRow, 'role' | 'staff_role' | 'password_hash' | 'email_verified_at'>,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...administrator, blocked_at: null, blocked_reason: null })
    .where('id', '=', id)
    .execute()
}

/** Blocks a shopper's account or, with null, unblocks it; false if there is none. */
export async function updateBlock(
  tx: Queryable,
  id: string,
  block: { at: Date; reason: string } | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ blocked_at: block?.at ?? null, blocked_reason: block?.reason ?? null })
    .where('id', '=', id)
    .where('role', '=', 'USER')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Lifts the limits on an account's orders or, with null, restores them. */
export async function updateOrderLimits(
  db: Queryable,
  id: string,
  liftedAt: Date | null,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ order_limits_lifted_at: liftedAt })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Makes a customer's account one that is invited to the staff, with a password that nobody knows. */
export async function updateAsInvited(
  tx: Queryable,
  id: string,
  invited: Pick<UserRow, 'nick_name' | 'password_hash' | 'staff_role'>,
): Promise<void> {
  await tx
    .updateTable('users')
    .set((user) => ({
      ...invited,
      role: 'ADMIN',
      blocked_at: null,
      blocked_reason: null,
      email_verified_at: null,
      email_verified_before_invitation: user.ref('email_verified_at'),
    }))
    .where('id', '=', id)
    .execute()
}

export async function updateStaffRole(
  tx: Queryable,
  id: string,
  staffRole: StaffRole,
): Promise<void> {
  await tx.updateTable('users').set({ staff_role: staffRole }).where('id', '=', id).execute()
}

/**
 * Makes an account of the staff a customer's; if the invitation was not accepted, its address is as
 * confirmed as it was before.
 */
export async function updateAsCustomer(tx: Queryable, id: string): Promise<void> {
  await tx
    .updateTable('users')
    .set((user) => ({
      role: 'USER',
      staff_role: null,
      email_verified_at: user.fn.coalesce('email_verified_at', 'email_verified_before_invitation'),
      email_verified_before_invitation: null,
    }))
    .where('id', '=', id)
    .execute()
}

/** The ids of the owners, locked until the transaction ends. */
export async function lockOwners(tx: Queryable): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('staff_role', '=', 'OWNER')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether there has ever been an account. */
export async function hasUsers(db: Queryable): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}
