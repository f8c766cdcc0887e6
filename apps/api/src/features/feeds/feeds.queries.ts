import type { Picture } from '@solvane/contract/catalog'
import type { Database } from '../../platform/database/database.ts'

/** A variant that is sold, with the fields that feeds contain; amounts in cents. */
export interface FeedRow {
  identifier: string
  name: string
  description: string
  material: string
  /** The category that the product's breadcrumbs end with. */
  category: string | null
  variant_id: string
  sku: string | null
  gtin: string | null
  weight_grams: number | null
  attributes: Record<string, string>
  price_cents: number
  sale_price_cents: number | null
  sale_starts_at: Date | null
  sale_ends_at: Date | null
  stock: number
  picture: Picture | null
}

/** The variants of the next `limit` products for sale after the identifier `after`, at an instant. */
export function nextFeedRows(
  db: Database,
  { after, limit, at }: { after: string; limit: number; at: Date },
): Promise<FeedRow[]> {
  return db.prepared<FeedRow>(
    'feed_rows',
    `select p.identifier, p.name, p.description, p.material,
       breadcrumb_category(p.id) as category,
       v.id as variant_id, v.sku, v.gtin, coalesce(v.weight_grams, p.weight_grams) as weight_grams, v.attributes,
       list_price_cents(v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, v.prior_price_cents, $3) as price_cents,
       v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, v.stock,
       coalesce(v.pictures -> 0, p.pictures -> 0) as picture
     from (
       select p.* from product p join product_listing l on l.product_id = p.id
       where p.identifier > $1 order by p.identifier limit $2) p
     join variant v on v.product_id = p.id and v.deleted_at is null and v.is_enabled
     order by p.identifier, v.position`,
    [after, limit, at],
  )
}

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
