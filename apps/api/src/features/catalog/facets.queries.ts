import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import {
  isChosenPair,
  isKind,
  isPrice,
  joinFound,
  type ProductFilter,
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
 * read once; the rest works on those few, and each step is done once, whatever the planner believes.
 */
export async function countFacets(
  db: Database,
  filter: ProductFilter,
  at: Date,
): Promise<FacetCounts> {
  const { colors, sizes, materials, inStock, search, priceMinCents, priceMaxCents } = filter
  const open = { ...filter, materials: [], priceMinCents: null, priceMaxCents: null }
  const isAffordable =
    priceMinCents === null && priceMaxCents === null
      ? sql<SqlBool>`true`
      : sql<SqlBool>`p.price_cents between ${priceMinCents ?? 0}
          and ${priceMaxCents ?? 2_147_483_647}`
  const isMaterial =
    materials.length === 0
      ? sql<SqlBool>`true`
      : sql<SqlBool>`material = any (${materials}::text[])`
  // Stock only where it is asked for: products of a kind differ much in what of them is sold out.
  const summedUp = sql`
    p.kind_id, ${inStock ? sql`p.in_stock::text` : sql`null`} as in_stock,
    min(p.price_cents) as least, max(p.price_cents) as most,
    count(*) filter (where ${isAffordable}) as affordable,
    count(*) filter (where ${isAffordable} and p.is_available) as available,
    count(*) filter (where ${isAffordable} and p.price_cents < p.list_price_cents) as on_sale`
  // Kind by kind an index is read from end to end; what a search finds stands anywhere.
  const ofKinds =
    search === null
      ? sql`kind cross join lateral (
          select ${summedUp} from product_price p
          where p.kind_id = kind.id and ${isPrice(open, at)}
          group by p.kind_id, 2) of_kind`
      : sql`kind join (
          select ${summedUp} from product_price p ${joinFound(open)}
          where ${isPrice(open, at)}
          group by p.kind_id, 2) of_kind on of_kind.kind_id = kind.id`
  const isThere = inStock
    ? sql<SqlBool>`bit_count(counted.in_stock::bit varying & choice.pairs) > 0`
    : sql<SqlBool>`true`

  /** For each kind the pairs with one of those `chosen`: all of them, or one by one those of a `side`. */
  const choices = (chosen: Pick<ProductFilter, 'colors' | 'sizes'>, side?: 'color' | 'size') => sql`
    select kind_id, ${side ? sql.ref(side) : sql`null`} as value, bit_or(bit) as pairs
    from pair
    where ${isChosenPair(chosen)} ${side ? sql`and ${sql.ref(side)} <> ''` : sql``}
    group by 1, 2`
  const asList = (counts: RawBuilder<unknown>) =>
    sql`(select coalesce(json_agg(json_build_object('value', value, 'count', count)
      order by count desc, value), '[]') from (${counts}) counts)`
  const countsOf = (choice: RawBuilder<unknown>) =>
    asList(sql`select choice.value, sum(affordable)::integer as count
      from counted join ${choice} choice using (kind_id)
      where affordable > 0 and ${isMaterial} and ${isThere}
      group by choice.value`)

  const { rows } = await sql<FacetCounts>`
    with kind as materialized (
      select k.* from product_kind k where ${isKind(open)}
    ), pair as materialized (
      select k.id as kind_id, color, size,
        set_bit(repeat('0', cardinality(k.colors))::bit varying, place::integer - 1, 1) as bit
      from kind k, unnest(k.colors, k.sizes) with ordinality as pair (color, size, place)
    ), color_choice as materialized (${choices({ colors: [], sizes }, 'color')}
    ), size_choice as materialized (${choices({ colors, sizes: [] }, 'size')}
    ), counted as materialized (
      select kind.material, of_kind.* from ${ofKinds}
    ), chosen as materialized (
      select counted.* from counted join (${choices({ colors, sizes })}) choice using (kind_id)
      where ${isThere}
    )
    select
      ${countsOf(sql`color_choice`)} as colors,
      ${countsOf(sql`size_choice`)} as sizes,
      ${asList(sql`select material as value, sum(affordable)::integer as count from chosen
        where affordable > 0 group by material`)} as materials,
      coalesce(sum(affordable), 0)::integer as total,
      coalesce(sum(available), 0)::integer as "inStock",
      coalesce(sum(on_sale), 0)::integer as "onSale",
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
