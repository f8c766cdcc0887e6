import { CompiledQuery } from 'kysely'
import type { Queryable, QuickTransaction } from '../../../platform/database/database.ts'
import { searchedColumns } from '../order-updates.queries.ts'
import { type OrderLineRow, type OrderRow, orderColumns } from '../orders.queries.ts'

/** The error of inserting an order when its account is closed. */
export const accountRejection = 'account'

/** The constraint against a second order with one idempotency key. */
export const orderRequestKey = 'order_request_pkey'

/** A new order; the database assigns its number. */
export type NewOrderRow = Omit<OrderRow, 'number'>

const columns = orderColumns.filter((column) => column !== 'number')

/** The identification of a repeated request. */
export interface OrderFingerprint {
  key: string | null
  bodyHash: Buffer
  draftHash: Buffer
}

/** The key of the lock that serializes the orders of the shopper whose id is this parameter. */
const shopperLock = (userId: string) => `hashtextextended('orders of ' || ${userId}, 0)`

// Locks the account: it cannot be closed while an order is being placed.
const insert = `
  with shopper as (
    select id from users where id = $1 and deleted_at is null for share
  ), placed as (
    insert into orders (${columns}, draft_hash)
    select ${columns}, $4 from json_populate_record(null::orders, $2::json)
    where exists (select from shopper)
    returning *
  ), lines as (
    insert into order_line
    select line.* from placed, json_populate_recordset(null::order_line, $3::json) line
    returning name, identifier, variant_id, position
  ), searched as (
    insert into order_search (order_id, text)
    select o.id, lower(concat_ws(' ', ${searchedColumns}, (
      select string_agg(concat_ws(' ', l.name, l.identifier, v.sku), ' ' order by l.position)
      from lines l join variant v on v.id = l.variant_id)))
    from placed o
  ), recorded as (
    insert into order_transition (order_id, to_status, actor, actor_id, reason, at)
    select id, 'PENDING', 'SHOPPER', $1, 'Placed', created_at from placed
  ), requested as (
    insert into order_request (user_id, key, body_hash, order_id, created_at)
    select $1, $5, $6, id, created_at from placed where $5::text is not null
  )
  select number, refuse_unless(number is not null, '${accountRejection}'),
    pg_advisory_xact_lock(${shopperLock('$1::text')})
  from (values (1)) always (row) left join placed on true`

/**
 * Inserts an order with its lines, serializes the orders of its shopper until the transaction ends,
 * and returns its number. Fails with `accountRejection`, and with
 * `orderRequestKey` if the key was used.
 */
export async function insertOrder(
  tx: QuickTransaction,
  order: NewOrderRow,
  lines: OrderLineRow[],
  { key, bodyHash, draftHash }: OrderFingerprint,
): Promise<number> {
  const [row] = await tx.prepared<{ number: number }>('insert_order', insert, [
    order.user_id,
    JSON.stringify(order),
    JSON.stringify(lines),
    draftHash,
    key,
    bodyHash,
  ])
  return row?.number ?? 0
}

/** Serializes the orders of one shopper until the transaction ends. */
export async function lockShopper(tx: Queryable, userId: string): Promise<void> {
  await tx.executeQuery(
    CompiledQuery.raw(`select pg_advisory_xact_lock(${shopperLock('$1::text')})`, [userId]),
  )
}

/** The shopper's order of a draft, of this total, that was placed since `since` and is not cancelled. */
export async function findSameDraft(
  db: Queryable,
  {
    userId,
    draftHash,
    totalCents,
    since,
  }: { userId: string; draftHash: Buffer; totalCents: number; since: Date },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .where('draft_hash', '=', draftHash)
    .where('total_cents', '=', totalCents)
    .where('status', '<>', 'CANCELLED')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Deletes the idempotency keys of orders placed before `before`. */
export async function deleteOrderRequestsBefore(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('order_request').where('created_at', '<', before).execute()
}

/** The facts that make a shopper trusted. */
export interface ShopperTrust {
  is_email_confirmed: boolean
  has_completed_order: boolean
  /** Staff have lifted the limits for this account. */
  are_limits_lifted: boolean
}

/** The facts that the limits on a shopper's orders depend on. */
export interface ShopperStanding extends ShopperTrust {
  /** Placed since `since`, in any state. */
  recent_orders: number
  /** Reserved, neither paid nor dispatched: waiting for payment, or for cash on delivery. */
  unpaid_orders: number
  reserved_units: number
}

/** The columns of `ShopperTrust`, for the shopper `users u`. */
export const trustColumns = `
  u.email_verified_at is not null as is_email_confirmed,
  u.order_limits_lifted_at is not null as are_limits_lifted,
  exists (select from orders o where o.user_id = u.id and o.status = 'COMPLETED') as has_completed_order`

const trustStatement = `select ${trustColumns} from users u where u.id = $1 and u.deleted_at is null`

const standingStatement = `
  select ${trustColumns},
    (select count(*) from orders o where o.user_id = u.id and o.created_at > $2 and o.supplement_of is null) as recent_orders,
    unpaid.orders as unpaid_orders, unpaid.units as reserved_units
  from users u, lateral (
    select count(distinct o.id) as orders, coalesce(sum(l.quantity), 0) as units
    from orders o join order_line l on l.order_id = o.id
    where o.user_id = u.id and o.supplement_of is null and (o.status = 'PENDING' or o.status = 'PROCESSING' and exists (
      select from payment p where p.order_id = o.id and p.method = 'COD' and p.status = 'PENDING'))) unpaid
  where u.id = $1 and u.deleted_at is null`

/** The facts that make a shopper trusted; undefined if the account is closed. */
export async function readTrust(db: Queryable, userId: string): Promise<ShopperTrust | undefined> {
  const { rows } = await db.executeQuery<ShopperTrust>(CompiledQuery.raw(trustStatement, [userId]))
  return rows[0]
}

/** The current standing of a shopper; undefined if the account is closed. */
export async function readStanding(
  db: Queryable,
  userId: string,
  since: Date,
): Promise<ShopperStanding | undefined> {
  const { rows } = await db.executeQuery<ShopperStanding>(
    CompiledQuery.raw(standingStatement, [userId, since]),
  )
  return rows[0]
}
