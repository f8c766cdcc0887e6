import { randomBytes } from 'node:crypto'
import type { Database, Queryable } from '../../platform/database/database.ts'

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
