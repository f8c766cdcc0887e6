import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** Updates the listing rows of these products, as they are at an instant, where they differ. */
export async function refreshProductListing(
  tx: Queryable,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await sql`select refresh_product_listing(${ids}::uuid[], ${at})`.execute(tx)
}

/** Products that were to enter or leave the shop by an instant and have not yet, at most `limit`. */
export async function listDueProductIds(db: Queryable, at: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('product')
    .where('listing_due_at', '<=', at)
    .orderBy('listing_due_at')
    .select('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The products listed in a category or its descendants. */
export async function listProductIdsIn(tx: Queryable, categoryId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('category_product')
    .where('category_id', '=', categoryId)
    .select('product_id')
    .execute()
  return rows.map(({ product_id }) => product_id)
}
