import type { Role } from '@solvane/contract/user'
import type { Queryable } from '../../platform/database/database.ts'

export async function insertRefreshToken(
  db: Queryable,
  token: { hash: Buffer; session_id: string; created_at: Date },
): Promise<void> {
  await db.insertInto('refresh_token').values(token).execute()
}

export interface FoundToken {
  used_at: Date | null
  session_id: string
  user_id: string
  role: Role
}

/**
 * A refresh token of a session that goes on at `at`, used or not, and locks it: of two that refresh
 * at once, the second sees what the first has done.
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

export async function markTokenUsed(db: Queryable, hash: Buffer, at: Date): Promise<void> {
  await db.updateTable('refresh_token').set({ used_at: at }).where('hash', '=', hash).execute()
}

/** The session a refresh token belongs to, whatever has become of either. */
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
