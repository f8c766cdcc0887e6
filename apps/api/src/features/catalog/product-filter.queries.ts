import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { SearchFor } from '../search/search.ts'

/** The compiled words of a search. */
export interface CompiledSearch {
  /** A tsquery. */
  query: string
  /** The colors among the words. */
  colors: string[]
  /** Ids of the products with that name, best first. */
  first: string[]
}

/** The filter of a list; nulls and other empty arrays do not narrow it. Amounts in cents. */
export interface ProductFilter {
  /** Any of these with their descendants; an empty array matches nothing. */
  categoryIds: string[] | null
  /** The search, from `compileSearch`. */
  search: CompiledSearch | null
  colors: string[]
  sizes: string[]
  materials: string[]
  priceMinCents: number | null
  priceMaxCents: number | null
  inStock: boolean
  onSale: boolean
}

/** Narrows nothing. */
export const everyProduct: ProductFilter = {
  categoryIds: null,
  search: null,
  colors: [],
  sizes: [],
  materials: [],
  priceMinCents: null,
  priceMaxCents: null,
  inStock: false,
  onSale: false,
}

/** Compiles the words of a search; without words it matches nothing. */
export async function compileSearch(
  db: Database,
  { words, missing }: SearchFor,
): Promise<CompiledSearch> {
  const [row] = await db.prepared<CompiledSearch>(
    'search_query',
    `select coalesce(query::text, '') as query, colors, first from search_query($1::text[], $2)`,
    [words, missing],
  )
  return row ?? { query: '', colors: [], first: [] }
}

/** Whether a pair of color and size (`color`, `size`) matches the filter. */
export function isChosenPair({ colors, sizes }: Pick<ProductFilter, 'colors' | 'sizes'>) {
  return all([
    colors.length > 0 && sql<SqlBool>`color = any (${colors}::text[])`,
    sizes.length > 0 && sql<SqlBool>`size = any (${sizes}::text[])`,
  ])
}

/** Whether `filter` narrows the products by anything except their price. */
export function isOfSome(filter: ProductFilter): boolean {
  const { categoryIds, search, materials, colors, sizes } = filter
  return (
    categoryIds !== null || search !== null || materials.length + colors.length + sizes.length > 0
  )
}

/**
 * `from … where …` of the products for sale that match `filter` at an instant: `l` is their listing
 * row and, if the filter or `withPrice` requires it, `p` their price. With `inSelection`, a category's
 * id, `cp` says where they stand in its list; the others of the filter's categories are left out.
 */
export function filtered(
  filter: ProductFilter,
  at: Date,
  { withPrice, inSelection = null }: { withPrice: boolean; inSelection?: string | null },
): RawBuilder<unknown> {
  const { categoryIds, search, materials, colors, sizes } = filter
  const { priceMinCents, priceMaxCents, inStock, onSale } = filter
  const asksPrice = priceMinCents !== null || priceMaxCents !== null || inStock || onSale
  const hasPrice = withPrice || asksPrice
  // A color and a size must belong to the same pair, and be in stock together.
  const asksPairs =
    colors.length + sizes.length > 0 && (inStock || colors.length * sizes.length > 0)
  return sql`from product_listing l
    ${inSelection === null ? sql`` : sql`join category_product cp on cp.product_id = l.product_id and cp.category_id = ${inSelection}`}
    ${hasPrice ? sql`join product_price p on p.product_id = l.product_id` : sql``}
    where ${all([
      hasPrice && sql<SqlBool>`p.from_at <= ${at} and p.until_at > ${at}`,
      categoryIds !== null &&
        inSelection === null &&
        sql<SqlBool>`l.product_id in (
          select product_id from category_product where category_id = any (${categoryIds}::uuid[]))`,
      search !== null && sql<SqlBool>`l.words @@ ${search.query}::tsquery`,
      materials.length > 0 && sql<SqlBool>`l.material = any (${materials}::text[])`,
      colors.length > 0 && sql<SqlBool>`l.pair_colors && ${colors}::text[]`,
      sizes.length > 0 && sql<SqlBool>`l.pair_sizes && ${sizes}::text[]`,
      asksPairs &&
        sql<SqlBool>`exists (
          select from unnest(l.pair_colors, l.pair_sizes, l.pair_in_stock) as pair (color, size, is_in_stock)
          where ${isChosenPair(filter)} and ${inStock ? sql`is_in_stock` : sql`true`})`,
      priceMinCents !== null && sql<SqlBool>`p.price_cents >= ${priceMinCents}`,
      priceMaxCents !== null && sql<SqlBool>`p.price_cents <= ${priceMaxCents}`,
      inStock && sql<SqlBool>`p.is_available`,
      onSale && sql<SqlBool>`p.price_cents < p.list_price_cents`,
    ])}`
}

function all(conditions: (RawBuilder<SqlBool> | false)[]): RawBuilder<SqlBool> {
  const asked = conditions.filter((condition) => condition !== false)
  return asked.length === 0 ? sql`true` : sql`(${sql.join(asked, sql` and `)})`
}
