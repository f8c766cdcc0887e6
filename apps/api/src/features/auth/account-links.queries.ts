import type { Queryable } from '../../platform/database/database.ts'

/** The purpose of a link in an e-mail. */
export type LinkPurpose = 'verify-email' | 'reset-password'

export async function insertLink(
  db: Queryable,
  link: { hash: Buffer; user_id: string; purpose: LinkPurpose; expires_at: Date },
): Promise<void> {
  await db.insertInto('account_link').values(link).execute()
}

/** The account of a link that is valid at `at`. */
export async function findLinkedUser(
  db: Queryable,
  hash: Buffer,
  purpose: LinkPurpose,
  at: Date,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_link')
    .select('user_id')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  return row?.user_id
}

/** Uses a link up; of concurrent uses one returns true. */
export async function deleteLink(db: Queryable, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_link')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Revokes an account's links, of one purpose or all. */
export async function deleteLinksOfUser(
  db: Queryable,
  userId: string,
  purpose?: LinkPurpose,
): Promise<void> {
  await db
    .deleteFrom('account_link')
    .where('user_id', '=', userId)
    .$if(purpose !== undefined, (query) => query.where('purpose', '=', purpose ?? ''))
    .execute()
}

export async function deleteExpiredLinks(db: Queryable, at: Date): Promise<void> {
  await db.deleteFrom('account_link').where('expires_at', '<', at).execute()
}
