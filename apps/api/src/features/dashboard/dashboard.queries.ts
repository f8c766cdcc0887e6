import type { PaymentMethod } from '@solvane/contract/payment-methods'
import { sql } from 'kysely'
import { isInShop, type Queryable } from '../../platform/database/database.ts'

/* Reads tables of other features, as sums and first rows only; changes nothing. */

/** Orders in these states were accepted, and not cancelled since. */
export const sold = sql`('PROCESSING', 'SHIPPED', 'DELIVERED', 'COMPLETED')`

/**
 * The amount accepted for an order, from its payment `p`: less than its total if staff, or the
 * tolerance of a provider, accepted less. Before its cash is recorded it is the total.
 */
export const accepted = sql`case when p.status in ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED')
  then least(o.total_cents, p.captured_cents) else o.total_cents end`

/** The refunded part of it: money beyond the total counts neither as a sale nor as a refund. */
export const refunded = sql`least(o.total_cents,
  greatest(0, coalesce(p.refunded_cents, 0) - greatest(0, coalesce(p.captured_cents, 0) - o.total_cents)))`

export interface DayOfSales {
  /** Such as `2026-03-01`, in the shop's time zone. */
  day: string
  cents: number
  orders: number
  /** The sales up to the current time of day. */
  cents_by_now: number
  orders_by_now: number
}

/** Whether something of an order was sold and not refunded, or it is at no charge. */
const keepsSales = sql`(o.total_cents = 0 or ${refunded} < ${accepted} or supplement_keeps_money(o))`

/**
 * The sales of each day from `since` on, net of refunds; without days without orders and orders
 * that were refunded completely. A supplementary order adds to the sales, not to the orders.
 */
export async function salesByDay(
  db: Queryable,
  { since, now, timeZone }: { since: Date; now: Date; timeZone: string },
): Promise<DayOfSales[]> {
  const { rows } = await sql<DayOfSales>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(cents) as cents, count(*) filter (where is_order) as orders,
      coalesce(sum(cents) filter (where is_by_now), 0) as cents_by_now,
      count(*) filter (where is_by_now and is_order) as orders_by_now
    from (
      select o.supplement_of is null as is_order, (o.created_at at time zone ${timeZone})::date as day, ${accepted} - ${refunded} as cents,
        (o.created_at at time zone ${timeZone})::time <= (${now}::timestamptz at time zone ${timeZone})::time as is_by_now
      from orders o left join payment p on p.order_id = o.id and p.counts
      where o.created_at >= ${since} and o.created_at <= ${now} and o.status in ${sold} and o.exchange_of is null
        and ${keepsSales}
    ) o
    group by day order by day`.execute(db)
  return rows
}

export type DayOfRefunds = Pick<DayOfSales, 'day' | 'cents' | 'cents_by_now'>

/** The refunds of each day from `since` on. */
export async function refundsByDay(
  db: Queryable,
  { since, now, timeZone }: { since: Date; now: Date; timeZone: string },
): Promise<DayOfRefunds[]> {
  const { rows } = await sql<DayOfRefunds>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(cents) as cents,
      coalesce(sum(cents) filter (where is_by_now), 0) as cents_by_now
    from (
      select (settled_at at time zone ${timeZone})::date as day, amount_cents as cents,
        (settled_at at time zone ${timeZone})::time <= (${now}::timestamptz at time zone ${timeZone})::time as is_by_now
      from refund where settled_at >= ${since} and settled_at <= ${now} and status = 'SUCCEEDED'
    ) r
    group by day order by day`.execute(db)
  return rows
}

export interface TopProduct {
  product_id: string
  identifier: string
  name: string
  /** In cents, net of discounts and refunds. */
  cents: number
  quantity: number
}

/**
 * The best-selling products since `since`, by revenue. What was not accepted, and refunds, are subtracted from an order's
 * lines and shipping in proportion; units count until the whole order is refunded. A changed order counts with
 * its lines and what its supplementary orders keep of their money.
 */
export async function topProducts(
  db: Queryable,
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<TopProduct[]> {
  const { rows } = await sql<TopProduct>`
    select t.product_id, p.identifier, p.name, t.cents, t.quantity
    from (
      select l.product_id, sum(l.quantity) as quantity,
        round(sum((l.unit_cents * l.quantity - l.discount_cents + case when o.prices_include_tax is false then l.tax_cents else 0 end) * (${accepted} - ${refunded} + supplements.cents)::numeric / greatest(o.total_cents + o.supplement_cents, 1)))::bigint as cents
      from orders o join order_line l on l.order_id = o.id
      left join payment p on p.order_id = o.id and p.counts
      cross join lateral (
        select coalesce(sum(least(s.total_cents, q.captured_cents - q.refunded_cents)), 0) as cents from orders s join payment q on q.order_id = s.id and q.counts
        where o.supplement_cents > 0 and s.supplement_of = o.id and s.status in ${sold}) supplements
      where o.created_at >= ${since} and o.created_at <= ${now} and o.status in ${sold} and o.exchange_of is null and o.supplement_of is null
        and ${keepsSales}
      group by l.product_id order by cents desc, l.product_id limit ${limit}
    ) t join product p on p.id = t.product_id
    order by t.cents desc, t.product_id`.execute(db)
  return rows
}

export interface ScarceVariant {
  variant_id: string
  product_id: string
  name: string
  attributes: Record<string, string>
  stock: number
  sold_lately: number
  favorites: number
  /** The total of all rows, on every row. */
  total: number
}

/**
 * Variants in the shop at an instant with a low stock: the most sold since `since` first, then the most wanted.
 */
export async function scarceVariants(
  db: Queryable,
  {
    at,
    atMost,
    since,
    limit,
    offset,
  }: { at: Date; atMost: number; since: Date; limit: number; offset: number },
): Promise<ScarceVariant[]> {
  const { rows } = await sql<ScarceVariant>`
    with sold as (
      select l.variant_id, sum(l.quantity) as quantity from orders o join order_line l on l.order_id = o.id
      where o.created_at >= ${since} and o.status in ${sold} and o.exchange_of is null and o.supplement_of is null group by l.variant_id
    ), wanted as (select product_id, count(*) as shoppers from favorite group by product_id)
    select v.id as variant_id, v.product_id, p.name, v.attributes, v.stock, count(*) over () as total,
      coalesce(s.quantity, 0)::integer as sold_lately, coalesce(w.shoppers, 0)::integer as favorites
    from variant v join product p on p.id = v.product_id
    left join sold s on s.variant_id = v.id
    left join wanted w on w.product_id = v.product_id
    where v.stock <= ${atMost} and ${isInShop(at)}
    order by sold_lately desc, favorites desc, v.stock, p.name, v.position, v.id
    limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export interface PaymentToReview {
  order_id: string
  number: number
  method: PaymentMethod | 'MANUAL'
  /** Null if it only waits for its provider. */
  review: string | null
  /**
   * The refund, answer or event that waits for the provider, with its amount and start; null
   * without one.
   */
  stuck: { what: 'REFUND' | 'ANSWER' | 'EVENT'; cents: number | null; since: string } | null
  amount_cents: number
  since: Date
  /** The total of all rows, on every row. */
  total: number
}

/**
 * Payments that need review, or that have waited for their provider since before an instant; oldest
 * first.
 */
export async function paymentsToReview(
  db: Queryable,
  { stuckBefore, limit }: { stuckBefore: Date; limit: number },
): Promise<PaymentToReview[]> {
  const { rows } = await sql<PaymentToReview>`
    with stuck as materialized (
      select distinct on (payment_id) payment_id, what, sum(cents) as cents, min(since) as since
      from waiting_for_provider where since <= ${stuckBefore}
      group by payment_id, what order by payment_id, min(since))
    select p.order_id, o.number, p.method, p.review, p.amount_cents, count(*) over () as total,
      case when s.payment_id is not null
        then jsonb_build_object('what', s.what, 'cents', s.cents, 'since', s.since) end as stuck,
      case when p.review is null then s.since else p.created_at end as since
    from payment p join orders o on o.id = p.order_id left join stuck s on s.payment_id = p.id
    where p.id in (select id from payment where review is not null union select payment_id from stuck)
    order by p.created_at, p.id limit ${limit}`.execute(db)
  return rows
}
