import type { ProductSort } from '@solvane/contract/catalog'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { SearchFor } from '../search/search.ts'
import { cardColumns, joinPrice, shownAs } from './card.queries.ts'
import { filtered, isOfSomeKinds, type ProductFilter } from './product-filter.queries.ts'
import type { CardRow } from './to-card.ts'

/** What a page shows, and how many products there are in all. */
export interface ListedPage {
  rows: CardRow[]
  total: number
}

/** A row of a page; one without a product tells the total of a page that shows nothing. */
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

/** A category's products, newest first: the list that most visitors see, in one prepared statement. */
export async function newestProducts(
  db: Database,
  { category, at, limit, offset }: { category: string; at: Date; limit: number; offset: number },
): Promise<ListedPage> {
  const values = [at, category, limit, offset]
  return toListedPage(await db.prepared<ListedRow>('newest_products', newestOfCategory, values))
}

/** How many products a category holds, without counting them; 0 when it is unknown. */
export async function countCategory(db: Database, category: string): Promise<number> {
  const [row] = await db.prepared<{ total: number }>(
    'category_total',
    'select product_count as total from category where identifier = $1',
    [category],
  )
  return row?.total ?? 0
}

/** Pieces a search finds at most: further ones are neither counted nor shown. */
const mostFound = 1_000

const bestOfSearch = `
  select asked.total, ${cardColumns('$1')},
    case when asked.colors <> '{}' then ${shownAs('asked.colors')} end as shown_as
  from (
    select plan.colors, page.total, page.ids
    from search_plan($2::text[], $5) plan,
      search_page(plan.query, plan.matches, plan.at_least, plan.first, $4, $3, ${mostFound}) page
    -- Worked out once, not with every row.
    offset 0
  ) asked
  left join lateral unnest(asked.ids) with ordinality as listed (product_id, place) on true
  left join product_listing l using (product_id)
  left ${joinPrice('$1').trim()}
  order by listed.place`

/** What a search for `words` finds, best first, each piece in a colour that the words name. */
export async function searchedProducts(
  db: Database,
  { words, missing, at, limit, offset }: SearchFor & { at: Date; limit: number; offset: number },
): Promise<ListedPage> {
  const values = [at, words, limit, offset, missing]
  return toListedPage(await db.prepared<ListedRow>('searched_products', bestOfSearch, values))
}

/**
 * Products that pass `filter`, in `sort` order; every order ends in the id, so pages never overlap.
 * `total` is null unless it is wanted and learnt on the way.
 */
export async function listFilteredProducts(
  db: Database,
  {
    filter,
    sort,
    wantsTotal,
    at,
    limit,
    offset,
  }: {
    filter: ProductFilter
    sort: ProductSort
    wantsTotal: boolean
    at: Date
    limit: number
    offset: number
  },
): Promise<{ rows: CardRow[]; total: number | null }> {
  const { search } = filter
  // Not by the index of all prices: pieces of some kinds or words may begin far from either end of that.
  const isPart = isOfSomeKinds(filter) || search !== null
  const price = isPart ? sql`(p.price_cents + 0)` : sql`p.price_cents`
  const orders = {
    new: sql`p.published_at desc`,
    'price-asc': price,
    'price-desc': sql`${price} desc`,
    relevance:
      search === null
        ? sql`p.published_at desc`
        : sql`${placeAmong(search.first)}
            (s.name @@ ${search.query}::tsquery)::integer + (s.place @@ ${search.query}::tsquery)::integer
            + (s.matter @@ ${search.query}::tsquery)::integer desc, p.published_at desc`,
  }
  const total = isPart && wantsTotal ? sql`count(*) over ()` : sql`null`
  const colors = filter.colors.length > 0 ? filter.colors : (search?.colors ?? [])
  // The cards are read of those alone that are shown.
  const { rows } = await sql<CardRow & { total: number | null }>`
    select listed.total, ${sql.raw(cardColumns('asked.at'))},
      case when asked.colors <> '{}' then ${sql.raw(shownAs('asked.colors'))} end as shown_as
    from (select ${at}::timestamptz as at, ${colors}::text[] as colors) asked
    cross join (
      select *, row_number() over () as place
      from (
        select p.product_id, ${total} as total ${filtered(filter, at)}
        order by ${orders[sort]}, p.product_id desc limit ${limit} offset ${offset}
      ) found
    ) listed
    join product_listing l using (product_id) ${sql.raw(joinPrice('asked.at'))}
    order by listed.place`.execute(db.kysely)
  return { rows, total: rows[0]?.total ?? null }
}

/** Puts these products first in an order, as they stand. */
function placeAmong(first: string[]) {
  return first.length > 0
    ? sql`case when p.product_id = any (${first}::uuid[])
        then array_position(${first}::uuid[], p.product_id) end nulls last,`
    : sql``
}

/** How many products pass `filter`. */
export async function countFilteredProducts(
  db: Database,
  filter: ProductFilter,
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total ${filtered(filter, at)}`.execute(db.kysely)
  return rows[0]?.total ?? 0
}

const cardsByIdentifier = `
  select ${cardColumns('$1')}
  from unnest($2::text[]) with ordinality as wanted (identifier, position)
  join product on product.identifier = wanted.identifier
  join product_listing l on l.product_id = product.id ${joinPrice('$1')}
  order by wanted.position`

/** The cards of these products in the order given, without those that are not for sale. */
export function listCards(db: Database, identifiers: string[], at: Date): Promise<CardRow[]> {
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

/** When the next sale begins or ends, or the next 'New' lapses: until then nothing changes by itself. */
export async function nextTimedChange(db: Database, at: Date): Promise<Date | null> {
  const [row] = await db.prepared<{ next: Date | null }>(
    'next_timed_change',
    `select least(
      (select min(until_at) from product_price where until_at > $1 and until_at < 'infinity'),
      (select min(new_until) from product_listing where new_until > $1 and new_until < 'infinity')) as next`,
    [at],
  )
  return row?.next ?? null
}

/** What has changed by itself after `from`, up to and including `until`. */
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
