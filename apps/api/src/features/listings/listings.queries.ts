import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** Updates the listing rows of these products where they differ. */
export async function refreshProductListing(tx: Queryable, ids: readonly string[]): Promise<void> {
  await sql`select refresh_product_listing(${ids}::uuid[])`.execute(tx)
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
