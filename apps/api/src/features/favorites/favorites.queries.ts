import type { Picture } from '@solvane/contract/catalog'
import { isUuid } from '@solvane/contract/text'
import { sql } from 'kysely'
import { type Database, isInShop, type Queryable } from '../../platform/database/database.ts'

const favoritedAmongStatement = `
  select product_id from favorite where user_id = $1 and product_id = any ($2)`

/** The ids among these products that are favorites of a user. */
export async function listFavorited(
  db: Database,
  userId: string,
  productIds: string[],
): Promise<string[]> {
  const rows = await db.prepared<{ product_id: string }>(
    'favorited_among',
    favoritedAmongStatement,
    [userId, productIds],
  )
  return rows.map(({ product_id }) => product_id)
}

const favoriteIds = `
  select f.product_id from favorite f
  join product_listing l on l.product_id = f.product_id
  where f.user_id = $1`

/** The products for sale that are favorites of a user, unordered. */
export async function listFavoriteIds(db: Database, userId: string): Promise<string[]> {
  const rows = await db.prepared<{ product_id: string }>('favorite_ids', favoriteIds, [userId])
  return rows.map(({ product_id }) => product_id)
}

/** A favorite that is for sale, with the chosen variant if that is for sale, too. */
export interface FavoriteRow {
  product_id: string
  variant: {
    id: string
    price_cents: number
    list_price_cents: number
    is_available: boolean
    pictures: Picture[]
    color: string | null
  } | null
}

const favoritePage = `
  select f.product_id, case when v.id is not null then json_build_object(
      'id', v.id, 'pictures', v.pictures, 'color', v.attributes ->> 'Color', 'is_available', v.stock > 0,
      'list_price_cents', list_price_cents(
        v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, v.prior_price_cents, $2), 'price_cents', current_price_cents(
        v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, $2)) end as variant
  from favorite f
  join product_listing l on l.product_id = f.product_id
  left join variant v on v.id = f.variant_id and v.is_enabled and v.deleted_at is null
  where f.user_id = $1
  order by f.created_at desc, f.product_id desc
  limit $3 offset $4`

/** A page of a user's favorites that are for sale, newest first. */
export function listFavoriteRows(
  db: Database,
  { userId, at, limit, offset }: { userId: string; at: Date; limit: number; offset: number },
): Promise<FavoriteRow[]> {
  return db.prepared('favorite_page', favoritePage, [userId, at, limit, offset])
}

/** The number of a user's favorites that are for sale. */
export async function countFavorites({ kysely }: Database, userId: string): Promise<number> {
  const { total } = await kysely
    .selectFrom('favorite')
    .innerJoin('product_listing', 'product_listing.product_id', 'favorite.product_id')
    .where('user_id', '=', userId)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** A product with the variant to store: null if it is not for sale. */
export interface FavoriteTarget {
  product_id: string
  variant_id: string | null
}

const byVariantOrProduct = `
  select v.product_id,
    case when v.is_enabled and v.deleted_at is null
      and is_published(p.deleted_at, p.published_at, p.withdraws_at, $2) then v.id end as variant_id
  from variant v join product p on p.id = v.product_id
  where v.id = $1
  union all
  select p.id, pp.variant_id
  from product p
  left join product_price pp on pp.product_id = p.id and pp.from_at <= $2 and pp.until_at > $2
  where p.id = $1`

const byIdentifier = `
  select p.id as product_id, pp.variant_id
  from product p
  left join product_price pp on pp.product_id = p.id and pp.from_at <= $2 and pp.until_at > $2
  where p.identifier = $1`

/** The product of a variant id, product id or product identifier; undefined if unknown. */
export async function findFavoriteTarget(
  db: Database,
  named: string,
  at: Date,
): Promise<FavoriteTarget | undefined> {
  const [statement, name] = isUuid(named)
    ? [byVariantOrProduct, 'favorite_target_by_id']
    : [byIdentifier, 'favorite_target_by_identifier']
  const [target] = await db.prepared<FavoriteTarget>(name, statement, [named, at])
  return target
}

/** Removes a favorite, or adds the product if it is for sale. Returns whether it was a favorite. */
export async function flipFavorite(
  tx: Queryable,
  { userId, target, at }: { userId: string; target: FavoriteTarget; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ was_favorite: boolean }>`
    with gone as (
      delete from favorite where user_id = ${userId} and product_id = ${target.product_id} returning product_id
    ), made as (
      insert into favorite (user_id, product_id, variant_id, created_at)
      select ${userId}::uuid, ${target.product_id}::uuid, ${target.variant_id}::uuid, ${at}::timestamptz
      where ${target.variant_id}::uuid is not null and not exists (select from gone)
      on conflict do nothing
    )
    select exists (select from gone) as was_favorite`.execute(tx)
  return rows[0]?.was_favorite ?? false
}

/** The ids among these of variants for sale. */
export async function listVariantsForSale(
  tx: Queryable,
  named: string[],
  at: Date,
): Promise<string[]> {
  const variantIds = named.filter((name) => isUuid(name))
  const rows = await tx
    .selectFrom('variant as v')
    .innerJoin('product as p', 'p.id', 'v.product_id')
    .where('v.id', '=', sql<string>`any (${variantIds}::uuid[])`)
    .where(isInShop(at))
    .select('v.id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Adds these variants' products to the favorites and returns how many are new. Of several variants
 * of a product the last is stored; existing favorites keep their position.
 */
export async function insertFavorites(
  tx: Queryable,
  { userId, variantIds, at }: { userId: string; variantIds: string[]; at: Date },
): Promise<number> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into favorite (user_id, product_id, variant_id, created_at)
    select distinct on (v.product_id) ${userId}::uuid, v.product_id, v.id, ${at}::timestamptz
    from unnest(${variantIds}::uuid[]) with ordinality as wanted (id, position)
    join variant v on v.id = wanted.id
    order by v.product_id, wanted.position desc
    on conflict (user_id, product_id) do update set variant_id = excluded.variant_id
    returning xmax = 0 as is_new`.execute(tx)
  return rows.filter(({ is_new }) => is_new).length
}

/** All of a user's favorites, for sale or not, for the export. */
export function describeFavorites(db: Queryable, userId: string) {
  return db
    .selectFrom('favorite as f')
    .innerJoin('product as p', 'p.id', 'f.product_id')
    .innerJoin('variant as v', 'v.id', 'f.variant_id')
    .where('f.user_id', '=', userId)
    .orderBy('f.created_at', 'desc')
    .select(['p.identifier', 'p.name', 'v.attributes', 'f.created_at as since'])
    .execute()
}

/** Removes all of a user's favourites. */
export async function removeFavorites(tx: Queryable, userId: string): Promise<void> {
  await tx.deleteFrom('favorite').where('user_id', '=', userId).execute()
}
