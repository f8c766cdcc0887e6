import { sql } from 'kysely'
import type { Queryable } from '../../../platform/database/database.ts'
import { lackingSupplement } from '../edits/order-edits.queries.ts'

/* Reads the returns of orders, which are a feature of their own that uses orders; changes nothing. */

/**
 * Withdrawals of orders of which something is not sent yet: it stays here, also once what was sent is
 * refunded. An order has one at most that was neither cancelled nor declined, since it is about everything.
 */
const withdrawals = sql`
  select r.id, r.number, r.order_id, r.created_at, r.status
  from return_request r join orders o on o.id = r.order_id
  where r.is_withdrawal and o.status = 'PROCESSING'
    and r.status in ('REQUESTED', 'APPROVED', 'IN_TRANSIT', 'RECEIVED', 'INSPECTED', 'REFUNDED')`

interface Withdrawal {
  id: string
  number: number
  is_refunded: boolean
}

/** The withdrawals of orders that are not sent yet, or not all of it, by order. */
export async function withdrawalsOf(
  db: Queryable,
  orderIds: string[],
): Promise<Map<string, Withdrawal>> {
  const { rows } = await sql<Withdrawal & { order_id: string }>`
    select id, number, order_id, status = 'REFUNDED' as is_refunded from (${withdrawals}) w
    where order_id = any (${orderIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ order_id, ...withdrawal }) => [order_id, withdrawal]))
}

/**
 * The ids among these of orders whose money is or will be paid back in full and that wait for no
 * cash; orders at no charge are not among them.
 */
export async function refundedOrders(db: Queryable, orderIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select o.id
    from orders o
    cross join lateral (
      select sum(p.captured_cents) as captured,
        sum((select sum(r.amount_cents) from refund r where r.payment_id = p.id and r.status <> 'FAILED')) as refunded
      from payment p join orders paid on paid.id = p.order_id
      where paid.id = o.id or paid.supplement_of = o.id) money
    where o.id = any (${orderIds}::uuid[]) and o.total_cents > 0 and refunded >= captured
      and not exists (
        select from payment p where p.order_id = o.id and p.method = 'COD' and p.status = 'PENDING')`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The price paid for the goods of the return `r`, in cents. */
const paidForReturn = sql`
  (select coalesce(sum(l.value_cents), 0)::integer from return_line l where l.return_id = r.id)`

/** An order that waits for staff because of its money, but for its payments themselves. */
export interface OrderToReview {
  id: string
  number: number
  /** The difference of a change is not paid; its shopper has withdrawn; the exchange that it was to send is not refunded. */
  cause: 'SUPPLEMENT' | 'WITHDRAWAL' | 'EXCHANGE'
  cents: number
  since: Date
}

/** Orders that wait for staff; with the amount in cents that is owed or to be paid back, and since when. */
export const ordersToReview = sql`
  select id, number, 'SUPPLEMENT' as cause, cents, since from (${lackingSupplement}) lacking
  union all
  select o.id, o.number, 'WITHDRAWAL', (
      select coalesce(sum(p.captured_cents - p.refunded_cents), 0)::integer
      from payment p join orders paid on paid.id = p.order_id where paid.id = o.id or paid.supplement_of = o.id),
    w.created_at
  from (${withdrawals}) w join orders o on o.id = w.order_id where w.status <> 'REFUNDED'
  union all
  select o.id, o.number, 'EXCHANGE', ${paidForReturn},
    (select max(at) from order_transition where order_id = o.id)
  from return_request r join orders o on o.exchange_of = r.id
  where r.status = 'EXCHANGED' and o.status = 'CANCELLED'`

interface ExchangedReturn {
  number: number
  paid_order_id: string
  /** The price paid for its goods. */
  cents: number
  is_settled: boolean
}

/** The return that an order sends the exchange of. */
export async function exchangedReturn(db: Queryable, returnId: string): Promise<ExchangedReturn> {
  const { rows } = await sql<ExchangedReturn>`
    select r.number, r.paid_order_id, ${paidForReturn} as cents, r.status <> 'EXCHANGED' as is_settled
    from return_request r where r.id = ${returnId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`There is no return ${returnId}`)
  return row
}

/** All orders that wait for staff, each once, the longest waiting first. */
export async function listOrdersToReview(db: Queryable): Promise<OrderToReview[]> {
  const { rows } = await sql<OrderToReview>`
    select * from (
      select distinct on (id) * from (${ordersToReview}) o order by id, since, cause) once
    order by since, id`.execute(db)
  return rows
}

/** The ids among these of orders that wait for staff. */
export async function whichToReview(db: Queryable, orderIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from (${ordersToReview}) o where id = any (${orderIds}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
