import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { SearchFor } from '../search/search.ts'

/** What typed words look for. */
export interface CompiledSearch {
  /** As a query of PostgreSQL. */
  query: string
  /** The colours that words name. */
  colors: string[]
  /** Ids of the products that are called so, the best first. */
  first: string[]
}

/** What a list is narrowed to; nulls and other empty arrays narrow nothing. Amounts in cents. */
export interface ProductFilter {
  /** Any of these, with all below them; of none at all there is nothing. */
  categoryIds: string[] | null
  /** What is looked for, as `compileSearch` gives it. */
  search: CompiledSearch | null
  colors: string[]
  sizes: string[]
  materials: string[]
  priceMinCents: number | null
  priceMaxCents: number | null
  inStock: boolean
  onSale: boolean
}

/**
 * What typed words look for, which finds nothing when they are none. Worked out before a list is asked
 * for: the planner then knows how much of the house has such words.
 */
export async function compileSearch(
  db: Database,
  { words, missing }: SearchFor,
): Promise<CompiledSearch> {
  const [row] = await db.prepared<CompiledSearch>(
    'search_plan',
    `select coalesce(query::text, '') as query, colors, first from search_plan($1::text[], $2)`,
    [words, missing],
  )
  return row ?? { query: '', colors: [], first: [] }
}

/** The texts `s` of the products `p` that a search finds; everything without one. */
export function joinFound({ search }: Pick<ProductFilter, 'search'>) {
  return search === null
    ? sql``
    : sql`join product_search s on s.product_id = p.product_id and s.document @@ ${search.query}::tsquery`
}

/** Whether a pair of a kind (`color`, `size`) is one of those chosen. */
export function isChosenPair({ colors, sizes }: Pick<ProductFilter, 'colors' | 'sizes'>) {
  return all([
    colors.length > 0 && sql<SqlBool>`color = any (${colors}::text[])`,
    sizes.length > 0 && sql<SqlBool>`size = any (${sizes}::text[])`,
  ])
}

/** A bit for each pair of a kind `k`, as `in_stock` has them: those of which `condition` is true. */
function pairsWhere(condition: RawBuilder<SqlBool>) {
  return sql`(select string_agg((${condition})::integer::text, '' order by place)::bit varying
    from unnest(k.colors, k.sizes) with ordinality as pair (color, size, place))`
}

/** Conditions on a kind `k` that leave its colours and sizes open. */
export function isKind({
  categoryIds,
  materials,
}: Pick<ProductFilter, 'categoryIds' | 'materials'>) {
  return all([
    categoryIds !== null && sql<SqlBool>`k.category_ids && ${categoryIds}::uuid[]`,
    materials.length > 0 && sql<SqlBool>`k.material = any (${materials}::text[])`,
  ])
}

/** Conditions on a product's price `p` at an instant that leave its kind open. */
export function isPrice(filter: ProductFilter, at: Date) {
  const { priceMinCents, priceMaxCents } = filter
  return all([
    sql<SqlBool>`p.from_at <= ${at} and p.until_at > ${at}`,
    priceMinCents !== null && sql<SqlBool>`p.price_cents >= ${priceMinCents}`,
    priceMaxCents !== null && sql<SqlBool>`p.price_cents <= ${priceMaxCents}`,
    filter.inStock && sql<SqlBool>`p.is_available`,
    filter.onSale && sql<SqlBool>`p.price_cents < p.list_price_cents`,
  ])
}

/** Whether only some kinds can pass `filter`. */
export function isOfSomeKinds({ categoryIds, materials, colors, sizes }: ProductFilter): boolean {
  return categoryIds !== null || materials.length + colors.length + sizes.length > 0
}

/**
 * `from … where …` of the products for sale that pass `filter` at an instant: `p` their price, `s` their
 * texts in a search. Which kinds pass is found first; of the products then only an index is read.
 */
export function filtered(filter: ProductFilter, at: Date): RawBuilder<unknown> {
  if (!isOfSomeKinds(filter))
    return sql`from product_price p ${joinFound(filter)} where ${isPrice(filter, at)}`
  const { colors, sizes, inStock } = filter
  const choosesPairs = colors.length + sizes.length > 0
  const chosen = sql`select ${pairsWhere(isChosenPair(filter))} as pairs`
  const kinds = choosesPairs
    ? sql`select k.id, chosen.pairs from product_kind k cross join lateral (${chosen}) chosen
        where ${isKind(filter)} and bit_count(chosen.pairs) > 0 offset 0`
    : sql`select k.id from product_kind k where ${isKind(filter)} offset 0`
  return sql`from (${kinds}) kind join product_price p on p.kind_id = kind.id ${joinFound(filter)}
    where ${isPrice(filter, at)}
      and ${all([inStock && choosesPairs && sql<SqlBool>`bit_count(p.in_stock & kind.pairs) > 0`])}`
}

function all(conditions: (RawBuilder<SqlBool> | false)[]): RawBuilder<SqlBool> {
  const asked = conditions.filter((condition) => condition !== false)
  return asked.length === 0 ? sql`true` : sql`(${sql.join(asked, sql` and `)})`
}
