import type { Database } from '../../platform/database/database.ts'

/** Identifiers of products for sale after `after`, in order, at most `limit`. */
export async function listProductIdentifiers(
  db: Database,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.prepared<{ identifier: string }>(
    'product_identifiers',
    `select p.identifier from product p join product_listing l on l.product_id = p.id
     where p.identifier > $1 order by p.identifier limit $2`,
    [after, limit],
  )
  return rows.map(({ identifier }) => identifier)
}

/** The last identifier of each full sitemap of `size` products, after which the next one begins. */
export async function listMapBoundaries(db: Database, size: number): Promise<string[]> {
  const rows = await db.prepared<{ identifier: string }>(
    'product_map_boundaries',
    `select identifier from (
       select p.identifier, row_number() over (order by p.identifier) as number
       from product p join product_listing l on l.product_id = p.id) numbered
     where number % $1 = 0 order by identifier`,
    [size],
  )
  return rows.map(({ identifier }) => identifier)
}
