import type { OrderCard, OrderStatus } from '@solvane/contract/orders'
import type { AppContext } from '../../context.ts'
import { paymentsOfOrder } from '../payments/payments.ts'
import { toOrderCard } from './order-shape.ts'
import { countOrders, linesOfOrders, listOrderRows } from './orders.queries.ts'
import { readDays } from './read-days.ts'

/** What a shopper narrows the list by. A day (`2026-03-01`) is all of it in UTC. */
export interface OrderListQuery {
  page: number
  size: number
  status?: OrderStatus | undefined
  createdAtStart?: string | undefined
  createdAtEnd?: string | undefined
}

/** A page of a shopper's orders, the newest first, and how many there are in all. */
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
  const [lines, payments] = await Promise.all([linesOfOrders(db, ids), paymentsOfOrder(db, ids)])
  const data = rows.map((row) =>
    toOrderCard(row, lines.get(row.id) ?? [], payments.get(row.id) ?? []),
  )
  return { data, total }
}
