import { sql } from 'kysely'
import { containing, type Queryable } from '../../platform/database/database.ts'
import { variantCode } from './inventory.admin.queries.ts'

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
