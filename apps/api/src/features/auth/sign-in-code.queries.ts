import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

export async function insertCodeRequest(
  db: Queryable,
  request: { request_hash: Buffer; email: string; expires_at: Date },
): Promise<void> {
  await db.insertInto('sign_in_code').values(request).execute()
}

/** The address of a request whose code was not sent yet; locked until the transaction ends. */
export async function lockUnsentRequest(
  tx: Queryable,
  requestHash: Buffer,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('sign_in_code')
    .select('email')
    .where('request_hash', '=', requestHash)
    .where('code_hash', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row?.email
}

export async function setCode(
  tx: Queryable,
  requestHash: Buffer,
  code: { code_hash: Buffer; expires_at: Date },
): Promise<void> {
  await tx.updateTable('sign_in_code').set(code).where('request_hash', '=', requestHash).execute()
}

/**
 * Counts an attempt against a code that is valid at `at`, and returns the code; undefined after
 * `most` attempts. Concurrent attempts are counted one after the other.
 */
export async function countAttempt(
  db: Queryable,
  requestHash: Buffer,
  { at, most }: { at: Date; most: number },
): Promise<{ email: string; code_hash: Buffer | null } | undefined> {
  return db
    .updateTable('sign_in_code')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('request_hash', '=', requestHash)
    .where('expires_at', '>', at)
    .where('attempts', '<', most)
    .returning(['email', 'code_hash'])
    .executeTakeFirst()
}

/** Uses a code up; of concurrent uses one returns true. */
export async function deleteCode(tx: Queryable, requestHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sign_in_code')
    .where('request_hash', '=', requestHash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function deleteCodesTo(tx: Queryable, email: string): Promise<void> {
  await tx
    .deleteFrom('sign_in_code')
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`)
    .execute()
}

export async function deleteExpiredCodes(db: Queryable, at: Date): Promise<void> {
  await db.deleteFrom('sign_in_code').where('expires_at', '<', at).execute()
}
