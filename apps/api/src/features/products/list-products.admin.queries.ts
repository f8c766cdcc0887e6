import type { Picture } from '@solvane/contract/catalog'
import type { ProductStatus } from '@solvane/contract/product-draft'
import type { productSorts } from '@solvane/contract/products.admin'
import { lowStock } from '@solvane/contract/products.admin'
import { type RawBuilder, sql } from 'kysely'
import { containing, escapeLike, type Queryable } from '../../platform/database/database.ts'

/** The filter of the staff's list of products. */
export interface StaffProductFilter {
  /** Looked for in name, identifier and material; or the beginning of a SKU, or a GTIN. */
  q: string | undefined
  /** Null: all that are not deleted. */
  status: ProductStatus | null
  category: string | undefined
  availability: 'IN_STOCK' | 'LOW' | 'SOLD_OUT' | undefined
  onSale: boolean
  /** Limits the list to these products, whatever their status. */
  ids: string[] | null
}

export interface StaffProductPage {
  sort: (typeof productSorts)[number]
  order: 'asc' | 'desc'
  limit: number
  offset: number
}

export interface StaffProductRow {
  id: string
  identifier: string
  name: string
  material: string
  deletedAt: Date | null
  isWithdrawn: boolean
  cover: Picture | null
  priceFrom: number | null
  priceTo: number | null
  isOnSale: boolean | null
  isNew: boolean
  variants: number
  stock: number
  scarce: number
  categories: string[]
  publishedAt: Date
  withdrawsAt: Date | null
  updatedAt: Date
  version: number
}

const statuses: Record<ProductStatus, RawBuilder<unknown>> = {
  PUBLISHED: sql`p.deleted_at is null`,
  WITHDRAWN: sql`p.is_withdrawn`,
  DELETED: sql`p.deleted_at is not null and not p.is_withdrawn`,
}

const sold = sql`v.product_id = p.id and v.deleted_at is null and v.is_enabled`
const current = sql`current_price_cents(v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, `

const availabilities = {
  IN_STOCK: sql`exists (select from variant v where ${sold} and v.stock > 0)`,
  LOW: sql`exists (select from variant v where ${sold} and v.stock <= ${sql.lit(lowStock)})`,
  SOLD_OUT: sql`not exists (select from variant v where ${sold} and v.stock > 0)`,
}

/**
 * The products that have all words, and those of a variant with a SKU that begins so, or
 * this GTIN. Found first: PostgreSQL thinks rare words more frequent than they
 * are, and would read all products in the order of the list until a page is full.
 */
function found(words: string[]): RawBuilder<unknown> {
  const text = sql`lower(name || ' ' || identifier || ' ' || material)`
  const all = words.map((word) => sql`${text} like ${containing(word)}`)
  return sql`with found as materialized (
      select id from product where ${sql.join(all, sql` and `)}
      union select product_id from variant where deleted_at is null and lower(sku) like ${`${escapeLike(words.join(' '))}%`}
      union select product_id from variant
        where deleted_at is null and lpad(gtin, 14, '0') = ${words.join('').padStart(14, '0')}
    ) select id from found`
}

/** Whether `product p` is in the category of this identifier, or below it. */
export function isInCategory(identifier: string): RawBuilder<unknown> {
  return sql`p.id in (
      with recursive under as (
        select id from category where identifier = ${identifier}
        union all select c.id from category c join under u on c.parent_id = u.id)
      select pc.product_id from product_category pc join under u on u.id = pc.category_id)`
}

/** The conditions of a filter on `product p`. */
export function conditions(filter: StaffProductFilter, at: Date): RawBuilder<unknown> {
  const { q, status, category, availability, onSale, ids } = filter
  const all = [sql`true`]
  if (ids) all.push(sql`p.id = any (${ids}::uuid[])`)
  else all.push(status ? statuses[status] : sql`(p.deleted_at is null or p.is_withdrawn)`)
  const words = q?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
  if (words.length > 0) all.push(sql`p.id in (${found(words)})`)
  if (category) all.push(isInCategory(category))
  if (availability) all.push(availabilities[availability])
  if (onSale)
    all.push(sql`exists (select from variant v where ${sold} and ${current}${at}) < v.price_cents)`)
  return sql.join(all, sql` and `)
}

/** A price or stock is that of the variants; the others are columns, named so that none can be another. */
const orders = {
  publishedAt: sql`p.published_at`,
  updatedAt: sql`p.updated_at`,
  name: sql`lower(p.name)`,
  price: sql`coalesce((select min(v.price_cents) from variant v where ${sold}), 0)`,
  stock: sql`coalesce((select sum(v.stock) from variant v where ${sold}), 0)`,
}

/** A page of products for staff. */
export async function listStaffProductRows(
  db: Queryable,
  filter: StaffProductFilter,
  { sort, order, limit, offset }: StaffProductPage,
  at: Date,
): Promise<StaffProductRow[]> {
  const direction = sql.raw(order)
  const { rows } = await sql<StaffProductRow>`
    with listed as materialized (
      select id, row_number() over () as place from (
        select p.id from product p where ${conditions(filter, at)}
        order by ${orders[sort]} ${direction}, p.id ${direction} limit ${limit} offset ${offset}) page
    )
    select p.id, p.identifier, p.name, p.material, p.deleted_at as "deletedAt",
      p.is_withdrawn as "isWithdrawn", coalesce(p.pictures -> 0, s.cover) as cover, s."priceFrom",
      s."priceTo", s."isOnSale",
      p.is_new_flag or p.published_at > ${at}::timestamptz - interval '60 days' as "isNew",
      s.variants, s.stock, s.scarce,
      array(select c.name from product_category pc join category c on c.id = pc.category_id
        where pc.product_id = p.id order by c.position, c.name) as categories,
      p.published_at as "publishedAt", p.withdraws_at as "withdrawsAt", p.updated_at as "updatedAt", p.version
    from listed
    join product p on p.id = listed.id
    cross join lateral (
      select min(v.price_cents) as "priceFrom", max(v.price_cents) as "priceTo",
        bool_or(${current}${at}) < v.price_cents) as "isOnSale",
        count(*) as variants, coalesce(sum(v.stock), 0) as stock,
        count(*) filter (where v.stock <= ${sql.lit(lowStock)}) as scarce,
        (array_agg(v.pictures -> 0 order by v.position))[1] as cover
      from variant v where ${sold}
    ) s
    order by listed.place`.execute(db)
  return rows
}

/**
 * The number of lines in a file of these products: one for each variant, and one for a product
 * without variants.
 */
export async function countExportLines(
  db: Queryable,
  filter: StaffProductFilter,
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from product p
    left join variant v on v.product_id = p.id and v.deleted_at is null
    where ${conditions(filter, at)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** How many products the list has in all. */
export async function countStaffProducts(
  db: Queryable,
  filter: StaffProductFilter,
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from product p where ${conditions(filter, at)}`.execute(db)
  return rows[0]?.total ?? 0
}
