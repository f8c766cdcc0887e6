import type { Picture } from '@solvane/contract/catalog'
import type { AppliedCoupon } from '@solvane/contract/coupons'
import type { OrderStatus } from '@solvane/contract/orders'
import { sql } from 'kysely'
import type { Database, Queryable } from '../../platform/database/database.ts'

/** What was chosen of a gift, as stored with its order. */
export interface StoredGift {
  isWrapped: boolean
  message: string | null
  sender: string | null
  hidesPrices: boolean
}

/** An order as stored; amounts in cents. */
export interface OrderRow {
  id: string
  number: number
  /** Of what staff can correct. */
  version: number
  user_id: string
  /** Null, like other personal data, once the account is closed. */
  email: string | null
  status: OrderStatus
  items_cents: number
  shipping_cents: number
  wrap_cents: number
  discount_cents: number
  /** Null: no rule applied. */
  tax_rule_id: string | null
  /** Null where nothing is taxed. */
  prices_include_tax: boolean | null
  /** Part of the total. */
  tax_cents: number
  shipping_tax_bp: number | null
  shipping_tax_cents: number
  wrap_tax_bp: number | null
  wrap_tax_cents: number
  duties: 'DELIVERED_PAID' | 'CARRIER' | null
  total_cents: number
  coupon_id: string | null
  coupon: AppliedCoupon | null
  remark: string | null
  buyer_company: string | null
  buyer_tax_number: string | null
  /** Null, too, once the account is closed. */
  gift: StoredGift | null
  shipping_full_name: string | null
  shipping_phone_number: string | null
  shipping_street_address: string | null
  shipping_address_line2: string | null
  shipping_city: string | null
  shipping_state: string | null
  shipping_postal_code: string | null
  shipping_country: string
  /** Null for orders from before there were methods. */
  delivery_method: string | null
  /** The promised days, `2026-12-01`; null, too, once the items were reserved again. */
  arrives_from: string | null
  arrives_until: string | null
  created_at: Date
  held_since: Date | null
  hold_ends_at: Date | null
  given_up_at: Date | null
  tracking_carrier: string | null
  tracking_number: string | null
  tracking_url: string | null
  completes_at: Date | null
  /** The return that it sends the exchange of. */
  exchange_of: string | null
  /** The changed order whose difference it pays. */
  supplement_of: string | null
  /** What of its items, shipping and discount supplementary orders bill; the total is the rest. */
  supplement_cents: number
  /** Sends an exchange to the recipient of a gift: its shopper does not see it. */
  is_for_recipient: boolean
}

/** The columns read of an order. */
export const orderColumns = [
  'id',
  'number',
  'version',
  'user_id',
  'email',
  'status',
  'items_cents',
  'shipping_cents',
  'wrap_cents',
  'discount_cents',
  'tax_rule_id',
  'prices_include_tax',
  'tax_cents',
  'shipping_tax_bp',
  'shipping_tax_cents',
  'wrap_tax_bp',
  'wrap_tax_cents',
  'duties',
  'total_cents',
  'coupon_id',
  'coupon',
  'remark',
  'buyer_company',
  'buyer_tax_number',
  'gift',
  'shipping_full_name',
  'shipping_phone_number',
  'shipping_street_address',
  'shipping_address_line2',
  'shipping_city',
  'shipping_state',
  'shipping_postal_code',
  'shipping_country',
  'delivery_method',
  'arrives_from',
  'arrives_until',
  'created_at',
  'held_since',
  'hold_ends_at',
  'given_up_at',
  'tracking_carrier',
  'tracking_number',
  'tracking_url',
  'completes_at',
  'exchange_of',
  'supplement_of',
  'supplement_cents',
  'is_for_recipient',
] as const

/** A line of an order, as it was when ordered. */
export interface OrderLineRow {
  order_id: string
  position: number
  variant_id: string
  product_id: string
  identifier: string
  name: string
  attributes: Record<string, string>
  picture: Picture | null
  unit_cents: number
  quantity: number
  discount_cents: number
  /** Null where nothing is taxed. */
  tax_bp: number | null
  tax_cents: number | null
  /** Of its variant now, unlike the rest. */
  stock: number
}

const lineColumns = [
  'order_id',
  'position',
  'variant_id',
  'product_id',
  'identifier',
  'name',
  'attributes',
  'picture',
  'unit_cents',
  'quantity',
  'discount_cents',
  'tax_bp',
  'tax_cents',
] as const satisfies (keyof OrderLineRow)[]

const selectOrders = (db: Queryable) =>
  db.selectFrom('orders').select(orderColumns).$castTo<OrderRow>()

/** One of a shopper's orders; undefined if it is not theirs, or sends something to someone else. */
export async function findOrderOf(
  db: Database,
  userId: string,
  id: string,
): Promise<OrderRow | undefined> {
  const [row] = await db.prepared<OrderRow>(
    'order_of_shopper',
    `select ${orderColumns} from orders where id = $1 and user_id = $2 and not is_for_recipient`,
    [id, userId],
  )
  return row
}

export function findOrder(db: Queryable, id: string): Promise<OrderRow | undefined> {
  return selectOrders(db).where('id', '=', id).executeTakeFirst()
}

/**
 * An order, locked until the transaction ends; with `skipLocked` undefined if it is locked already.
 */
export function lockOrder(
  tx: Queryable,
  id: string,
  { skipLocked = false } = {},
): Promise<OrderRow | undefined> {
  const order = selectOrders(tx).where('id', '=', id).forNoKeyUpdate()
  return (skipLocked ? order.skipLocked() : order).executeTakeFirst()
}

/** The filter of a list of orders; both ends of the period are included. */
interface OrderFilter {
  status?: OrderStatus | undefined
  from?: Date | undefined
  until?: Date | undefined
  /** Also orders of the account that the shopper does not see. */
  isForRecipientToo?: boolean | undefined
}

function ordersOf(
  db: Queryable,
  userId: string,
  { status, from, until, isForRecipientToo = false }: OrderFilter,
) {
  return db
    .selectFrom('orders')
    .where('user_id', '=', userId)
    .$if(!isForRecipientToo, (orders) => orders.where('is_for_recipient', '=', false))
    .$if(status !== undefined, (orders) => orders.where('status', '=', status ?? ''))
    .$if(from !== undefined, (orders) => orders.where('created_at', '>=', from ?? new Date()))
    .$if(until !== undefined, (orders) => orders.where('created_at', '<=', until ?? new Date()))
}

/** A page of a shopper's orders, the newest first. */
export function listOrderRows(
  db: Queryable,
  userId: string,
  filter: OrderFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<OrderRow[]> {
  return ordersOf(db, userId, filter)
    .select(orderColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .$castTo<OrderRow>()
    .execute()
}

/** How many orders a list has in all. */
export async function countOrders(
  db: Queryable,
  userId: string,
  filter: OrderFilter,
): Promise<number> {
  const { total } = await ordersOf(db, userId, filter)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The lines of orders, by order, each order's in their order. */
export async function linesOfOrders(
  db: Queryable,
  orderIds: string[],
): Promise<Map<string, OrderLineRow[]>> {
  const lines = await db
    .selectFrom('order_line')
    .select(lineColumns)
    .select(sql<number>`(select stock from variant where id = order_line.variant_id)`.as('stock'))
    .where(sql<boolean>`order_id = any (${orderIds}::uuid[])`)
    .orderBy('order_id')
    .orderBy('position')
    .$castTo<OrderLineRow>()
    .execute()
  return Map.groupBy(lines, ({ order_id }) => order_id)
}

/** A state an order has come to. */
export interface TransitionRow {
  order_id: string
  to_status: OrderStatus
  at: Date
}

/** Every state that orders have been in, by order, the first first. */
export async function transitionsOfOrders(
  db: Queryable,
  orderIds: string[],
): Promise<Map<string, TransitionRow[]>> {
  const transitions = await db
    .selectFrom('order_transition')
    .select(['order_id', 'to_status', 'at'])
    .where(sql<boolean>`order_id = any (${orderIds}::uuid[])`)
    .orderBy('order_id')
    .orderBy('id')
    .$castTo<TransitionRow>()
    .execute()
  return Map.groupBy(transitions, ({ order_id }) => order_id)
}

/** The name of the account at `email`, if it has one and has confirmed the address. */
export async function confirmedNameOf(
  tx: Queryable,
  userId: string,
  email: string,
): Promise<string | null> {
  const { rows } = await sql<{ nick_name: string }>`
    select nick_name from users
    where id = ${userId} and email = ${email} and email_verified_at is not null
      and nick_name <> ''`.execute(tx)
  return rows[0]?.nick_name ?? null
}
