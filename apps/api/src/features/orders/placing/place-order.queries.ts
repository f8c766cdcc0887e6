import { sql } from 'kysely'
import type { Queryable, QuickTransaction } from '../../../platform/database/database.ts'
import type { OrderLineRow, OrderRow } from '../orders.queries.ts'

/** What inserting an order fails with when its account is closed. */
export const accountRefusal = 'account'

/** The constraint that a second order under one idempotency key breaks. */
export const orderRequestKey = 'order_request_pkey'

const columns = [
  'id',
  'user_id',
  'email',
  'status',
  'items_cents',
  'shipping_cents',
  'discount_cents',
  'total_cents',
  'coupon_id',
  'coupon',
  'remark',
  'shipping_full_name',
  'shipping_phone_number',
  'shipping_street_address',
  'shipping_address_line2',
  'shipping_city',
  'shipping_state',
  'shipping_postal_code',
  'shipping_country',
  'created_at',
  'held_since',
  'hold_ends_at',
] as const

/** What an order is made with; its number comes from the database. */
export type NewOrder = Pick<OrderRow, (typeof columns)[number]>

/** How a repeat of the request is known. */
export interface OrderFingerprint {
  key: string | null
  bodyHash: Buffer
  draftHash: Buffer
}

// The account is locked: it can not be closed while an order of it comes about.
const insert = `
  with shopper as (
    select id from users where id = $1 and deleted_at is null for share
  ), placed as (
    insert into orders (${columns}, draft_hash)
    select ${columns}, $4 from json_populate_record(null::orders, $2::json)
    where exists (select from shopper)
    returning id, number, created_at
  ), lines as (
    insert into order_line
    select line.* from placed, json_populate_recordset(null::order_line, $3::json) line
  ), noted as (
    insert into order_transition (order_id, to_status, actor, actor_id, reason, at)
    select id, 'PENDING', 'SHOPPER', $1, 'Placed', created_at from placed
  ), requested as (
    insert into order_request (user_id, key, body_hash, order_id, created_at)
    select $1, $5, $6, id, created_at from placed where $5::text is not null
  )
  select number, refuse_unless(number is not null, '${accountRefusal}')
  from (values (1)) always (row) left join placed on true`

/**
 * Adds an order with its lines and gives its number. Fails with `accountRefusal`, and with
 * `orderRequestKey` when there is one under its key.
 */
export async function insertOrder(
  tx: QuickTransaction,
  order: NewOrder,
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

/** Makes orders of one shopper wait for one another until the transaction ends. */
export async function lockShopper(tx: Queryable, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`orders of ${userId}`}, 0))`.execute(tx)
}

/** The shopper's order of a draft that was placed since `since` and is not cancelled. */
export async function findSameDraft(
  db: Queryable,
  { userId, draftHash, since }: { userId: string; draftHash: Buffer; since: Date },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .where('draft_hash', '=', draftHash)
    .where('status', '<>', 'CANCELLED')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Forgets the idempotency keys of orders made before `before`. */
export async function deleteOrderRequestsBefore(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('order_request').where('created_at', '<', before).execute()
}
