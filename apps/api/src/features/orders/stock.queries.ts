import { CompiledQuery, sql } from 'kysely'
import { isInShop, type Queryable, type Statement } from '../../platform/database/database.ts'

/** The error of a reservation: an item is unavailable, scarce, or has another price. */
export const stockRejection = 'stock'

/**
 * One statement decides: all items of the order are taken out of stock, or none, in the order of
 * their ids, which prevents deadlocks. Its locks last until the transaction ends. PostgreSQL reads the
 * rows that a query locks or updates again once it has waited for them, so `wanted` has the current
 * stock. Other queries of the statement, such as sub-selects and CTEs, see the rows as they were when it
 * began, and must not read the stock. `$3`: whether a price that differs from the lines fails, too.
 */
const reserve = `
  with wanted as materialized (
    select v.id, l.quantity, v.stock - l.quantity as stock_after,
      v.stock >= l.quantity and v.is_enabled and v.deleted_at is null
      and is_published(p.deleted_at, p.published_at, p.withdraws_at, $2)
      and ($3 or l.unit_cents = current_price_cents(
        v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, $2)) as is_there
    from order_line l join variant v on v.id = l.variant_id join product p on p.id = v.product_id
    where l.order_id = $1
    order by v.id
    for no key update of v
  ), reserved as (
    update variant v set stock = w.stock_after
    from wanted w
    where v.id = w.id and (select bool_and(is_there) from wanted)
    returning v.id, v.stock, w.quantity
  ), recorded as (
    insert into stock_movement (variant_id, delta, stock_after, cause, order_id, at)
    select id, -quantity, stock, 'HOLD', $1, $2 from reserved
  )`

/**
 * Reserves the stock of a new order, and returns how many variants it sold out; fails with
 * `stockRejection` if it cannot.
 */
export function reserveNew(orderId: string, at: Date): Statement {
  return {
    name: 'reserve_new',
    text: `${reserve} select refuse_unless(exists (select from reserved), '${stockRejection}'),
      (select count(*) from reserved where stock = 0) as sold_out`,
    values: [orderId, at, false],
  }
}

/** Reserves the stock of an order again at its agreed prices; false when it is not available. */
export async function reserveAgain(tx: Queryable, orderId: string, at: Date): Promise<boolean> {
  const { rows } = await tx.executeQuery<{ is_reserved: boolean }>(
    CompiledQuery.raw(`${reserve} select exists (select from reserved) as is_reserved`, [
      orderId,
      at,
      true,
    ]),
  )
  return rows[0]?.is_reserved === true
}

/** The units of a variant that an order gains; below zero, those that it releases. */
export interface StockMove {
  variantId: string
  units: number
  /** The price of a new line, which must still be the current one; null for a line with an agreed price. */
  unitCents: number | null
}

/**
 * Reserves and releases the units of a change of an order's lines, all or nothing, and returns the
 * variants that got units back; null if something is not available. Locks the variants in the order
 * of their ids.
 */
export async function moveHolds(
  tx: Queryable,
  {
    orderId,
    moves,
    backAs,
    at,
  }: { orderId: string; moves: readonly StockMove[]; backAs: 'RELEASE' | 'RESTOCK'; at: Date },
): Promise<string[] | null> {
  const { rows } = await sql<{ id: string; units: number }>`
    with wanted as materialized (
      select v.id, w.units, v.stock - w.units as stock_after,
        w.units < 0 or (v.stock >= w.units and ${isInShop(at)}
          and (w."unitCents" is null or w."unitCents" = current_price_cents(
            v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, ${at}))) as is_there
      from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as w ("variantId" uuid, units integer, "unitCents" integer)
      join variant v on v.id = w."variantId" join product p on p.id = v.product_id
      order by v.id
      for no key update of v
    ), moved as (
      update variant v set stock = w.stock_after
      from wanted w
      where v.id = w.id and (select bool_and(is_there) from wanted)
      returning v.id, v.stock, w.units
    ), recorded as (
      insert into stock_movement (variant_id, delta, stock_after, cause, order_id, at)
      select id, -units, stock, case when units > 0 then 'HOLD' else ${backAs} end, ${orderId}, ${at} from moved
    )
    select id, units from moved`.execute(tx)
  if (rows.length < moves.length) return null
  return rows.filter(({ units }) => units < 0).map(({ id }) => id)
}

/** Releases the stock of an order, reserved or sold; returns the variants. */
export async function putBack(
  tx: Queryable,
  { orderId, cause, at }: { orderId: string; cause: 'RELEASE' | 'RESTOCK'; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with mine as materialized (
      select v.id, l.quantity
      from order_line l join variant v on v.id = l.variant_id
      where l.order_id = ${orderId}
      order by v.id
      for no key update of v
    ), back as (
      update variant v set stock = v.stock + m.quantity from mine m where v.id = m.id
      returning v.id, v.stock, m.quantity
    ), recorded as (
      insert into stock_movement (variant_id, delta, stock_after, cause, order_id, at)
      select id, quantity, stock, ${cause}, ${orderId}, ${at} from back
    )
    select id from back`.execute(tx)
  return rows.map(({ id }) => id)
}
