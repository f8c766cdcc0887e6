import type { ProductSort } from '@solvane/contract/catalog'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import {
  type CompiledSearch,
  filtered,
  isOfSome,
  type ProductFilter,
} from './product-filter.queries.ts'
import type { CardRow } from './to-card.ts'
import type { ProductRow } from './to-product.ts'

/** A product `l` with its price `p` as a `CardRow`, at the instant `at` (an SQL expression). */
const cardColumns = (at: string) => `
  l.product_id as id, l.identifier, l.name, l.material, l.colors, l.cover, l.hover_cover,
  l.new_until > ${at} as is_new,
  p.price_cents, p.list_price_cents, p.has_range, p.variant_id, p.is_available`

/** Joins the price `p` of the product `l` at an instant. */
const joinPrice = (at: string) => `
  join product_price p on p.product_id = l.product_id and p.from_at <= ${at} and p.until_at > ${at}`

/**
 * The look of the product `l` in the first of `colors` that it has, preferring available ones: a
 * `VariantLook`.
 */
const shownAs = (colors: string) => `(
  select json_build_object('pictures', v.pictures, 'color', v.attributes ->> 'Color')
  from variant v
  where v.product_id = l.product_id and v.deleted_at is null and v.is_enabled
    and v.attributes ->> 'Color' = any (${colors})
  order by v.stock > 0 desc, v.position limit 1)`

/** The products of a page, and how many there are in total. */
export interface ListedPage {
  rows: CardRow[]
  total: number
}

/** A row of a page; a row without a product carries the total of an empty page. */
type ListedRow = { total: number } & (CardRow | { id: null })

function toListedPage(rows: ListedRow[]): ListedPage {
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 }
}

const newestOfCategory = `
  select c.product_count as total, ${cardColumns('$1')}
  from category c
  left join lateral unnest(newest_of_category(c.id, $4, $3)) with ordinality as listed (product_id, place) on true
  left join product_listing l using (product_id)
  left ${joinPrice('$1').trim()}
  where c.identifier = $2
  order by listed.place`

/** A category's products, newest first: the most frequent list, in one prepared statement. */
export async function newestProducts(
  db: Database,
  { category, at, limit, offset }: { category: string; at: Date; limit: number; offset: number },
): Promise<ListedPage> {
  const values = [at, category, limit, offset]
  return toListedPage(await db.prepared<ListedRow>('newest_products', newestOfCategory, values))
}

/** The number of products in a category, from its counter; 0 if it is unknown. */
export async function countCategory(db: Database, category: string): Promise<number> {
  const [row] = await db.prepared<{ total: number }>(
    'category_total',
    'select product_count as total from category where identifier = $1',
    [category],
  )
  return row?.total ?? 0
}

/**
 * Products that match `filter`, in `sort` order; every order ends with the id, so pages never
 * overlap. `total` is null unless it is requested and a by-product of the query.
 */
export async function listFilteredProducts(
  db: Database,
  {
    filter,
    sort,
    selection,
    wantsTotal,
    at,
    limit,
    offset,
  }: {
    filter: ProductFilter
    sort: ProductSort
    /** The category whose arrangement comes first; null: none. */
    selection: string | null
    wantsTotal: boolean
    at: Date
    limit: number
    offset: number
  },
): Promise<{ rows: CardRow[]; total: number | null }> {
  const { search } = filter
  const total = isOfSome(filter) && wantsTotal ? sql`count(*) over ()` : sql`null`
  const withPrice = sort === 'price-asc' || sort === 'price-desc'
  const found =
    search !== null && sort === 'relevance'
      ? bestFound(filter, search, { at, limit, offset })
      : selection !== null
        ? sql`select l.product_id, ${total} as total
            ${filtered(filter, at, { withPrice: false, inSelection: selection })}
            order by cp.position, cp.published_at desc, cp.product_id desc limit ${limit} offset ${offset}`
        : sql`select l.product_id, ${total} as total ${filtered(filter, at, { withPrice })}
            order by ${orderOf(filter, sort)}, l.product_id desc limit ${limit} offset ${offset}`
  const colors = filter.colors.length > 0 ? filter.colors : (search?.colors ?? [])
  // The cards are read only for the products of the page.
  const { rows } = await sql<CardRow & { total: number | null }>`
    select listed.total, ${sql.raw(cardColumns('asked.at'))},
      case when asked.colors <> '{}' then ${sql.raw(shownAs('asked.colors'))} end as shown_as
    from (select ${at}::timestamptz as at, ${colors}::text[] as colors) asked
    cross join (select *, row_number() over () as place from (${found}) found) listed
    join product_listing l using (product_id) ${sql.raw(joinPrice('asked.at'))}
    order by listed.place`.execute(db.kysely)
  return { rows, total: rows[0]?.total ?? null }
}

function orderOf(filter: ProductFilter, sort: ProductSort) {
  // `+ 0` keeps the index of all prices out of the plan: the prices of some products may be far
  // from either end of it.
  const price = isOfSome(filter) ? sql`(p.price_cents + 0)` : sql`p.price_cents`
  if (sort === 'price-asc') return price
  return sort === 'price-desc' ? sql`${price} desc` : sql`l.published_at desc`
}

/** The newest results of a search that are ranked; older ones follow by date. */
const mostRanked = 1_000

/** The limit of counting results; one more shows that there are more. */
const mostCounted = 10_000

/**
 * The results of a search, best first: products with that name, then by where all of the words are
 * (in the name; with the categories; with material and colors; with the description), then the
 * newest.
 */
function bestFound(
  filter: ProductFilter,
  { query, first }: CompiledSearch,
  { at, limit, offset }: { at: Date; limit: number; offset: number },
) {
  const isNamed = first.length > 0 ? sql`l.product_id = any (${first}::uuid[])` : sql`false`
  const isIn = (weights: string) =>
    sql`ts_filter(words, ${sql.lit(weights)}::"char"[]) @@ ${query}::tsquery`
  const place =
    first.length > 0
      ? sql`case when is_named then array_position(${first}::uuid[], product_id) end`
      : sql`null::integer`
  const those = filtered(filter, at, { withPrice: false })
  return sql`
    select product_id,
      (select count(*) from (select ${those} limit ${sql.lit(mostCounted + 1)}) counted) as total
    from (
      select *, row_number() over (order by is_named desc, published_at desc, product_id desc) as newest
      from (
        select l.product_id, l.published_at, l.words, ${isNamed} as is_named ${those}
        order by ${first.length > 0 ? sql`is_named desc,` : sql``} l.published_at desc, l.product_id desc
        limit ${Math.max(mostRanked, offset + limit)}
      ) candidate
    ) placed
    order by ${place} nulls last,
      case when newest > ${sql.lit(mostRanked)} then 5
        when ${isIn('{a}')} then 1 when ${isIn('{a,b}')} then 2 when ${isIn('{a,b,c}')} then 3 else 4 end,
      newest
    limit ${limit} offset ${offset}`
}

/** The number of products that match `filter`. */
export async function countFilteredProducts(
  db: Database,
  filter: ProductFilter,
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total ${filtered(filter, at, { withPrice: false })}`.execute(db.kysely)
  return rows[0]?.total ?? 0
}

/** Whether any product matches `filter`. */
export async function isAnyThere(db: Database, filter: ProductFilter, at: Date): Promise<boolean> {
  const { rows } = await sql`select ${filtered(filter, at, { withPrice: false })} limit 1`.execute(
    db.kysely,
  )
  return rows.length > 0
}

const cardsByIdentifier = `
  select wanted.identifier as wanted, ${cardColumns('$1')}
  from unnest($2::text[]) as wanted (identifier)
  join product_listing l on l.product_id = coalesce(
    (select id from product where identifier = wanted.identifier),
    (select product_id from product_former_identifier where identifier = wanted.identifier))
  ${joinPrice('$1').trim()}`

/** The cards of products by identifier or former identifier, without those that are not for sale. */
export function listCards(
  db: Database,
  identifiers: string[],
  at: Date,
): Promise<(CardRow & { wanted: string })[]> {
  return db.prepared('cards_by_identifier', cardsByIdentifier, [at, identifiers])
}

const cardsById = `
  select ${cardColumns('$1')}
  from product_listing l ${joinPrice('$1')}
  where l.product_id = any($2::uuid[])`

/** The cards of these products in any order, without those that are not for sale. */
export function listCardsById(db: Database, ids: string[], at: Date): Promise<CardRow[]> {
  return db.prepared('cards_by_id', cardsById, [at, ids])
}

/** When the next sale begins or ends, 'New' expires, or a product enters or leaves the shop. */
export async function nextTimedChange(db: Database, at: Date): Promise<Date | null> {
  const [row] = await db.prepared<{ next: Date | null }>(
    'next_timed_change',
    `select least(
      (select min(until_at) from product_price where until_at > $1 and until_at < 'infinity'),
      (select min(new_until) from product_listing where new_until > $1 and new_until < 'infinity'),
      (select min(listing_due_at) from product where listing_due_at is not null)) as next`,
    [at],
  )
  return row?.next ?? null
}

/** The products with such a change after `from`, up to and including `until`. */
export async function timedChangesBetween(db: Database, from: Date, until: Date) {
  const rows = await db.prepared<{ tag: `product:${string}` | `facts:${string}` }>(
    'timed_changes',
    `with changed as materialized (
      select product_id from product_price where until_at > $1 and until_at <= $2
      union
      select product_id from product_listing where new_until > $1 and new_until <= $2
    )
    select 'product:' || product_id as tag from changed
    union
    select 'facts:' || c.identifier
    from changed join category_product using (product_id) join category c on c.id = category_id`,
    [from, until],
  )
  return rows.map(({ tag }) => tag)
}

const productBy = (column: 'id' | 'identifier') => `
  select ${cardColumns('$1')},
    product.description, product.details, product.measurements, product.dimensions, product.fits_inside, product.materials_and_care,
    product.size_and_fit, product.size_guide, product.composition, product.country_of_origin, product.weight_grams,
    product.maker, product.responsible_person, product.seo_title, product.seo_description, product.pictures,
    (select coalesce(json_agg(json_build_object('name', o.name, 'values', o.values) order by o.position), '[]')
     from product_option o where o.product_id = product.id) as options,
    (select json_agg(to_json(one) order by one.position) from (
      select v.id, v.position, list_price_cents(v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, v.prior_price_cents, $1) as price_cents,
        v.sale_price_cents, v.sale_starts_at, v.sale_ends_at,
        current_price_cents(v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, $1)
          as current_cents,
        v.stock, v.attributes, v.pictures, v.sku, v.gtin, v.weight_grams, v.country_of_origin, v.composition
      from variant v where v.product_id = product.id and v.deleted_at is null and v.is_enabled) one) as variants,
    (select coalesce(json_agg(to_json(card) order by card.position), '[]') from (
      select r.position, ${cardColumns('$1')}
      from product_relation r
      join product_listing l on l.product_id = r.related_id ${joinPrice('$1')}
      where r.product_id = product.id) card) as related,
    breadcrumb_category(product.id) as category,
    array(select t.color from product_turn t where t.product_id = product.id order by t.color) as turn_colors
  from product
  join product_listing l on l.product_id = product.id ${joinPrice('$1')}
  where product.${column} = $2`

const statements = { id: productBy('id'), identifier: productBy('identifier') }

/** A product for sale with everything its page shows, by either key; undefined if there is none. */
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

/** The product that had this identifier before; undefined if none had. */
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
