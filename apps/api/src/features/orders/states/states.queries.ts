import type { OrderStatus } from '@solvane/contract/orders'
import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database/database.ts'
import type { OrderRow } from '../orders.queries.ts'

/** Who moves an order. */
export type Actor = 'SHOPPER' | 'STAFF' | 'PROVIDER' | 'SYSTEM'

/** What an order keeps only while it is in a state. */
export type StateFields = Pick<
  OrderRow,
  'held_since' | 'hold_ends_at' | 'given_up_at' | 'completes_at'
>

/** What the carrier gave. */
export type Tracking = Pick<OrderRow, 'tracking_carrier' | 'tracking_number' | 'tracking_url'>

/** Writes an order's state and what belongs to it. */
export async function updateState(
  tx: Queryable,
  orderId: string,
  change: { status: OrderStatus } & StateFields & Partial<Tracking>,
): Promise<void> {
  await tx.updateTable('orders').set(change).where('id', '=', orderId).execute()
}

/** Records who changed the status of an order, when and why. */
export async function insertTransition(
  tx: Queryable,
  transition: {
    order_id: string
    from_status: OrderStatus
    to_status: OrderStatus
    actor: Actor
    actor_id: string | null
    reason: string
    at: Date
  },
): Promise<void> {
  await tx.insertInto('order_transition').values(transition).execute()
}

/**
 * Makes the hold of a PENDING order last at least until `until`, but no longer than `longest`
 * milliseconds at a stretch.
 */
export async function extendHold(
  db: Queryable,
  orderId: string,
  until: Date,
  longest: number,
): Promise<void> {
  const latest = sql<Date>`least(${until}, held_since + ${longest} * interval '1 millisecond')`
  await db
    .updateTable('orders')
    .set({ hold_ends_at: latest })
    .where('id', '=', orderId)
    .where('status', '=', 'PENDING')
    .where('hold_ends_at', '<', latest)
    .execute()
}

/** What time does to orders: the state they leave, and the column that says when. */
const dueColumns = {
  PENDING: 'hold_ends_at',
  UNPAID: 'given_up_at',
  DELIVERED: 'completes_at',
} as const

/** A state that orders leave by themselves. */
export type TimedStatus = keyof typeof dueColumns

/** Where a look through due orders has come to. */
export interface DueOrder {
  id: string
  due_at: Date
}

/** Orders whose time in a state was over at `at`, the longest over first, after `after`. */
export async function listDueOrders(
  db: Queryable,
  status: TimedStatus,
  { at, after, limit }: { at: Date; after: DueOrder | null; limit: number },
): Promise<DueOrder[]> {
  const column = dueColumns[status]
  return db
    .selectFrom('orders')
    .where('status', '=', status)
    .where(column, '<=', at)
    .$if(after !== null, (due) =>
      due.where(({ eb, refTuple, tuple }) =>
        eb(refTuple(column, 'id'), '>', tuple(after?.due_at ?? at, after?.id ?? '')),
      ),
    )
    .orderBy(column)
    .orderBy('id')
    .limit(limit)
    .select(['id', `${column} as due_at`])
    .$castTo<DueOrder>()
    .execute()
}
