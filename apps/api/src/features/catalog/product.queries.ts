import type { Database } from '../../platform/database/database.ts'
import { cardColumns, joinPrice } from './card.queries.ts'
import type { ProductRow } from './to-product.ts'

const productBy = (column: 'id' | 'identifier') => `
  select ${cardColumns('$1')},
    product.description, product.details, product.measurements, product.materials_and_care,
    product.size_and_fit, product.size_guide, product.pictures,
    (select coalesce(json_agg(json_build_object('name', o.name, 'values', o.values) order by o.position), '[]')
     from product_option o where o.product_id = product.id) as options,
    (select json_agg(to_json(one) order by one.position) from (
      select v.id, v.position, v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at,
        current_price_cents(v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, $1)
          as current_cents,
        v.stock, v.attributes, v.pictures
      from variant v where v.product_id = product.id and v.deleted_at is null and v.is_enabled) one) as variants,
    (select coalesce(json_agg(to_json(card) order by card.position), '[]') from (
      select r.position, ${cardColumns('$1')}
      from product_relation r
      join product_listing l on l.product_id = r.related_id ${joinPrice('$1')}
      where r.product_id = product.id) card) as related,
    (select c.identifier from product_category pc join category c on c.id = pc.category_id
     where pc.product_id = product.id order by c.position, c.identifier limit 1) as category
  from product
  join product_listing l on l.product_id = product.id ${joinPrice('$1')}
  where product.${column} = $2`

const statements = { id: productBy('id'), identifier: productBy('identifier') }

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
