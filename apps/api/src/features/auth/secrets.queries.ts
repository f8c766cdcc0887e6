import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Queryable } from '../../platform/database/database.ts'

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

/** The purpose of a code. */
export type CodePurpose = 'SIGN_IN' | 'DELETION'

export async function insertCodeRequest(
  db: Queryable,
  request: { request_hash: Buffer; email: string; purpose: CodePurpose; expires_at: Date },
): Promise<void> {
  await db.insertInto('sign_in_code').values(request).execute()
}

/** A request whose code was not sent yet; locked until the transaction ends. */
export function lockUnsentRequest(
  tx: Queryable,
  requestHash: Buffer,
): Promise<{ email: string; purpose: CodePurpose } | undefined> {
  return tx
    .selectFrom('sign_in_code')
    .select(['email', 'purpose'])
    .where('request_hash', '=', requestHash)
    .where('code_hash', 'is', null)
    .forUpdate()
    .$castTo<{ email: string; purpose: CodePurpose }>()
    .executeTakeFirst()
}

export async function setCode(
  tx: Queryable,
  requestHash: Buffer,
  code: { code_hash: Buffer; expires_at: Date },
): Promise<void> {
  await tx.updateTable('sign_in_code').set(code).where('request_hash', '=', requestHash).execute()
}

/**
 * Counts an attempt against a code for a purpose that is valid at `at`, and returns the code; undefined
 * after `most` attempts. Concurrent attempts are counted one after the other.
 */
export async function countAttempt(
  db: Queryable,
  requestHash: Buffer,
  { purpose, at, most }: { purpose: CodePurpose; at: Date; most: number },
): Promise<{ email: string; code_hash: Buffer | null } | undefined> {
  return db
    .updateTable('sign_in_code')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('request_hash', '=', requestHash)
    .where('purpose', '=', purpose)
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

/** Deletes an address's codes, of one purpose or all. */
export async function deleteCodesTo(
  tx: Queryable,
  email: string,
  purpose?: CodePurpose,
): Promise<void> {
  await tx
    .deleteFrom('sign_in_code')
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`)
    .$if(purpose !== undefined, (query) => query.where('purpose', '=', purpose ?? ''))
    .execute()
}

export async function deleteExpiredCodes(db: Queryable, at: Date): Promise<void> {
  await db.deleteFrom('sign_in_code').where('expires_at', '<', at).execute()
}

const keyBytes = 32

/** The key called `name`, created if necessary; concurrent processes get the same one. */
export async function findOrMakeServerKey(db: Database, name: string): Promise<Buffer> {
  await db.kysely
    .insertInto('server_key')
    .values({ name, secret: randomBytes(keyBytes) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { secret } = await db.kysely
    .selectFrom('server_key')
    .select('secret')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return secret
}

/** The keys of the tokens after the first, oldest first. */
export async function listTokenKeys(
  db: Queryable,
): Promise<{ id: string; secret: Buffer; signs_from: Date }[]> {
  return db
    .selectFrom('token_key')
    .select(['id', 'secret', 'signs_from'])
    .orderBy('signs_from')
    .orderBy('id')
    .execute()
}

export async function insertTokenKey(
  db: Queryable,
  { id, signsFrom }: { id: string; signsFrom: Date },
): Promise<void> {
  await db
    .insertInto('token_key')
    .values({ id, secret: randomBytes(keyBytes), signs_from: signsFrom })
    .execute()
}

export async function deleteTokenKeys(db: Queryable): Promise<void> {
  await db.deleteFrom('token_key').execute()
}

/** Deletes the keys whose successor signs since before `before`. */
export async function deleteTokenKeysReplacedBefore(db: Queryable, before: Date): Promise<void> {
  await db
    .deleteFrom('token_key')
    .where('signs_from', '<', (newest) =>
      newest
        .selectFrom('token_key as successor')
        .select(({ fn }) => fn.max('successor.signs_from').as('signs_from'))
        .where('successor.signs_from', '<', before),
    )
    .execute()
}
