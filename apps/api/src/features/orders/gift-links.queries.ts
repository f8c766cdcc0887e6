import type { Queryable } from '../../platform/database/database.ts'

export async function insertGiftLink(
  db: Queryable,
  link: { code_hash: Buffer; order_id: string; created_at: Date },
): Promise<void> {
  await db.insertInto('gift_link').values(link).execute()
}

/** The id of the order that a link was printed for. */
export async function findGiftOrderId(
  db: Queryable,
  codeHash: Buffer,
): Promise<string | undefined> {
  const link = await db
    .selectFrom('gift_link')
    .select('order_id')
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return link?.order_id
}

/** The id of the order whose return is exchanged. */
export async function orderIdOfReturn(db: Queryable, returnId: string): Promise<string> {
  const { order_id } = await db
    .selectFrom('return_request')
    .select('order_id')
    .where('id', '=', returnId)
    .executeTakeFirstOrThrow()
  return order_id
}
