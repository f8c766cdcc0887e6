import type { FeaturedProduct } from '@solvane/contract/content.admin'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** The products that staff have placed in the list of a category, the first first. */
export async function listSelection(db: Queryable, categoryId: string): Promise<FeaturedProduct[]> {
  const { rows } = await sql<FeaturedProduct>`
    select p.id, p.identifier, p.name, p.pictures -> 0 as cover, cp.product_id is not null as "isInShop"
    from category_position placed
    join product p on p.id = placed.product_id
    left join category_product cp on (cp.category_id, cp.product_id) = (placed.category_id, placed.product_id)
    where placed.category_id = ${categoryId}
    order by placed.position, p.published_at desc, p.id desc`.execute(db)
  return rows
}

/** Which of these products there are. */
export async function knownProducts(tx: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from product where id = any (${ids}::uuid[]) order by id for key share`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Places these products in the list of a category, in this order, and no others. */
export async function replaceSelection(
  tx: Queryable,
  categoryId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.deleteFrom('category_position').where('category_id', '=', categoryId).execute()
  await sql`insert into category_position (category_id, product_id, position)
    select ${categoryId}, id, position from unnest(${ids}::uuid[]) with ordinality as placed (id, position)`.execute(
    tx,
  )
}
