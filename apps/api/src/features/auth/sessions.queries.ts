import type { Role } from '@solvane/contract/user'
import type { Database, Queryable } from '../../platform/database/database.ts'

/** The role of an account in a session that goes on at `at`; null when there is no such. */
export async function findSessionRole(
  db: Database,
  { userId, sessionId }: { userId: string; sessionId: string },
  at: Date,
): Promise<Role | null> {
  const [row] = await db.prepared<{ role: Role }>(
    'session_role',
    `select u.role from session s join users u on u.id = s.user_id
     where s.id = $1 and s.user_id = $2 and s.ended_at is null and s.expires_at > $3
       and u.blocked_at is null and u.deleted_at is null`,
    [sessionId, userId, at],
  )
  return row?.role ?? null
}

export async function insertSession(
  db: Queryable,
  session: { id: string; user_id: string; origin: Buffer; created_at: Date; expires_at: Date },
): Promise<void> {
  await db.insertInto('session').values(session).execute()
}

export async function insertRefreshToken(
  db: Queryable,
  token: { hash: Buffer; session_id: string; created_at: Date },
): Promise<void> {
  await db.insertInto('refresh_token').values(token).execute()
}
