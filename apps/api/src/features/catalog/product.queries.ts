import type { Database } from '../../platform/database/database.ts'

export interface ProductRow {
  id: string
  /** Its members in the JSON of a product, all but its breadcrumbs; the object is left open. */
  members: string
  /** The leaf category the product is shown under. */
  category: string | null
}

const productBy = (column: 'product_id' | 'identifier') => `
  select g.product_id as id,
    g.head || (g.offers[width_bucket($1, g.offers_from)] || ',"isNew":' || (g.new_until > $1)
      || ',"variants":[' || (
        select string_agg(variant_json(v, $1), ',' order by v.position)
        from variant v where v.product_id = g.product_id and v.deleted_at is null and v.is_enabled)
      || '],"related":[' || coalesce((
        select string_agg(card_json(l, $1), ',' order by r.position)
        from product_relation r join product_listing l on l.product_id = r.related_id
        where r.product_id = g.product_id), '')
      || ']') as members,
    (select c.identifier from product_category pc join category c on c.id = pc.category_id
     where pc.product_id = g.product_id order by c.position, c.identifier limit 1) as category
  from product_page g
  where g.${column} = $2`

const statements = { id: productBy('product_id'), identifier: productBy('identifier') }

/** One product for sale with everything its page shows, by either key; undefined when there is none. */
export async function findProduct(
  db: Database,
  column: 'id' | 'identifier',
  value: string,
  at: Date,
): Promise<ProductRow | undefined> {
  const [row] = await db.prepared<ProductRow>(`product_by_${column}`, statements[column], [
    at,
    value,
  ])
  return row
}

/** The product that had this identifier before; undefined when none had. */
export async function findFormerProduct(
  db: Database,
  identifier: string,
): Promise<string | undefined> {
  const [row] = await db.prepared<{ product_id: string }>(
    'product_by_former_identifier',
    'select product_id from product_former_identifier where identifier = $1',
    [identifier],
  )
  return row?.product_id
}
