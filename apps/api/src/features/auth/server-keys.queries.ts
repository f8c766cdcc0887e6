import { randomBytes } from 'node:crypto'
import type { Database } from '../../platform/database/database.ts'

const keyBytes = 32

/** The key called `name`; of several processes that make it at once, all get the same. */
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
