import type { stockCauses } from '@solvane/contract/products.admin'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** The index that a second change under one key breaks. */
export const stockMovementKey = 'stock_movement_key'

/** The wanted stock of a variant: a number, or a difference to the current stock. */
export interface StockTarget {
  variantId: string
  stock: number
  isDelta: boolean
  /** The second change under it fails with `stockMovementKey`. */
  key?: string | undefined
}

/** A change of a variant's stock; `after` is null if there were too few to take out. */
export interface StockChange {
  variantId: string
  productId: string
  before: number
  after: number | null
}

/**
 * Changes stock and records it in the ledger, in one statement, in the order that orders lock variants in.
 * Unknown variants are left out; where nothing changes nothing is recorded.
 */
export async function adjustStocks(
  tx: Queryable,
  targets: StockTarget[],
  {
    actorId,
    note,
    orderId,
    goodsReceiptId,
    returnId,
    at,
  }: {
    actorId: string
    note: string
    orderId?: string | undefined
    goodsReceiptId?: string | undefined
    returnId?: string | undefined
    at: Date
  },
): Promise<StockChange[]> {
  const { rows } = await sql<StockChange>`
    with wanted as materialized (
      select v.id, v.product_id, v.stock as before, t.key,
        case when t."isDelta" then v.stock + t.stock else t.stock end as after
      from jsonb_to_recordset(${JSON.stringify(targets)}::jsonb)
        as t ("variantId" uuid, stock integer, "isDelta" boolean, key uuid)
      join variant v on v.id = t."variantId"
      order by v.id
      for no key update of v
    ), changed as (
      update variant v set stock = w.after from wanted w
      where v.id = w.id and w.after >= 0 and w.after <> w.before
      returning v.id, v.stock, v.stock - w.before as delta, w.key
    ), recorded as (
      insert into stock_movement (variant_id, delta, stock_after, cause, order_id, goods_receipt_id, return_id, actor_id, note, key, at)
      select id, delta, stock, 'ADJUSTMENT', ${orderId ?? null}::uuid, ${goodsReceiptId ?? null}::uuid, ${returnId ?? null}::uuid, ${actorId}, ${note}, key, ${at}
      from changed
    )
    select id as "variantId", product_id as "productId", before,
      case when after >= 0 then after end as after
    from wanted order by id`.execute(tx)
  return rows
}

/** The movements that were recorded under these keys. */
export function findMovements(
  db: Queryable,
  keys: string[],
): Promise<{ key: string | null; variant_id: string; delta: number; stock_after: number }[]> {
  return db
    .selectFrom('stock_movement')
    .select(['key', 'variant_id', 'delta', 'stock_after'])
    .where(sql<boolean>`key = any (${keys}::uuid[])`)
    .execute()
}

/** Whether an order has a line of a variant. */
export async function isInOrder(
  tx: Queryable,
  variantId: string,
  orderId: string,
): Promise<boolean> {
  const line = await tx
    .selectFrom('order_line')
    .select('order_id')
    .where('order_id', '=', orderId)
    .where('variant_id', '=', variantId)
    .executeTakeFirst()
  return line !== undefined
}

/** The last time that a movement of these variants had this note, by variant. */
export async function lastRecorded(
  db: Queryable,
  variantIds: string[],
  note: string,
): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('stock_movement')
    .select((select) => ['variant_id', select.fn.max('at').as('at')])
    .where(sql<boolean>`variant_id = any (${variantIds}::uuid[])`)
    .where('note', '=', note)
    .groupBy('variant_id')
    .execute()
  return new Map(rows.map(({ variant_id, at }) => [variant_id, at]))
}

/**
 * The reserved units of the variant `v`: those of orders that are not sent, of the waiting list,
 * and of advisers' selections.
 */
export const reservedUnits = sql`(
  (select coalesce(sum(l.quantity), 0) from order_line l join orders o on o.id = l.order_id
    where l.variant_id = v.id and o.status in ('PENDING', 'PROCESSING') and o.supplement_of is null)
  - (select coalesce(sum(sent.quantity), 0) from order_line l join orders o on o.id = l.order_id
    join parcel on parcel.order_id = o.id
    cross join jsonb_to_recordset(parcel.items) as sent ("variantId" uuid, quantity integer)
    where l.variant_id = v.id and o.status = 'PROCESSING' and sent."variantId" = v.id)
  + (select count(*) from waiting_list_entry e where e.variant_id = v.id and e.state = 'OFFERED')
  + (select coalesce(sum(l.quantity), 0) from adviser_selection_line l join adviser_selection s on s.id = l.selection_id
    where l.variant_id = v.id and s.state = 'OPEN'))`

/** The stock of a variant and its reserved units; undefined if the variant is unknown. */
export async function readStock(
  db: Queryable,
  variantId: string,
): Promise<{ stock: number; held: number } | undefined> {
  const { rows } = await sql<{ stock: number; held: number }>`
    select v.stock,
      ${reservedUnits} as held
    from variant v where v.id = ${variantId}`.execute(db)
  return rows[0]
}

/** A line of the ledger. */
export interface MovementRow {
  id: number
  at: Date
  cause: (typeof stockCauses)[number]
  delta: number
  stock_after: number
  order_id: string | null
  order_number: number | null
  actor_id: string | null
  note: string | null
}

/** A page of a variant's ledger. */
export async function listMovements(
  db: Queryable,
  variantId: string,
  { order, limit, offset }: { order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<{ rows: MovementRow[]; total: number }> {
  const { rows } = await sql<MovementRow>`
    select m.id, m.at, m.cause, m.delta, m.stock_after, m.order_id, o.number as order_number,
      m.actor_id, m.note
    from stock_movement m
    left join orders o on o.id = m.order_id
    where m.variant_id = ${variantId}
    order by m.id ${sql.raw(order)} limit ${limit} offset ${offset}`.execute(db)
  const counted = await db
    .selectFrom('stock_movement')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('variant_id', '=', variantId)
    .executeTakeFirstOrThrow()
  return { rows, total: counted.total }
}

/** Replaces the notes of staff on stock adjustments that name an order of a user. */
export async function removeNotesOnOrdersOf(tx: Queryable, userId: string): Promise<void> {
  await tx
    .updateTable('stock_movement')
    .set({ note: 'About an order of a closed account' })
    .where('cause', '=', 'ADJUSTMENT')
    .where('order_id', 'in', (mine) =>
      mine.selectFrom('orders').select('id').where('user_id', '=', userId),
    )
    .execute()
}
