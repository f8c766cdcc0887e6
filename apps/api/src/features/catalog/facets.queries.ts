import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { chosenOffers, filtered, type ProductFilter } from './product-filter.queries.ts'

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
 * price as if none were asked for. The products are read once and put together by what they are
 * offered in, which many have in common; the rest works on those few.
 */
export async function countFacets(
  db: Database,
  filter: ProductFilter,
  at: Date,
): Promise<FacetCounts> {
  const { colors, sizes, materials, inStock, priceMinCents, priceMaxCents } = filter
  const offers = inStock ? sql.ref('l.offers_in_stock') : sql.ref('l.offers')
  const isAffordable = sql<boolean>`p.price_cents between ${priceMinCents ?? 0}
    and ${priceMaxCents ?? 2_147_483_647}`
  const listed = filtered(
    db,
    { ...filter, colors: [], sizes: [], materials: [], priceMinCents: null, priceMaxCents: null },
    at,
  ).select([
    sql<string[]>`${offers}`.as('offers'),
    'l.material',
    'l.is_available',
    sql<boolean>`p.price_cents < p.list_price_cents`.as('is_on_sale'),
    isAffordable.as('is_affordable'),
    'p.price_cents',
  ])
  const offered = (chosen: Pick<ProductFilter, 'colors' | 'sizes'>) =>
    chosen.colors.length + chosen.sizes.length === 0
      ? sql<SqlBool>`true`
      : sql<SqlBool>`offers && ${chosenOffers(chosen)}::text[]`
  const isMaterial =
    materials.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`material = any (${materials})`

  /** By colour (side 1 of an offer) or size (side 2), each product once. */
  const countByOffer = (side: 1 | 2, others: string[]) => sql`
    select value, sum(number)::integer as count
    from kinds
    cross join lateral (
      select distinct split_part(offer, '|', ${sql.lit(side)}) as value
      from unnest(offers) as offer
      where split_part(offer, '|', ${sql.lit(3 - side)}) = any (${others.length > 0 ? others : ['']}::text[])
    ) one
    where is_affordable and ${isMaterial} and value <> ''
    group by value`
  const asList = (counts: ReturnType<typeof sql>) =>
    sql`(select coalesce(json_agg(json_build_object('value', value, 'count', count)
      order by count desc, value), '[]') from (${counts}) counts)`

  const { rows } = await sql<FacetCounts>`
    with kinds as materialized (
      select offers, material, is_available, is_on_sale, is_affordable,
        count(*) as number, min(price_cents) as least, max(price_cents) as most
      from (${listed}) listed
      group by offers, material, is_available, is_on_sale, is_affordable
    ), chosen as materialized (
      select * from kinds where ${offered({ colors, sizes })} and ${isMaterial}
    )
    select
      ${asList(countByOffer(1, sizes))} as colors,
      ${asList(countByOffer(2, colors))} as sizes,
      ${asList(sql`select material as value, sum(number)::integer as count from kinds
        where is_affordable and ${offered({ colors, sizes })} group by material`)} as materials,
      coalesce(sum(number) filter (where is_affordable), 0)::integer as total,
      coalesce(sum(number) filter (where is_affordable and is_available), 0)::integer as "inStock",
      coalesce(sum(number) filter (where is_affordable and is_on_sale), 0)::integer as "onSale",
      coalesce(min(least), 0) as "minCents",
      coalesce(max(most), 0) as "maxCents"
    from chosen`.execute(db.kysely)
  const [counts] = rows
  if (!counts) throw new Error('An aggregate gave no row.')
  return counts
}

/** Every colour of the house: name, hex and place in the palette. */
export function listColors({ kysely }: Database) {
  return kysely.selectFrom('color').select(['name', 'hex']).orderBy('position').execute()
}
