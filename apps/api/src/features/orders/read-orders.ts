import type { Order, OrderCard, OrderStatus } from '@solvane/contract/orders'
import { isUuid } from '@solvane/contract/text'
import { endOfDay, startOfDay } from '@solvane/contract/time-zone'
import type { AppContext } from '../../context.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { ShopError } from '../../platform/errors/shop-error.ts'
import { shopTimeZone } from '../content/read-content.ts'
import { documentsOfOrders } from '../invoices/invoices.ts'
import { paymentsOfOrder } from '../payments/payments.ts'
import { editsOfOrders, linksOfOrders, whichKeepMore } from './edits/order-edits.queries.ts'
import { toOrder, toOrderCard } from './order-shape.ts'
import {
  countOrders,
  findOrder,
  findOrderOf,
  linesOfOrders,
  listOrderRows,
  type OrderRow,
  transitionsOfOrders,
} from './orders.queries.ts'
import { parcelsOfOrders } from './parcels.queries.ts'
import { closedMethods, trustOf } from './placing/order-limits.ts'

/**
 * One of a shopper's orders. Throws `ORDER_NOT_FOUND`, also for another shopper's or an invalid id.
 */
export async function getMyOrder(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db'>,
  userId: string,
  orderId: string,
): Promise<Order> {
  const db = ctx.db.kysely
  const row = isUuid(orderId) ? await findOrderOf(ctx.db, userId, orderId) : undefined
  if (!row) throw new ShopError('ORDER_NOT_FOUND')
  const order = await describeOrder(db, row)
  if (!order.canPay) return order
  const trust = await trustOf(db, userId)
  return { ...order, closedPaymentMethods: closedMethods(ctx, row, trust) }
}

/** Any order, for staff. Throws `ORDER_NOT_FOUND`. */
export async function getOrder({ db }: Pick<AppContext, 'db'>, orderId: string): Promise<Order> {
  const row = await findOrder(db.kysely, orderId)
  if (!row) throw new ShopError('ORDER_NOT_FOUND')
  return describeOrder(db.kysely, row)
}

async function describeOrder(db: Queryable, row: OrderRow): Promise<Order> {
  const [order] = await describeOrders(db, [row])
  if (!order) throw new Error('describeOrders returned no order')
  return order
}

/** Orders as the contract describes them, in a fixed number of statements. */
export async function describeOrders(db: Queryable, rows: OrderRow[]): Promise<Order[]> {
  const ids = rows.map(({ id }) => id)
  const [lines, payments, transitions, parcels, documents, links, edits, keepMore] =
    await Promise.all([
      linesOfOrders(db, ids),
      paymentsOfOrder(db, ids),
      transitionsOfOrders(db, ids),
      parcelsOfOrders(db, ids),
      documentsOfOrders(db, ids),
      linksOfOrders(db, ids),
      editsOfOrders(db, ids),
      whichKeepMore(db, rows),
    ])
  return rows.map((row) =>
    toOrder({
      row,
      lines: lines.get(row.id) ?? [],
      transitions: transitions.get(row.id) ?? [],
      payments: payments.get(row.id),
      keepsMore: keepMore.has(row.id),
      parcels: parcels.get(row.id),
      documents: documents.get(row.id),
      links: links.get(row.id),
      edits: edits.get(row.id),
    }),
  )
}

/** The filter of a shopper's list. A day (`2026-03-01`) is in UTC. */
interface OrderListQuery {
  page: number
  size: number
  status?: OrderStatus | undefined
  createdAtStart?: string | undefined
  createdAtEnd?: string | undefined
}

/** A page of a shopper's orders, newest first, and the total. */
export async function listMyOrders(
  { db: { kysely: db } }: Pick<AppContext, 'db'>,
  userId: string,
  { page, size, status, createdAtStart, createdAtEnd }: OrderListQuery,
): Promise<{ data: OrderCard[]; total: number }> {
  const filter = { status, ...readDays({ from: createdAtStart, until: createdAtEnd }, 'UTC') }
  const [rows, total] = await Promise.all([
    listOrderRows(db, userId, filter, { limit: size, offset: (page - 1) * size }),
    countOrders(db, userId, filter),
  ])
  const ids = rows.map(({ id }) => id)
  const [lines, payments, keepMore] = await Promise.all([
    linesOfOrders(db, ids),
    paymentsOfOrder(db, ids),
    whichKeepMore(db, rows),
  ])
  const data = rows.map((row) =>
    toOrderCard(row, lines.get(row.id) ?? [], payments.get(row.id) ?? [], keepMore.has(row.id)),
  )
  return { data, total }
}

/** The period of a list: days, such as `2026-03-01`, or instants with their offset. */
interface Span {
  from?: string | undefined
  until?: string | undefined
}

interface Instants {
  from?: Date | undefined
  until?: Date | undefined
}

/** The first and the last instant of a period, inclusive; days are in a time zone. */
function readDays({ from, until }: Span, timeZone: string): Instants {
  return {
    from: from ? (isDay(from) ? startOfDay(from, timeZone) : new Date(from)) : undefined,
    until: until ? (isDay(until) ? endOfDay(until, timeZone) : new Date(until)) : undefined,
  }
}

function isDay(time: string): boolean {
  return !time.includes('T')
}

/** The days of a span for staff, in the shop's time zone. */
export async function readShopDays(ctx: Pick<AppContext, 'db'>, span: Span): Promise<Instants> {
  if (!span.from && !span.until) return {}
  return readDays(span, await shopTimeZone(ctx))
}
