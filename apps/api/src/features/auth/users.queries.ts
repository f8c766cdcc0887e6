import type { Role } from '@solvane/contract/user'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** An account that is not deleted. */
export interface UserRow {
  id: string
  email: string
  nick_name: string | null
  role: Role
  password_hash: string
  email_verified_at: Date | null
  blocked_at: Date | null
  created_at: Date
}

const columns = [
  'id',
  'email',
  'nick_name',
  'role',
  'password_hash',
  'email_verified_at',
  'blocked_at',
  'created_at',
] as const

/** The account of an e-mail address, however its letters are written. */
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

/** Adds an account; gives false, and adds none, when the e-mail address has one. */
export async function insertUser(
  db: Queryable,
  user: Omit<UserRow, 'blocked_at'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
