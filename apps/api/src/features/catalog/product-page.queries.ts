import type { Picture } from '@solvane/contract/catalog'
import type { Database } from '../../platform/database/database.ts'

/** A product that is sold out or was in the shop, with where others like it are looked for. */
export interface ReplacedProduct {
  id: string
  /** The category that its breadcrumbs end with; null without one. */
  category: string | null
  /** Its lowest price, without sales; null without variants. */
  price_cents: number | null
}

/** A product by id, identifier or former identifier, unless it was never in the shop. */
export async function findReplaced(
  db: Database,
  column: 'id' | 'identifier',
  value: string,
): Promise<ReplacedProduct | undefined> {
  const known =
    column === 'id'
      ? 'select $1::uuid as id'
      : `select coalesce((select id from product where identifier = $1),
           (select product_id from product_former_identifier where identifier = $1)) as id`
  const [row] = await db.prepared<ReplacedProduct>(
    `replaced_by_${column}`,
    `with known as (${known})
     select p.id,
       breadcrumb_category(p.id) as category,
       (select min(v.price_cents) from variant v
        where v.product_id = p.id and v.deleted_at is null and v.is_enabled) as price_cents
     from known join product p using (id)
     where p.was_listed or exists (select from product_listing l where l.product_id = p.id)`,
    [value],
  )
  return row
}

/**
 * Ids of products in stock in these categories, those of the first category first, and then the
 * nearest in price.
 */
export async function nearestProducts(
  db: Database,
  wanted: { id: string; categories: string[]; cents: number; at: Date; limit: number },
): Promise<string[]> {
  const rows = await db.prepared<{ id: string }>(
    'nearest_products',
    `select p.product_id as id
     from unnest($2::text[]) with ordinality as named (identifier, level)
     join category c using (identifier)
     join category_product cp on cp.category_id = c.id and cp.product_id <> $1
     join product_price p on p.product_id = cp.product_id and p.from_at <= $4 and p.until_at > $4
     where p.is_available
     group by p.product_id, p.price_cents
     order by min(named.level), abs(p.price_cents - $3), p.product_id
     limit $5`,
    [wanted.id, wanted.categories, wanted.cents, wanted.at, wanted.limit],
  )
  return rows.map(({ id }) => id)
}

/** A 360° view: pictures all around a product, and those that open it. */
export interface Turn {
  frames: Picture[]
  opening: Picture[]
}

/**
 * The 360° view of a product in a color, without pictures if it has none; undefined for a product that is
 * not for sale.
 */
export async function findTurn(
  db: Database,
  { id, color, at }: { id: string; color: string; at: Date },
): Promise<Turn | undefined> {
  const [row] = await db.prepared<Turn>(
    'turn_of_product',
    `select coalesce(t.frames, '[]') as frames, coalesce(t.opening, '[]') as opening
     from product_listing l
     join product_price p on p.product_id = l.product_id and p.from_at <= $3 and p.until_at > $3
     left join product_turn t on t.product_id = l.product_id and t.color = $2
     where l.product_id = $1`,
    [id, color, at],
  )
  return row
}
