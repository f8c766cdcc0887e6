import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'
import { refreshOrderSearch } from './order-updates.queries.ts'

/** A quantity of a line of an order. */
export interface ParcelItem {
  variantId: string
  quantity: number
}

/** A parcel that was sent of an order before the rest of it. */
export interface ParcelRow {
  id: string
  order_id: string
  carrier: string
  number: string
  url: string | null
  items: ParcelItem[]
  sent_at: Date
}

/** The parcels of orders that were sent before the rest, by order, the first first. */
export async function parcelsOfOrders(
  db: Queryable,
  orderIds: string[],
): Promise<Map<string, ParcelRow[]>> {
  const rows = await db
    .selectFrom('parcel')
    .selectAll()
    .where(sql<boolean>`order_id = any (${orderIds}::uuid[])`)
    .orderBy('order_id')
    .orderBy('sent_at')
    .orderBy('id')
    .$castTo<ParcelRow>()
    .execute()
  return Map.groupBy(rows, ({ order_id }) => order_id)
}

/** Adds a parcel to a locked order, and has the order found by its number. */
export async function insertParcel(tx: Queryable, parcel: ParcelRow): Promise<void> {
  await tx
    .insertInto('parcel')
    .values({ ...parcel, items: JSON.stringify(parcel.items) })
    .execute()
  await sql`update orders set version = version + 1 where id = ${parcel.order_id}`.execute(tx)
  await refreshOrderSearch(tx, { orderId: parcel.order_id })
}

export async function updateParcel(
  tx: Queryable,
  { id, carrier, number, url }: Pick<ParcelRow, 'id' | 'carrier' | 'number' | 'url'>,
): Promise<void> {
  await tx.updateTable('parcel').set({ carrier, number, url }).where('id', '=', id).execute()
}

/** The fields of a variant on a packing slip. */
interface TradeRow {
  variant_id: string
  sku: string | null
  /** ISO 3166-1 alpha-2. */
  origin: string | null
}

/** The SKUs and origins of the variants in orders, as they are now, by variant. */
export async function tradeOfOrders(
  db: Queryable,
  orderIds: string[],
): Promise<Map<string, TradeRow>> {
  const { rows } = await sql<TradeRow>`
    select v.id as variant_id, v.sku, coalesce(v.country_of_origin, p.country_of_origin) as origin
    from variant v join product p on p.id = v.product_id
    where v.id in (select variant_id from order_line where order_id = any (${orderIds}::uuid[]))`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.variant_id, row]))
}
