import type { Picture, ProductOption } from '@solvane/contract/catalog'
import type { Database } from '../../platform/database/database.ts'
import type { CardRow } from './product-card.ts'

export interface VariantRow {
  id: string
  price_cents: number
  sale_price_cents: number | null
  sale_starts_at: string | null
  sale_ends_at: string | null
  current_cents: number
  stock: number
  attributes: Record<string, string>
  /** Addresses of its pictures: there are many variants, and nothing else of them is shown. */
  picture_sources: string[]
}

export interface ProductRow extends CardRow {
  id: string
  identifier: string
  name: string
  description: string
  material: string
  details: string[]
  measurements: string
  materials_and_care: string
  size_and_fit: string | null
  size_guide: string | null
  pictures: Picture[]
  options: ProductOption[]
  variants: VariantRow[]
  /** The leaf category the product is shown under. */
  category: string | null
  related: CardRow[] | null
}

const productBy = (column: 'id' | 'identifier') => `
  select pr.id, pr.identifier, pr.name, pr.description, pr.material, pr.details, pr.measurements,
    pr.materials_and_care, pr.size_and_fit, pr.size_guide, pr.pictures,
    l.card, l.is_available, l.new_until > $1 as is_new,
    p.price_cents, p.list_price_cents, p.has_range, p.variant_id,
    (select coalesce(json_agg(json_build_object('name', o.name, 'values', o.values) order by o.position), '[]')
     from product_option o where o.product_id = pr.id) as options,
    (select json_agg(json_build_object(
        'id', v.id, 'price_cents', v.price_cents, 'sale_price_cents', v.sale_price_cents,
        'sale_starts_at', v.sale_starts_at, 'sale_ends_at', v.sale_ends_at,
        'current_cents', current_price_cents(v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, $1),
        'stock', v.stock, 'attributes', v.attributes,
        'picture_sources', jsonb_path_query_array(v.pictures, '$[*].src')) order by v.position)
     from variant v where v.product_id = pr.id and v.deleted_at is null and v.is_enabled) as variants,
    (select c.identifier from product_category pc join category c on c.id = pc.category_id
     where pc.product_id = pr.id order by c.position, c.identifier limit 1) as category,
    (select json_agg(json_build_object(
        'card', rl.card, 'price_cents', rp.price_cents, 'list_price_cents', rp.list_price_cents,
        'has_range', rp.has_range, 'variant_id', rp.variant_id, 'is_available', rl.is_available,
        'is_new', rl.new_until > $1) order by r.position)
     from product_relation r
     join product_listing rl on rl.product_id = r.related_id
     join product_price rp on rp.product_id = r.related_id and rp.from_at <= $1 and rp.until_at > $1
     where r.product_id = pr.id) as related
  from product pr
  join product_listing l on l.product_id = pr.id
  join product_price p on p.product_id = pr.id and p.from_at <= $1 and p.until_at > $1
  where pr.${column} = $2`

const statements = { id: productBy('id'), identifier: productBy('identifier') }

/** One product for sale with everything its page shows, by either key; undefined when there is none. */
export async function findProduct(
  db: Database,
  column: 'id' | 'identifier',
  value: string,
  at: Date,
): Promise<ProductRow | undefined> {
  const [row] = await db.quick<ProductRow>(`product_by_${column}`, statements[column], [at, value])
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
