import type { FeaturedProduct } from '@solvane/contract/content.admin'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/**
 * The products by these identifiers, which may be former ones, whether or not the shop shows them.
 */
export async function findProducts(
  db: Queryable,
  identifiers: readonly string[],
): Promise<ReadonlyMap<string, FeaturedProduct>> {
  const { rows } = await sql<FeaturedProduct & { wanted: string }>`
    select wanted.identifier as wanted, p.id, p.identifier, p.name, p.pictures -> 0 as cover,
      l.product_id is not null as "isInShop"
    from unnest(${identifiers}::text[]) as wanted (identifier)
    join product p on p.id = coalesce(
      (select id from product where identifier = wanted.identifier),
      (select product_id from product_former_identifier where identifier = wanted.identifier))
    left join product_listing l on l.product_id = p.id`.execute(db)
  return new Map(rows.map(({ wanted, ...product }) => [wanted, product]))
}
