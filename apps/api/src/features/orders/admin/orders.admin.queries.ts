import type { orderSorts } from '@solvane/contract/order-lists.admin'
import type { OrderStatus } from '@solvane/contract/orders'
import type { PaymentStatus } from '@solvane/contract/payments'
import { type Expression, type SqlBool, sql } from 'kysely'
import { containing, type Queryable } from '../../../platform/database/database.ts'
import type { Actor } from '../order-updates.queries.ts'
import { type OrderRow, orderColumns } from '../orders.queries.ts'
import { ordersToReview } from './orders-to-review.admin.queries.ts'

/** The filter of the staff's list; both ends of the period are included. */
export interface StaffOrderFilter {
  /** Searched in what `order_search` holds: customer, address, tracking, products, remark and notes. */
  text?: string | undefined
  /** Orders whose number starts with it match besides `text`. */
  number?: number | undefined
  status?: OrderStatus | undefined
  paymentStatus?: PaymentStatus | undefined
  method?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
  /** Orders under review, or waiting for their provider since before this instant. */
  needsReview?: { stuckBefore: Date } | undefined
  userId?: string | undefined
  isGift?: boolean | undefined
}

const sortColumns = { createdAt: 'o.created_at', totalAmount: 'o.total_cents' } as const

/** Whether the relevant attempt has this method, and this status as `statusForTotal` gives it. */
function hasPaymentLike({ paymentStatus, method }: StaffOrderFilter): Expression<SqlBool> {
  const isMethod = method === undefined ? sql`true` : sql`p.method = ${method}`
  return sql<SqlBool>`exists (
    select from payment p
    where p.order_id = o.id and p.counts and ${isMethod} and ${hasStatus(paymentStatus)})`
}

function hasStatus(status: PaymentStatus | undefined): Expression<SqlBool> {
  const partly = sql`p.status = 'PARTIALLY_REFUNDED'`
  const isOfTotal = sql`p.captured_cents - p.refunded_cents < o.total_cents`
  if (status === undefined) return sql`true`
  if (status === 'PAID') return sql`(p.status = 'PAID' or ${partly} and not ${isOfTotal})`
  const isAll = sql`p.status = 'REFUNDED'`
  const keepsMore = sql`supplement_keeps_money(o)`
  if (status === 'REFUNDED') return sql`${isAll} and not ${keepsMore}`
  return status === 'PARTIALLY_REFUNDED'
    ? sql`(${partly} and ${isOfTotal} or ${isAll} and ${keepsMore})`
    : sql`p.status = ${status}`
}

/** The largest number that an order can have. */
const largestNumber = 2_147_483_647

/**
 * The orders with a text or number. Found first: PostgreSQL thinks rare texts more frequent than they
 * are, and would read all orders in the order of the list until a page is full.
 */
function hasText(text: string, number: number | undefined): Expression<SqlBool> {
  const numbered =
    number === undefined ? sql`` : sql`union select id from orders o where ${beginsWith(number)}`
  return sql<SqlBool>`
    o.id in (with found as materialized (
      select order_id from order_search where text like ${containing(text)} ${numbered}
    ) select order_id from found)`
}

/** Whether an order's number starts with these digits, as ranges for the index. */
function beginsWith(number: number): Expression<SqlBool> {
  const ranges = Array.from({ length: 10 }, (_, digits) => 10 ** digits)
    .map((step) => ({ from: number * step, to: (number + 1) * step - 1 }))
    .filter(({ from }) => from <= largestNumber)
    .map(({ from, to }) => sql`o.number between ${from} and ${Math.min(to, largestNumber)}`)
  return sql<SqlBool>`(${sql.join(ranges, sql` or `)})`
}

function staffOrders(db: Queryable, filter: StaffOrderFilter) {
  const { text, number, status, from, until, needsReview, userId, isGift } = filter
  const conditions: Expression<SqlBool>[] = []
  if (text !== undefined) conditions.push(hasText(text, number))
  if (status) conditions.push(sql<SqlBool>`o.status = ${status}`)
  if (from) conditions.push(sql<SqlBool>`o.created_at >= ${from}`)
  if (until) conditions.push(sql<SqlBool>`o.created_at <= ${until}`)
  if (userId) conditions.push(sql<SqlBool>`o.user_id = ${userId}`)
  if (isGift) conditions.push(sql<SqlBool>`o.gift is not null`)
  if (needsReview)
    conditions.push(sql<SqlBool>`o.id in (
      select order_id from payment where review is not null
      union select order_id from waiting_for_provider where since <= ${needsReview.stuckBefore}
      union select id from (${ordersToReview}) waiting)`)
  if (filter.paymentStatus || filter.method) conditions.push(hasPaymentLike(filter))
  return db.selectFrom('orders as o').where((where) => where.and(conditions))
}

/** A page of everyone's orders. */
export function listStaffOrderRows(
  db: Queryable,
  filter: StaffOrderFilter,
  page: {
    sort: (typeof orderSorts)[number]
    order: 'asc' | 'desc'
    limit: number
    offset: number
  },
): Promise<OrderRow[]> {
  return staffOrders(db, filter)
    .select(orderColumns)
    .orderBy(sortColumns[page.sort], page.order)
    .orderBy('o.id', page.order)
    .limit(page.limit)
    .offset(page.offset)
    .$castTo<OrderRow>()
    .execute()
}

/** The number of orders that match the filter. */
export async function countStaffOrders(db: Queryable, filter: StaffOrderFilter): Promise<number> {
  const { total } = await staffOrders(db, filter)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The number of matching orders in each state; without states that have none. */
export function countByStatus(
  db: Queryable,
  filter: StaffOrderFilter,
): Promise<{ status: OrderStatus; count: number }[]> {
  return staffOrders(db, filter)
    .select((select) => ['status', select.fn.countAll<number>().as('count')])
    .groupBy('status')
    .$castTo<{ status: OrderStatus; count: number }>()
    .execute()
}

/** The number of items in each order, and the name of the first. */
export async function countItemsOfOrders(
  db: Queryable,
  orderIds: string[],
): Promise<Map<string, { quantity: number; firstItem: string }>> {
  const rows = await db
    .selectFrom('order_line')
    .select([
      'order_id',
      sql<number>`sum(quantity)`.as('quantity'),
      sql<string>`(array_agg(name order by position))[1]`.as('firstItem'),
    ])
    .where(sql<boolean>`order_id = any (${orderIds}::uuid[])`)
    .groupBy('order_id')
    .execute()
  return new Map(rows.map(({ order_id, ...rest }) => [order_id, rest]))
}

/** A state change of an order: by whom, when and why. */
export interface FullTransitionRow {
  from_status: OrderStatus | null
  to_status: OrderStatus
  actor: Actor
  actor_id: string | null
  reason: string
  at: Date
}

/** Every state of an order, oldest first. */
export function listFullTransitions(db: Queryable, orderId: string): Promise<FullTransitionRow[]> {
  return db
    .selectFrom('order_transition')
    .select(['from_status', 'to_status', 'actor', 'actor_id', 'reason', 'at'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .$castTo<FullTransitionRow>()
    .execute()
}

/** A change of stock by an order. */
export interface MovementRow {
  id: number
  variant_id: string
  cause: 'HOLD' | 'RELEASE' | 'RESTOCK' | 'ADJUSTMENT' | 'OFFER_END'
  delta: number
  stock_after: number
  at: Date
}

/** The changes of stock by an order, oldest first. */
export function listMovements(db: Queryable, orderId: string): Promise<MovementRow[]> {
  return db
    .selectFrom('stock_movement')
    .select(['id', 'variant_id', 'cause', 'delta', 'stock_after', 'at'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .$castTo<MovementRow>()
    .execute()
}

export interface OrderNoteRow {
  id: string
  order_id: string
  author_id: string
  text: string
  at: Date
}

export async function insertNote(db: Queryable, note: OrderNoteRow): Promise<void> {
  await db.insertInto('order_note').values(note).execute()
}

/** Staff notes on an order, the oldest first. */
export function listNotes(db: Queryable, orderId: string): Promise<OrderNoteRow[]> {
  return db
    .selectFrom('order_note')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

/** Orders by their ids, unordered. */
export function findOrders(db: Queryable, ids: string[]): Promise<OrderRow[]> {
  return db
    .selectFrom('orders')
    .select(orderColumns)
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .$castTo<OrderRow>()
    .execute()
}

/** The ids of orders by their numbers. */
export async function findOrderIdsByNumber(
  db: Queryable,
  numbers: number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('orders')
    .select(['id', 'number'])
    .where(sql<boolean>`number = any (${numbers}::integer[])`)
    .execute()
  return new Map(rows.map(({ id, number }) => [number, id]))
}

/** The purchases of accounts. */
export interface PurchaseRow {
  user_id: string
  orders: number
  /** Paid less refunds, in cents. */
  spent_cents: number
  last_order_at: Date
  /** Orders that must end before the account can be closed. */
  under_way: number
}

/** The purchases of accounts, without those that have no orders. */
export function listPurchases(db: Queryable, userIds: string[]): Promise<PurchaseRow[]> {
  return db
    .selectFrom('orders as o')
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('payment as p')
          .select(sql<number>`sum(captured_cents - refunded_cents)`.as('cents'))
          .whereRef('p.order_id', '=', 'o.id')
          .as('paid'),
      (join) => join.onTrue(),
    )
    .select([
      'o.user_id',
      sql<number>`count(*) filter (where o.supplement_of is null and o.exchange_of is null)`.as(
        'orders',
      ),
      sql<number>`coalesce(sum(paid.cents), 0)::bigint`.as('spent_cents'),
      sql<Date>`max(o.created_at)`.as('last_order_at'),
      sql<number>`count(*) filter (where o.status in ('PENDING', 'PROCESSING', 'SHIPPED'))`.as(
        'under_way',
      ),
    ])
    .where(sql<boolean>`o.user_id = any (${userIds}::uuid[])`)
    .groupBy('o.user_id')
    .execute()
}
