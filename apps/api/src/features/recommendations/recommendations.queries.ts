import type { FeaturedProduct } from '@solvane/contract/content.admin'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** The products with these identifiers, whether or not the shop shows them. */
export async function findProducts(
  db: Queryable,
  identifiers: readonly string[],
): Promise<FeaturedProduct[]> {
  const { rows } = await sql<FeaturedProduct>`
    select p.id, p.identifier, p.name, p.pictures -> 0 as cover, l.product_id is not null as "isInShop"
    from product p left join product_listing l on l.product_id = p.id
    where p.identifier = any (${identifiers}::text[])`.execute(db)
  return rows
}
