import type { StaffRole } from '@solvane/contract/staff-role'
import type { Role } from '@solvane/contract/user'
import type { Database, Queryable } from '../../platform/database/database.ts'

/** The roles of an account, and whether it has a second factor. */
export interface AccountStanding {
  role: Role
  /** Null unless `role` is ADMIN. */
  staffRole: StaffRole | null
  hasFactor: boolean
}

/** The roles of an account whose session is valid at `at`; null without such a session. */
export async function findSessionStanding(
  db: Database,
  { userId, sessionId }: { userId: string; sessionId: string },
  at: Date,
): Promise<AccountStanding | null> {
  const [row] = await db.prepared<AccountStanding>(
    'session_standing',
    `select u.role, u.staff_role as "staffRole",
       u.role = 'ADMIN' and exists (
         select from totp_factor f where f.user_id = u.id and f.enabled_at is not null
         union all select from passkey p where p.user_id = u.id
       ) as "hasFactor"
     from session s join users u on u.id = s.user_id
     where s.id = $1 and s.user_id = $2 and s.ended_at is null and s.expires_at > $3
       and u.blocked_at is null and u.deleted_at is null`,
    [sessionId, userId, at],
  )
  return row ?? null
}

/** Whether a session has not ended by now. */
export async function isSessionOpen(tx: Queryable, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('session')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertSession(
  db: Queryable,
  session: { id: string; user_id: string; origin: Buffer; created_at: Date; expires_at: Date },
): Promise<void> {
  await db.insertInto('session').values(session).execute()
}

/** Whether an account has signed in from this network in a session that is still stored. */
export async function hasSignedInFrom(
  db: Queryable,
  userId: string,
  origin: Buffer,
): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', userId)
    .where('origin', '=', origin)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Extends a session until `expiresAt`. */
export async function extendSession(db: Queryable, id: string, expiresAt: Date): Promise<void> {
  await db.updateTable('session').set({ expires_at: expiresAt }).where('id', '=', id).execute()
}

export async function endSession(db: Queryable, id: string, at: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: at })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

export async function endSessionsOfUser(db: Queryable, userId: string, at: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: at })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends every session of an account but one. */
export async function endOtherSessions(
  db: Queryable,
  { userId, sessionId }: { userId: string; sessionId: string },
  at: Date,
): Promise<void> {
  await db
    .updateTable('session')
    .set({ ended_at: at })
    .where('user_id', '=', userId)
    .where('id', '<>', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}

/** The starts and ends of an account's sessions that are valid at `at`, newest first. */
export async function listSessions(
  db: Queryable,
  userId: string,
  at: Date,
): Promise<{ created_at: Date; expires_at: Date }[]> {
  return db
    .selectFrom('session')
    .select(['created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function deleteExpiredSessions(db: Queryable, at: Date): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', at).execute()
}

export async function insertRefreshToken(
  db: Queryable,
  token: { hash: Buffer; session_id: string; created_at: Date },
): Promise<void> {
  await db.insertInto('refresh_token').values(token).execute()
}

interface FoundToken {
  used_at: Date | null
  session_id: string
  user_id: string
  role: Role
}

/**
 * Locks a refresh token, used or not, of a session that is valid at `at`: of two concurrent
 * refreshes the second sees the result of the first.
 */
export async function lockRefreshToken(
  db: Queryable,
  hash: Buffer,
  at: Date,
): Promise<FoundToken | undefined> {
  const row = await db
    .selectFrom('refresh_token')
    .innerJoin('session', 'session.id', 'refresh_token.session_id')
    .innerJoin('users', 'users.id', 'session.user_id')
    .select([
      'refresh_token.used_at',
      'session.id as session_id',
      'users.id as user_id',
      'users.role',
    ])
    .where('refresh_token.hash', '=', hash)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', at)
    .where('users.blocked_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .forUpdate('refresh_token')
    .executeTakeFirst()
  return row as FoundToken | undefined
}

/** The hash among these that a refresh token has; undefined if there is no such token. */
export async function findTokenAmong(
  db: Queryable,
  hashes: readonly Buffer[],
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('refresh_token')
    .select('hash')
    .where('hash', 'in', hashes)
    .executeTakeFirst()
  return row?.hash
}

export async function markTokenUsed(db: Queryable, hash: Buffer, at: Date): Promise<void> {
  await db.updateTable('refresh_token').set({ used_at: at }).where('hash', '=', hash).execute()
}

/** The session of a refresh token, in any state. */
export async function findSessionOfToken(
  db: Queryable,
  hash: Buffer,
): Promise<{ id: string; user_id: string } | undefined> {
  return db
    .selectFrom('refresh_token')
    .innerJoin('session', 'session.id', 'refresh_token.session_id')
    .select(['session.id', 'session.user_id'])
    .where('refresh_token.hash', '=', hash)
    .executeTakeFirst()
}

export async function deleteRefreshTokensBefore(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('refresh_token').where('created_at', '<', before).execute()
}
