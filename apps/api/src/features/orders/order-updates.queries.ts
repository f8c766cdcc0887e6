import type { OrderStatus } from '@solvane/contract/orders'
import type { CorrectionKind } from '@solvane/contract/orders.admin'
import type { PaymentStatus } from '@solvane/contract/payments'
import { sql } from 'kysely'
import type { Database, Queryable } from '../../platform/database/database.ts'
import type { OrderRow } from './orders.queries.ts'

/** The kind of account or process that moves an order. */
export type Actor = 'SHOPPER' | 'STAFF' | 'PROVIDER' | 'SYSTEM'

/** Columns that an order has in certain states only. */
export type StateFields = Pick<
  OrderRow,
  'held_since' | 'hold_ends_at' | 'given_up_at' | 'completes_at'
>

/** The carrier's tracking data. */
export type Tracking = Pick<OrderRow, 'tracking_carrier' | 'tracking_number' | 'tracking_url'>

/** Writes an order's state and its columns, and records who changed it, when and why. */
export async function updateState(
  tx: Queryable,
  { id, status: from }: Pick<OrderRow, 'id' | 'status'>,
  {
    status,
    ...fields
  }: { status: OrderStatus } & StateFields &
    Partial<Tracking & Pick<OrderRow, 'arrives_from' | 'arrives_until'>>,
  {
    actor,
    actorId,
    reason,
    at,
  }: { actor: Actor; actorId: string | null; reason: string; at: Date },
): Promise<void> {
  await tx
    .with('moved', (move) =>
      move
        .updateTable('orders')
        .set({ status, ...fields })
        .where('id', '=', id)
        .returning('id'),
    )
    .insertInto('order_transition')
    .columns(['order_id', 'from_status', 'to_status', 'actor', 'actor_id', 'reason', 'at'])
    .expression((record) =>
      record
        .selectFrom('moved')
        .select([
          'id',
          sql<string>`${from}::text`.as('from_status'),
          sql<string>`${status}::text`.as('to_status'),
          sql<string>`${actor}::text`.as('actor'),
          sql<string | null>`${actorId}::uuid`.as('actor_id'),
          sql<string>`${reason}::text`.as('reason'),
          sql<Date>`${at}::timestamptz`.as('at'),
        ]),
    )
    .execute()
}

/**
 * Extends the reservation of a PENDING order until `until` at least, but to no more than `longest`
 * milliseconds in total.
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

interface StatusRow {
  user_id: string
  status: OrderStatus
  total_cents: number
  /** The status of the payment that counts, as are the next columns; null without one. */
  payment_status: PaymentStatus | null
  captured_cents: number | null
  refunded_cents: number | null
  /** A supplementary order keeps money. */
  keeps_more: boolean
}

/** The current status of an order and its payment, and whose it is; undefined if its shopper does not see it. */
export async function readStatus(db: Database, id: string): Promise<StatusRow | undefined> {
  const [row] = await db.prepared<StatusRow>(
    'order_status',
    `select o.user_id, o.status, o.total_cents, p.status as payment_status, p.captured_cents, p.refunded_cents,
       supplement_keeps_money(o) as keeps_more
     from orders o left join payment p on p.order_id = o.id and p.counts where o.id = $1 and not o.is_for_recipient`,
    [id],
  )
  return row
}

/** The states that end by time, and the column with their end. */
const dueColumns = {
  PENDING: 'hold_ends_at',
  UNPAID: 'given_up_at',
  DELIVERED: 'completes_at',
} as const

/** A state that ends by time. */
export type TimedStatus = keyof typeof dueColumns

/** The position in the list of due orders. */
export interface DueOrder {
  id: string
  due_at: Date
}

/** Orders whose time in a state had ended at `at`, longest ended first, after `after`. */
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

/** Columns of an order that staff can correct. */
export type CorrectableFields = Pick<
  OrderRow,
  | 'email'
  | 'shipping_full_name'
  | 'shipping_phone_number'
  | 'shipping_street_address'
  | 'shipping_address_line2'
  | 'shipping_city'
  | 'shipping_state'
  | 'shipping_postal_code'
  | 'shipping_country'
  | 'tracking_carrier'
  | 'tracking_number'
  | 'tracking_url'
>

/** The fields that a correction has changed. */
export type CorrectedFields = Record<string, string | null>

interface CorrectionRow {
  order_id: string
  kind: CorrectionKind
  before: CorrectedFields
  after: CorrectedFields
  actor_id: string
  at: Date
}

/** Writes corrected fields of an order, with its next version. */
export async function updateCorrected(
  tx: Queryable,
  orderId: string,
  fields: Partial<CorrectableFields> & { version: number },
): Promise<void> {
  await tx.updateTable('orders').set(fields).where('id', '=', orderId).execute()
}

export async function insertCorrections(tx: Queryable, rows: CorrectionRow[]): Promise<void> {
  await tx
    .insertInto('order_correction')
    .values(
      rows.map((row) => ({
        ...row,
        before: JSON.stringify(row.before),
        after: JSON.stringify(row.after),
      })),
    )
    .execute()
}

/** The corrections of an order, oldest first. */
export function listCorrections(db: Queryable, orderId: string): Promise<CorrectionRow[]> {
  return db
    .selectFrom('order_correction')
    .select(['order_id', 'kind', 'before', 'after', 'actor_id', 'at'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .$castTo<CorrectionRow>()
    .execute()
}

/** The columns of an order `o` that staff search orders by; a phone number also without its spaces. */
export const searchedColumns = `o.email, o.shipping_full_name, o.shipping_phone_number,
  regexp_replace(o.shipping_phone_number, '\\D', '', 'g'), o.shipping_street_address, o.shipping_address_line2,
  o.shipping_city, o.shipping_state, o.shipping_postal_code, o.remark`

/**
 * Writes what staff search orders by, after a change of it; also what it was before corrections. A new
 * order comes with it.
 */
export async function refreshOrderSearch(
  tx: Queryable,
  which: { orderId: string } | { userId: string },
): Promise<void> {
  await sql`
    insert into order_search (order_id, text)
    select o.id, lower(concat_ws(' ', ${sql.raw(searchedColumns)}, o.tracking_number, (
      select string_agg(concat_ws(' ', c.before ->> 'email', c.before ->> 'fullName', c.before ->> 'number'), ' ' order by c.id)
      from order_correction c where c.order_id = o.id), (
      select string_agg(p.number, ' ' order by p.sent_at, p.id) from parcel p where p.order_id = o.id), (
      select string_agg(concat_ws(' ', l.name, l.identifier, v.sku), ' ' order by l.position)
      from order_line l join variant v on v.id = l.variant_id where l.order_id = o.id), (
      select string_agg(n.text, ' ' order by n.at, n.id)
      from order_note n where n.order_id = o.id and o.email is not null)))
    from orders o
    where ${'orderId' in which ? sql`o.id = ${which.orderId}` : sql`o.user_id = ${which.userId}`}
    on conflict (order_id) do update set text = excluded.text`.execute(tx)
}
