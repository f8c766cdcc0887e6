import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import {
  isChosenPair,
  isKind,
  isPrice,
  type ProductFilter,
  pairsWhere,
} from './product-filter.queries.ts'

export interface FacetCount {
  value: string
  count: number
}

/** How many products there are of each kind, and the bounds of price in cents. */
export interface FacetCounts {
  colors: FacetCount[]
  sizes: FacetCount[]
  /** Most first. */
  materials: FacetCount[]
  total: number
  inStock: number
  onSale: number
  minCents: number
  maxCents: number
}

/**
 * Counts what can be chosen besides `filter`: each kind as if nothing of it were chosen, the bounds of
 * price as if none were asked for. The products are put together by kind while an index of them is
 * read once; the rest works on those few.
 */
export async function countFacets(
  db: Database,
  filter: ProductFilter,
  at: Date,
): Promise<FacetCounts> {
  const { colors, sizes, materials, inStock, priceMinCents, priceMaxCents } = filter
  const open = { ...filter, materials: [], priceMinCents: null, priceMaxCents: null }
  const isAffordable = sql<boolean>`p.price_cents between ${priceMinCents ?? 0}
    and ${priceMaxCents ?? 2_147_483_647}`
  const isMaterial =
    materials.length === 0
      ? sql<SqlBool>`true`
      : sql<SqlBool>`material = any (${materials}::text[])`
  // Only where it is asked for: products of a kind differ much in what of them is sold out.
  const stock = inStock ? sql`p.in_stock::text` : sql`null::text`
  const isThere = (pairs: string) =>
    inStock
      ? sql<SqlBool>`bit_count(counted.in_stock & ${sql.ref(pairs)}) > 0`
      : sql<SqlBool>`bit_count(${sql.ref(pairs)}) > 0`

  /** Each colour or size of a kind, with the pairs that have it and one of the `others` chosen. */
  const choices = (side: 'color' | 'size', others: Pick<ProductFilter, 'colors' | 'sizes'>) => sql`
    select k.id as kind_id, choice.value,
      ${pairsWhere(sql<SqlBool>`${sql.ref(side)} = choice.value and ${isChosenPair(others)}`)} as pairs
    from kind k
    cross join lateral (
      select distinct value from unnest(${sql.ref(`k.${side}s`)}) as value where value <> ''
    ) choice
    offset 0`
  const countBySide = (
    side: 'color' | 'size',
    others: Pick<ProductFilter, 'colors' | 'sizes'>,
  ) => sql`
    select choice.value, sum(number)::integer as count
    from counted join (${choices(side, others)}) choice using (kind_id)
    where is_affordable and ${isMaterial} and ${isThere('choice.pairs')}
    group by choice.value`
  const asList = (counts: RawBuilder<unknown>) =>
    sql`(select coalesce(json_agg(json_build_object('value', value, 'count', count)
      order by count desc, value), '[]') from (${counts}) counts)`

  const { rows } = await sql<FacetCounts>`
    with kind as materialized (
      select k.*, ${pairsWhere(isChosenPair({ colors, sizes }))} as chosen_pairs
      from product_kind k where ${isKind(open)}
    ), counted as materialized (
      select kind.material, kind.chosen_pairs, grouped.kind_id, grouped.in_stock::bit varying,
        is_available, is_on_sale, is_affordable, number, least, most
      from (
        select p.kind_id, ${stock} as in_stock, p.is_available,
          p.price_cents < p.list_price_cents as is_on_sale, ${isAffordable} as is_affordable,
          count(*) as number, min(p.price_cents) as least, max(p.price_cents) as most
        from kind join product_price p on p.kind_id = kind.id
        where ${isPrice(open, at)}
        group by 1, 2, 3, 4, 5
      ) grouped
      join kind on kind.id = grouped.kind_id
    ), chosen as materialized (
      select * from counted where ${isThere('counted.chosen_pairs')}
    )
    select
      ${asList(countBySide('color', { colors: [], sizes }))} as colors,
      ${asList(countBySide('size', { colors, sizes: [] }))} as sizes,
      ${asList(sql`select material as value, sum(number)::integer as count from chosen
        where is_affordable group by material`)} as materials,
      coalesce(sum(number) filter (where is_affordable), 0)::integer as total,
      coalesce(sum(number) filter (where is_affordable and is_available), 0)::integer as "inStock",
      coalesce(sum(number) filter (where is_affordable and is_on_sale), 0)::integer as "onSale",
      coalesce(min(least), 0) as "minCents",
      coalesce(max(most), 0) as "maxCents"
    from chosen where ${isMaterial}`.execute(db.kysely)
  const [counts] = rows
  if (!counts) throw new Error('An aggregate gave no row.')
  return counts
}

/** Every colour of the house: name, hex and place in the palette. */
export function listColors({ kysely }: Database) {
  return kysely.selectFrom('color').select(['name', 'hex']).orderBy('position').execute()
}
