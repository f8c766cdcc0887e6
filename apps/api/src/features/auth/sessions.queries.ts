import type { StaffRole } from '@solvane/contract/staff-role'
import type { Role } from '@solvane/contract/user'
import type { Database, Queryable } from '../../platform/database/database.ts'

/** What an account is to the house. */
export interface Standing {
  role: Role
  /** Null unless `role` is ADMIN. */
  staffRole: StaffRole | null
}

/** What an account is in a session that goes on at `at`; null when there is no such. */
export async function findSessionStanding(
  db: Database,
  { userId, sessionId }: { userId: string; sessionId: string },
  at: Date,
): Promise<Standing | null> {
  const [row] = await db.prepared<Standing>(
    'session_standing',
    `select u.role, u.staff_role as "staffRole" from session s join users u on u.id = s.user_id
     where s.id = $1 and s.user_id = $2 and s.ended_at is null and s.expires_at > $3
       and u.blocked_at is null and u.deleted_at is null`,
    [sessionId, userId, at],
  )
  return row ?? null
}

export async function insertSession(
  db: Queryable,
  session: { id: string; user_id: string; origin: Buffer; created_at: Date; expires_at: Date },
): Promise<void> {
  await db.insertInto('session').values(session).execute()
}

/** Whether an account has signed in from this origin in a session that is still remembered. */
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

/** Lets a session go on until `expiresAt`. */
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

/** When an account's sessions that go on at `at` began and will end, the newest first. */
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
