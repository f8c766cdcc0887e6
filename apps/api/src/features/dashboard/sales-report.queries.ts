import type { ReportRow, ReportSubject } from '@solvane/contract/reports.admin'
import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'
import { accepted, refunded, sold } from './dashboard.queries.ts'

/** Both ends are included. */
export interface ReportPeriod {
  from: Date
  until: Date
}

/** Sums in cents. */
export interface FiguresRow {
  orders: number
  units: number
  gross: number
  discounts: number
  shipping: number
  wrapping: number
  refunds: number
}

export interface SubjectRow extends FiguresRow {
  key: string | null
  label: string | null
  kind: ReportRow['kind']
  /** The sums of all rows, on which an order counts once. */
  is_total: boolean
}

/** Tax that was added to the prices of an order; nothing where they contain it. */
const addedTax = (column: string, order = 'o') =>
  sql`case when ${sql.ref(`${order}.prices_include_tax`)} is false then ${sql.ref(column)} else 0 end`

/** The share of `amount` that a part of `whole` has, which with the parts before it comes to `upto`. */
const shareOf = (part: string, upto: string, amount: string, whole: string) =>
  sql.raw(`case when ${whole} = 0 then 0 else
    round(${upto}::numeric * ${amount} / ${whole}) - round((${upto} - ${part})::numeric * ${amount} / ${whole}) end`)

/**
 * The lines, the shipping and the gift wrapping of the orders of a period, each with its share of the order's refunds. The
 * shares are rounded as running sums, so that they add up to the refunds to the cent. The lines of a changed order count as
 * they are; what supplementary orders bill of them goes off its shipping, which then takes no share of its refunds, and comes
 * with theirs once they are paid. What was accepted less than the total is a discount of all of it. Tax that was added to prices counts with them, as tax that they contain does.
 */
const parts = ({ from, until }: ReportPeriod) => sql`
  sold as materialized (
    select o.id, o.created_at, o.shipping_country, coalesce(o.coupon, changed.coupon) ->> 'code' as coupon, o.prices_include_tax,
      o.shipping_cents + ${addedTax('o.shipping_tax_cents')} as shipping_cents, o.wrap_cents + ${addedTax('o.wrap_tax_cents')} as wrap_cents,
      o.supplement_of is null as is_order,
      case when o.supplement_of is null then -o.supplement_cents else o.items_cents end as billed,
      o.total_cents - ${accepted} as waived, ${refunded} as refunded
    from orders o left join payment p on p.order_id = o.id and p.counts left join orders changed on changed.id = o.supplement_of
    where o.created_at >= ${from} and o.created_at <= ${until} and o.status in ${sold} and o.exchange_of is null
  ), amounts as (
    select l.order_id, l.position, l.product_id, l.quantity as units, l.unit_cents * l.quantity + ${addedTax('l.tax_cents', 'sold')} as gross,
      l.discount_cents as discount, 0 as shipping, 0 as wrapping, 'SUBJECT' as kind
    from sold join order_line l on l.order_id = sold.id where sold.is_order
    union all
    select id, null, null, 0, billed, 0, shipping_cents, 0, 'SHIPPING' from sold
    union all
    select id, null, null, 0, 0, 0, 0, wrap_cents, 'WRAPPING' from sold where wrap_cents > 0
  ), priced as (
    select a.*, s.is_order, s.created_at, s.shipping_country, s.coupon, s.waived, s.refunded, due,
      sum(due) over (partition by a.order_id order by a.position nulls last, a.kind) as upto,
      sum(due) over (partition by a.order_id) as whole
    from amounts a join sold s on s.id = a.order_id
    cross join lateral (select greatest(0, gross - discount + shipping + wrapping) as due) share
  ), collected as (
    select priced.*, share.waived as waived_share, due - share.waived as paid,
      sum(due - share.waived) over (partition by order_id order by position nulls last, kind) as paid_upto,
      sum(due - share.waived) over (partition by order_id) as paid_whole
    from priced cross join lateral (select ${shareOf('due', 'upto', 'priced.waived', 'whole')} as waived) share
  ), parts as (
    select *, ${shareOf('paid', 'paid_upto', 'refunded', 'paid_whole')} as refund from collected
  )`

const figures = sql`count(distinct order_id) filter (where is_order) as orders, coalesce(sum(units), 0)::bigint as units,
  coalesce(sum(gross), 0)::bigint as gross, coalesce(sum(discount), 0)::bigint as discounts,
  coalesce(sum(shipping), 0)::bigint as shipping, coalesce(sum(wrapping), 0)::bigint as wrapping,
  coalesce(sum(refund), 0)::bigint as refunds`

/** A product is reported under the category of its page's breadcrumbs. */
const subjects: Record<
  ReportSubject,
  { key: RawBuilder<unknown>; label: RawBuilder<unknown>; join: RawBuilder<unknown> }
> = {
  product: {
    key: sql`p.product_id::text`,
    label: sql`product.name`,
    join: sql`left join product on product.id = p.product_id`,
  },
  category: {
    key: sql`category.identifier`,
    label: sql`category.name`,
    join: sql`left join category on category.identifier = breadcrumb_category(p.product_id)`,
  },
  country: { key: sql`p.shipping_country`, label: sql`p.shipping_country`, join: sql`` },
  coupon: { key: sql`p.coupon`, label: sql`p.coupon`, join: sql`` },
}

/** The sums of a period by subject, and in all. Shipping and gift wrapping have rows of their own where they belong to no subject. */
export async function salesBySubject(
  db: Queryable,
  by: ReportSubject,
  period: ReportPeriod,
): Promise<SubjectRow[]> {
  const { key, label, join } = subjects[by]
  const kind = by === 'product' || by === 'category' ? sql`p.kind` : sql`'SUBJECT'`
  const { rows } = await sql<SubjectRow>`
    with ${parts(period)}, named as (
      select p.order_id, p.is_order, p.units, p.gross, p.discount + p.waived_share as discount, p.shipping, p.wrapping, p.refund,
        ${key} as key, ${label} as label, ${kind} as row_kind from parts p ${join}
    )
    select key, label, coalesce(row_kind, 'SUBJECT') as kind, grouping(key) = 1 as is_total, ${figures}
    from named group by grouping sets ((key, label, row_kind), ())`.execute(db)
  return rows
}

/** The net sales of each day of a period, without days without orders. */
export async function netSalesByDay(
  db: Queryable,
  period: ReportPeriod,
  timeZone: string,
): Promise<{ day: string; orders: number; cents: number }[]> {
  const { rows } = await sql<{ day: string; orders: number; cents: number }>`
    select to_char((o.created_at at time zone ${timeZone})::date, 'YYYY-MM-DD') as day,
      count(*) filter (where o.supplement_of is null) as orders, sum(${accepted} - ${refunded})::bigint as cents
    from orders o left join payment p on p.order_id = o.id and p.counts
    where o.created_at >= ${period.from} and o.created_at <= ${period.until} and o.status in ${sold} and o.exchange_of is null
    group by day order by day`.execute(db)
  return rows
}
