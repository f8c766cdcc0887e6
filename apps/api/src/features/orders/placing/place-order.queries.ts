import type { Picture } from '@solvane/contract/catalog'
import type { TaxClass } from '@solvane/contract/tax'
import { CompiledQuery } from 'kysely'
import type { Database, Queryable, QuickTransaction } from '../../../platform/database/database.ts'
import { hashToken } from '../../auth/secrets.ts'
import type { TaxRule } from '../../taxes/order-tax.ts'
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

/** The current data of a variant, with its price at an instant. */
export interface OrderableVariantRow {
  variant_id: string
  product_id: string
  identifier: string
  name: string
  attributes: Record<string, string>
  picture: Picture | null
  tax_class: TaxClass
  /** Its own weight, else the product's; 0 if neither is known. */
  weight_grams: number
  price_cents: number
  current_cents: number
  /** False if it is withdrawn; a sold-out one is for sale. */
  is_for_sale: boolean
  stock: number
  /** Reserved for this shopper by the waiting list, or by the selection that is ordered, besides the stock. */
  offered: number
}

/** The address of an order. */
export interface AddressRow {
  full_name: string
  phone_number: string
  street_address: string
  address_line2: string | null
  city: string
  state: string | null
  postal_code: string | null
  country: string
}

/** The current data that an order is made of. */
export interface OrderBasis extends ShopperTrust {
  email: string
  /** Null when none of the variants exists. */
  variants: OrderableVariantRow[] | null
  /** Null if the shopper has no such address. */
  address: AddressRow | null
  /** The rule of its country; null if there is none. */
  tax_rule: TaxRule | null
  /** The stored documents that amounts and days of arrival depend on, by key. */
  documents: Record<'delivery' | 'gifts' | 'settings', unknown>
  /** The earlier request with this idempotency key; the hash in hexadecimal. */
  request: { order_id: string; body_hash: string } | null
}

// The parameters are read through `given`: a plan that depends on none of their values is made once
// per connection. Otherwise PostgreSQL plans again for each value, which takes longer than reading.
const basisStatement = `
  with given as materialized (
    select $1::uuid as user_id, $2::uuid[] as variants, $3::uuid as address, $4::text as key,
      $5::timestamptz as at, $6::bytea as selection
  )
  select u.email, ${trustColumns},
    (select json_agg(wanted) from (
      select v.id as variant_id, v.product_id, p.identifier, p.name, v.attributes,
        coalesce(v.pictures -> 0, p.pictures -> 0) as picture, p.tax_class,
        coalesce(v.weight_grams, p.weight_grams, 0) as weight_grams,
        list_price_cents(v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, v.prior_price_cents, given.at) as price_cents,
        current_price_cents(v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, given.at) as current_cents,
        v.is_enabled and v.deleted_at is null
          and is_published(p.deleted_at, p.published_at, p.withdraws_at, given.at) as is_for_sale, v.stock,
        (select count(*) from waiting_list_entry e where e.variant_id = v.id and e.state = 'OFFERED'
          and (e.user_id = u.id or e.user_id is null and u.email_verified_at is not null and lower(e.email) = lower(u.email))
          and (e.offer_ends_at is null or e.offer_ends_at > given.at))
        + (select coalesce(sum(l.quantity), 0) from adviser_selection s join adviser_selection_line l on l.selection_id = s.id
          where s.token_hash = given.selection and s.state = 'OPEN' and s.ends_at > given.at and l.variant_id = v.id) as offered
      from variant v join product p on p.id = v.product_id
      where v.id = any (given.variants)) wanted) as variants,
    (select row_to_json(found) from (
      select a.full_name, a.phone_number, a.street_address, a.address_line2, a.city, a.state, a.postal_code, a.country
      from address a where a.id = given.address and a.user_id = u.id) found) as address,
    (select row_to_json(rule) from (
      select t.id, t.mode, t.standard_bp, t.reduced_bp, t.delivery_class, t.duties
      from address a join tax_rule t on t.country = a.country
      where a.id = given.address and a.user_id = u.id
        and t.valid_from <= (given.at at time zone (select c.value ->> 'timeZone' from content c where c.key = 'settings'))::date
      order by t.valid_from desc, t.created_at desc limit 1) rule) as tax_rule,
    (select json_object_agg(c.key, c.value) from content c where c.key in ('delivery', 'gifts', 'settings')) as documents,
    (select row_to_json(made) from (
      select r.order_id, encode(r.body_hash, 'hex') as body_hash
      from order_request r where r.user_id = u.id and r.key = given.key) made) as request
  from given join users u on u.id = given.user_id and u.deleted_at is null`

/**
 * Reads everything that an order is made of, in one round trip; undefined if the account is closed.
 */
export async function readOrderBasis(
  db: Database,
  wanted: {
    userId: string
    variantIds: string[]
    addressId: string | null
    key: string | null
    /** The token of an adviser's selection. */
    selection?: string | null
    at: Date
  },
): Promise<OrderBasis | undefined> {
  const { userId, variantIds, addressId, key, selection, at } = wanted
  const [row] = await db.prepared<OrderBasis>('order_basis', basisStatement, [
    userId,
    variantIds,
    addressId,
    key,
    at,
    selection ? hashToken(selection) : null,
  ])
  return row
}
