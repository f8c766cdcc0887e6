import { sql } from 'kysely'
import { containing, type Queryable } from '../../platform/database/database.ts'
import { variantCode } from './inventory.admin.queries.ts'

/** The index that a second delivery of one id breaks. */
export const deliveryKey = 'delivery_pkey'

/** A delivery as stored. */
export interface DeliveryRow {
  id: string
  reference: string
  note: string | null
  actor_id: string
  at: Date
}

export async function insertDelivery(tx: Queryable, delivery: DeliveryRow): Promise<void> {
  await tx.insertInto('delivery').values(delivery).execute()
}

/** A delivery with its sums. */
export type DeliverySums = DeliveryRow & { variants: number; units: number }

/** A page of deliveries, and the total; with `id` that one alone. */
export async function listDeliveryRows(
  db: Queryable,
  { id, text }: { id?: string; text?: string | undefined },
  { order, limit, offset }: { order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<{ rows: DeliverySums[]; total: number }> {
  const wanted = sql`
    where ${id === undefined ? sql`true` : sql`d.id = ${id}`}
      and ${text ? sql`lower(concat_ws(' ', d.reference, d.note)) like ${containing(text)}` : sql`true`}`
  const { rows } = await sql<DeliverySums>`
    select d.*, s.variants, s.units from delivery d
    cross join lateral (select count(*) as variants, coalesce(sum(delta), 0) as units
      from stock_movement where delivery_id = d.id) s
    ${wanted} order by d.at ${sql.raw(order)}, d.id ${sql.raw(order)} limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`
    select count(*) as total from delivery d ${wanted}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
} // biome-ignore format: one part a line

export interface ReceivedLine {
  variantId: string
  productId: string
  name: string
  code: string
  attributeValues: Record<string, string>
  quantity: number
  stockAfter: number
}

/** What a delivery contained: its lines of the ledger, by name. */
export async function listReceivedLines(
  db: Queryable,
  deliveryId: string,
): Promise<ReceivedLine[]> {
  const { rows } = await sql<ReceivedLine>`
    select v.id as "variantId", p.id as "productId", p.name, ${variantCode} as code,
      v.attributes as "attributeValues", m.delta as quantity, m.stock_after as "stockAfter"
    from stock_movement m join variant v on v.id = m.variant_id join product p on p.id = v.product_id
    where m.delivery_id = ${deliveryId} order by p.name, v.position, v.id`.execute(db)
  return rows
}
