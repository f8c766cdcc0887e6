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
function isChosenPair({ colors, sizes }: Pick<ProductFilter, 'colors' | 'sizes'>) {
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

export interface FacetCount {
  value: string
  count: number
}

/** The number of products by facet value, and the bounds of the price in cents. */
export interface FacetCounts {
  colors: FacetCount[]
  sizes: FacetCount[]
  /** Most frequent first. */
  materials: FacetCount[]
  total: number
  inStock: number
  onSale: number
  minCents: number
  maxCents: number
}

/**
 * Counts the facets of the products that match `filter`: each facet as if nothing of it were
 * chosen, the bounds of the price without the price filter. Products with the same material and
 * color-size pairs are grouped first; the rest works on those groups.
 */
export async function countFacets(
  db: Database,
  filter: ProductFilter,
  at: Date,
): Promise<FacetCounts> {
  const { colors, sizes, materials, inStock, priceMinCents, priceMaxCents } = filter
  const open = {
    ...filter,
    colors: [],
    sizes: [],
    materials: [],
    priceMinCents: null,
    priceMaxCents: null,
  }
  const isAffordable =
    priceMinCents === null && priceMaxCents === null
      ? sql<SqlBool>`true`
      : sql<SqlBool>`p.price_cents between ${priceMinCents ?? 0}
          and ${priceMaxCents ?? 2_147_483_647}`
  const isMaterial =
    materials.length === 0
      ? sql<SqlBool>`true`
      : sql<SqlBool>`material = any (${materials}::text[])`
  // Stock is part of the groups only if a choice depends on it, because it differs between otherwise
  // equal products.
  const choosesPairs = colors.length + sizes.length > 0
  const stock = inStock || choosesPairs ? sql`l.pair_in_stock` : sql`null::boolean[]`
  const isThere = inStock ? sql<SqlBool>`is_in_stock` : sql<SqlBool>`true`
  /** Whether a product of a group would stay if 'in stock' was chosen, too. */
  const hasChosenInStock = choosesPairs
    ? sql<SqlBool>`exists (select from pair
        where pair.id = chosen.id and is_in_stock and ${isChosenPair(filter)})`
    : sql<SqlBool>`true`

  const asList = (counts: RawBuilder<unknown>) =>
    sql`(select coalesce(json_agg(json_build_object('value', value, 'count', count)
      order by count desc, value), '[]') from (${counts}) counts)`
  /** For every color or size, the number of products with a pair that matches the other filter. */
  const countsOf = (side: 'color' | 'size', other: Pick<ProductFilter, 'colors' | 'sizes'>) =>
    asList(sql`select value, sum(affordable)::integer as count
      from (
        select distinct alike.id, affordable, ${sql.ref(side)} as value
        from alike join pair using (id)
        where affordable > 0 and ${isMaterial} and ${sql.ref(side)} <> '' and ${isChosenPair(other)}
      ) having_it
      group by value`)

  const { rows } = await sql<FacetCounts>`
    with alike as materialized (
      select row_number() over () as id, l.material, l.pair_colors, l.pair_sizes, ${stock} as pair_in_stock,
        min(p.price_cents) as least, max(p.price_cents) as most,
        count(*) filter (where ${isAffordable}) as affordable,
        count(*) filter (where ${isAffordable} and p.is_available) as available,
        count(*) filter (where ${isAffordable} and p.price_cents < p.list_price_cents) as on_sale
      ${filtered(open, at, { withPrice: true })}
      group by l.material, l.pair_colors, l.pair_sizes, 5
    ), pair as materialized (
      select id, color, size, is_in_stock
      from alike, unnest(pair_colors, pair_sizes, pair_in_stock) as pair (color, size, is_in_stock)
      where ${isThere}
    ), chosen as materialized (
      select * from alike where exists (select from pair where pair.id = alike.id and ${isChosenPair(filter)})
    )
    select
      ${countsOf('color', { colors: [], sizes })} as colors,
      ${countsOf('size', { colors, sizes: [] })} as sizes,
      ${asList(sql`select material as value, sum(affordable)::integer as count from chosen
        where affordable > 0 group by material`)} as materials,
      coalesce(sum(affordable), 0)::integer as total,
      coalesce(sum(available) filter (where ${hasChosenInStock}), 0)::integer as "inStock",
      coalesce(sum(on_sale), 0)::integer as "onSale",
      coalesce(min(least), 0) as "minCents",
      coalesce(max(most), 0) as "maxCents"
    from chosen where ${isMaterial}`.execute(db.kysely)
  const [counts] = rows
  if (!counts) throw new Error('An aggregate gave no row.')
  return counts
}

/** Every color: name, hex and position in the palette. */
export function listColors({ kysely }: Database) {
  return kysely.selectFrom('color').select(['name', 'hex']).orderBy('position').execute()
}
