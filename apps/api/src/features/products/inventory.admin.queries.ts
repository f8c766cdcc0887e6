import type { Picture } from '@solvane/contract/catalog'
import type { inventorySorts } from '@solvane/contract/inventory.admin'
import { lowStock } from '@solvane/contract/products.admin'
import { type RawBuilder, sql } from 'kysely'
import { containing, isInShop, type Queryable } from '../../platform/database/database.ts'
import { isInCategory } from './list-products.admin.queries.ts'
import { reservedUnits } from './stock-ledger.queries.ts'

/** The filter of the list of all variants. */
export interface InventoryFilter {
  /** Words that name, SKU, GTIN, identifier or options contain. */
  q: string | undefined
  category: string | undefined
  availability: 'IN_STOCK' | 'LOW' | 'SOLD_OUT' | undefined
}

export interface InventoryRow {
  id: string
  productId: string
  name: string
  code: string
  attributeValues: Record<string, string>
  picture: Picture | null
  isInShop: boolean
  stock: number
  reserved: number
  revision: number
}

/** The SKU of `variant v`; without one, the identifier of `product p` and the options in their order. */
const variantCode = sql<string>`coalesce(v.sku, concat_ws('/', p.identifier,
  (select string_agg(v.attributes ->> o.name, '/' order by o.position) from product_option o where o.product_id = p.id)))`

const variants = sql`variant v join product p on p.id = v.product_id`
const present = sql`v.deleted_at is null and (p.deleted_at is null or p.is_withdrawn)`

const availabilities = {
  IN_STOCK: sql`v.stock > 0`,
  LOW: sql`v.stock <= ${sql.lit(lowStock)}`,
  SOLD_OUT: sql`v.stock = 0`,
}

function conditions({ q, category, availability }: InventoryFilter): RawBuilder<unknown> {
  const words = q?.split(/\s+/).filter(Boolean) ?? []
  const text = sql`lower(concat_ws(' ', p.name, p.identifier, v.sku, v.gtin, v.attributes::text))`
  const all = [present, ...words.map((word) => sql`${text} like ${containing(word)}`)]
  if (category) all.push(isInCategory(category))
  if (availability) all.push(availabilities[availability])
  return sql.join(all, sql` and `)
}

/** The last part of each keeps the variants of a product together, in their order. */
const sorts = {
  name: (direction: RawBuilder<unknown>) => sql`lower(p.name) ${direction}, p.id`,
  code: (direction: RawBuilder<unknown>) =>
    sql`lower(coalesce(v.sku, p.identifier)) ${direction}, p.id`,
  stock: (direction: RawBuilder<unknown>) => sql`v.stock ${direction}, lower(p.name), p.id`,
}

/** The variants that `listed` names with their place, in that order, as they are at an instant. */
function rowsOf(listed: RawBuilder<unknown>, at: Date): RawBuilder<InventoryRow> {
  return sql<InventoryRow>`
    with listed as materialized (${listed})
    select v.id, v.product_id as "productId", p.name, ${variantCode} as code,
      v.attributes as "attributeValues", coalesce(v.pictures -> 0, p.pictures -> 0) as picture,
      ${isInShop(at)} as "isInShop", v.stock,
      ${reservedUnits} as reserved,
      (select coalesce(max(m.id), 0) from stock_movement m
        where m.variant_id = v.id and m.cause = 'ADJUSTMENT') as revision
    from listed join variant v on v.id = listed.id join product p on p.id = v.product_id
    order by listed.place`
}

/** A page of all variants that are not deleted. */
export async function listInventoryRows(
  db: Queryable,
  filter: InventoryFilter,
  page: {
    sort: (typeof inventorySorts)[number]
    order: 'asc' | 'desc'
    limit: number
    offset: number
  },
  at: Date,
): Promise<InventoryRow[]> {
  const listed = sql`
    select id, row_number() over () as place from (
      select v.id from ${variants} where ${conditions(filter)}
      order by ${sorts[page.sort](sql.raw(page.order))}, v.position, v.id
      limit ${page.limit} offset ${page.offset}) page`
  const { rows } = await rowsOf(listed, at).execute(db)
  return rows
}

/** How many variants the list has in all. */
export async function countInventory(db: Queryable, filter: InventoryFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${variants} where ${conditions(filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** These variants in this order, without those that do not exist. */
export async function findInventoryRows(
  db: Queryable,
  ids: string[],
  at: Date,
): Promise<InventoryRow[]> {
  const listed = sql`
    select wanted.id, wanted.place from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)`
  const { rows } = await rowsOf(listed, at).execute(db)
  return rows
}

/** The variants that have these codes, in lower case, or these GTINs. */
export async function findVariantsByCode(
  db: Queryable,
  codes: string[],
): Promise<Map<string, string>> {
  // The index finds variants by the identifier before the slash; the whole code is compared afterwards.
  const { rows } = await sql<{ id: string; code: string }>`
    select distinct on (code) id, code from (
      select v.id, lower(${variantCode}) as code, (v.sku is null)::integer as place from ${variants}
      where ${present} and (lower(v.sku) = any (${codes}::text[])
        or lower(p.identifier) in (select split_part(code, '/', 1) from unnest(${codes}::text[]) code))
      union all
      select v.id, wanted.code, 2
      from unnest(${codes}::text[]) as wanted (code)
      join (${variants}) on lpad(v.gtin, 14, '0') = lpad(wanted.code, 14, '0')
      where ${present} and wanted.code ~ '^\\d{8,14}$') named
    where code = any (${codes}::text[])
    order by code, place, id`.execute(db)
  return new Map(rows.map(({ id, code }) => [code, id]))
}

/** The newest change by staff of each variant, without those under these keys; 0 if there is none. */
export async function revisionsWithout(
  db: Queryable,
  variantIds: string[],
  keys: string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; revision: number }>`
    select id, (select coalesce(max(m.id), 0) from stock_movement m
      where m.variant_id = wanted.id and m.cause = 'ADJUSTMENT'
        and (m.key is null or m.key <> all (${keys}::uuid[]))) as revision
    from unnest(${variantIds}::uuid[]) as wanted (id)`.execute(db)
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

/** The index that a second receipt of one id breaks. */
export const goodsReceiptKey = 'goods_receipt_pkey'

/** A goods receipt as stored. */
export interface GoodsReceiptRow {
  id: string
  reference: string
  note: string | null
  actor_id: string
  at: Date
}

export async function insertGoodsReceipt(tx: Queryable, receipt: GoodsReceiptRow): Promise<void> {
  await tx.insertInto('goods_receipt').values(receipt).execute()
}

/** A goods receipt with its sums. */
export type GoodsReceiptSums = GoodsReceiptRow & { variants: number; units: number }

/** A page of goods receipts, and the total; with `id` that one alone. */
export async function listGoodsReceiptRows(
  db: Queryable,
  { id, text }: { id?: string; text?: string | undefined },
  { order, limit, offset }: { order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<{ rows: GoodsReceiptSums[]; total: number }> {
  const wanted = sql`
    where ${id === undefined ? sql`true` : sql`d.id = ${id}`}
      and ${text ? sql`lower(concat_ws(' ', d.reference, d.note)) like ${containing(text)}` : sql`true`}`
  const { rows } = await sql<GoodsReceiptSums>`
    select d.*, s.variants, s.units from goods_receipt d
    cross join lateral (select count(*) as variants, coalesce(sum(delta), 0) as units
      from stock_movement where goods_receipt_id = d.id) s
    ${wanted} order by d.at ${sql.raw(order)}, d.id ${sql.raw(order)} limit ${limit} offset ${offset}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`
    select count(*) as total from goods_receipt d ${wanted}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export interface ReceivedLine {
  variantId: string
  productId: string
  name: string
  code: string
  attributeValues: Record<string, string>
  quantity: number
  stockAfter: number
}

/** What a receipt contained: its lines of the ledger, by name. */
export async function listReceivedLines(
  db: Queryable,
  goodsReceiptId: string,
): Promise<ReceivedLine[]> {
  const { rows } = await sql<ReceivedLine>`
    select v.id as "variantId", p.id as "productId", p.name, ${variantCode} as code,
      v.attributes as "attributeValues", m.delta as quantity, m.stock_after as "stockAfter"
    from stock_movement m join variant v on v.id = m.variant_id join product p on p.id = v.product_id
    where m.goods_receipt_id = ${goodsReceiptId} order by p.name, v.position, v.id`.execute(db)
  return rows
}
