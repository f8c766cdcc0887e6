import { readOrderNumber, toOrderNumber } from '@solvane/contract/order-number'
import { orderStatuses } from '@solvane/contract/orders'
import type { listOrders as listOrdersCall, StaffOrderRow } from '@solvane/contract/orders-admin'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { toDollars } from '../catalog/to-dollars.ts'
import { type PaymentFacts, paymentsOfOrder } from '../payments/payment-facts.ts'
import { countingPayment } from './order-shape.ts'
import type { OrderRow } from './orders.queries.ts'
import { readShopDays } from './read-days.ts'
import {
  countByStatus,
  countStaffOrders,
  listStaffOrderRows,
  piecesOfOrders,
  type StaffOrderFilter,
} from './staff-orders.queries.ts'

type Query = z.output<typeof listOrdersCall.query>

/** A page of everyone's orders for staff, and how many there are in all, in four statements, and one for the zone of days. */
export async function listOrders(
  ctx: Pick<AppContext, 'db'>,
  query: Query,
): Promise<{ data: StaffOrderRow[]; total: number }> {
  const db = ctx.db.kysely
  const { page, size, sort, order } = query
  const filter = toFilter(query, await readShopDays(ctx, query))
  const [rows, total] = await Promise.all([
    listStaffOrderRows(db, filter, { sort, order, limit: size, offset: (page - 1) * size }),
    countStaffOrders(db, filter),
  ])
  const ids = rows.map(({ id }) => id)
  const [pieces, payments] = await Promise.all([piecesOfOrders(db, ids), paymentsOfOrder(db, ids)])
  const data = rows.map((row) => ({
    ...(pieces.get(row.id) ?? { pieces: 0, firstPiece: '' }),
    ...toRow(row, payments.get(row.id) ?? []),
  }))
  return { data, total }
}

function toFilter(
  { q, customerId, ...rest }: Query,
  days: Pick<StaffOrderFilter, 'from' | 'until'>,
): StaffOrderFilter {
  return {
    ...rest,
    from: days.from,
    until: days.until,
    userId: customerId,
    text: q || undefined,
    number: readOrderNumber(q ?? ''),
  }
}

function toRow(
  row: OrderRow,
  payments: readonly PaymentFacts[],
): Omit<StaffOrderRow, 'pieces' | 'firstPiece'> {
  const payment = countingPayment(payments)
  return {
    id: row.id,
    orderNumber: toOrderNumber(row.number),
    status: row.status,
    createdAt: row.created_at.toISOString(),
    email: row.email,
    name: row.shipping_full_name,
    country: row.shipping_country,
    totalAmount: toDollars(row.total_cents),
    paymentMethod: payment?.method ?? null,
    paymentStatus: payment?.status ?? null,
    trackingNumber: row.tracking_number,
    needsReview: payments.some(({ review }) => review !== null),
  }
}

/** How many orders are in each state, and how many wait for a look at their money. */
export async function countOrders({ db: { kysely: db } }: Pick<AppContext, 'db'>) {
  const [counts, needsReview] = await Promise.all([
    countByStatus(db),
    countStaffOrders(db, { needsReview: true }),
  ])
  const known = new Map(counts.map(({ status, count }) => [status, count]))
  const entries = orderStatuses.map((status) => [status, known.get(status) ?? 0] as const)
  return {
    byStatus: Object.fromEntries(entries) as Record<(typeof orderStatuses)[number], number>,
    needsReview,
    total: counts.reduce((sum, { count }) => sum + count, 0),
  }
}
