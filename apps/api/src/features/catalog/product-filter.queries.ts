import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { SearchFor } from '../search/search.ts'

/** What a list is narrowed to; nulls and other empty arrays narrow nothing. Amounts in cents. */
export interface ProductFilter {
  /** Any of these, with all below them; of none at all there is nothing. */
  categoryIds: string[] | null
  search: SearchFor | null
  colors: string[]
  sizes: string[]
  materials: string[]
  priceMinCents: number | null
  priceMaxCents: number | null
  inStock: boolean
  onSale: boolean
}

/** 'colour|size' for every chosen pair; only one side when the other is not chosen. */
export function chosenOffers({ colors, sizes }: Pick<ProductFilter, 'colors' | 'sizes'>): string[] {
  const anyIfNone = (values: string[]) => (values.length > 0 ? values : [''])
  return anyIfNone(colors).flatMap((color) => anyIfNone(sizes).map((size) => `${color}|${size}`))
}

/** The query of typed words, worked out once a statement. */
export function compiled({ words, loose }: SearchFor) {
  return sql`(select query from search_plan(${words}::text[], ${loose}))`
}

/** The products for sale that pass `filter` at an instant: `l` their row of the list, `p` their price. */
export function filtered({ kysely }: Database, filter: ProductFilter, at: Date) {
  let query = kysely
    .selectFrom('product_listing as l')
    .innerJoin('product_price as p', (join) =>
      join
        .onRef('p.product_id', '=', 'l.product_id')
        .on('p.from_at', '<=', at)
        .on('p.until_at', '>', at),
    )
  const { categoryIds } = filter
  // By id: PostgreSQL knows then how many products to expect, and does not look them up one by one.
  if (categoryIds !== null)
    query = query.where('l.product_id', 'in', (nested) =>
      nested
        .selectFrom('category_product as cp')
        .where(sql<SqlBool>`cp.category_id = any (${categoryIds}::uuid[])`)
        .select('cp.product_id'),
    )
  if (filter.search !== null)
    query = query.where(
      sql<SqlBool>`exists (select from product_search s
        where s.product_id = l.product_id and s.document @@ ${compiled(filter.search)})`,
    )
  if (filter.colors.length > 0 || filter.sizes.length > 0) {
    const offers = filter.inStock ? sql.ref('l.offers_in_stock') : sql.ref('l.offers')
    query = query.where(sql<SqlBool>`${offers} && ${chosenOffers(filter)}::text[]`)
  }
  if (filter.inStock) query = query.where('l.is_available', '=', true)
  if (filter.materials.length > 0) query = query.where('l.material', 'in', filter.materials)
  if (filter.priceMinCents !== null)
    query = query.where('p.price_cents', '>=', filter.priceMinCents)
  if (filter.priceMaxCents !== null)
    query = query.where('p.price_cents', '<=', filter.priceMaxCents)
  if (filter.onSale) query = query.whereRef('p.price_cents', '<', 'p.list_price_cents')
  return query
}
