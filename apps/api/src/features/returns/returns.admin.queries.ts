import type { ReturnStatus } from '@solvane/contract/returns'
import { type Expression, type SqlBool, sql } from 'kysely'
import { containing, type Queryable } from '../../platform/database/database.ts'
import type { ReturnRow } from './returns.queries.ts'

/** The filter of the staff's list. */
export interface StaffReturnFilter {
  /** Searched in what the search of orders holds. */
  text?: string | undefined
  /** The number of a return that matches besides `text`. */
  number?: number | undefined
  /** The number of an order that matches besides `text`. */
  orderNumber?: number | undefined
  status?: ReturnStatus | undefined
  wish?: ReturnRow['wish'] | undefined
  orderId?: string | undefined
  isGift?: boolean | undefined
}

/** A return with the fields of its order that the list shows. */
export type StaffReturnRow = ReturnRow & {
  order_number: number
  name: string | null
  country: string
  units: number
  first_item: string
  value_cents: number
}

function staffReturns(db: Queryable, filter: StaffReturnFilter) {
  const { text, number, orderNumber, status, wish, orderId, isGift } = filter
  const conditions: Expression<SqlBool>[] = []
  if (text !== undefined)
    conditions.push(sql<SqlBool>`(
      r.number = ${number ?? -1} or o.number = ${orderNumber ?? -1}
      or r.order_id in (select order_id from order_search where text like ${containing(text)}))`)
  if (status) conditions.push(sql<SqlBool>`r.status = ${status}`)
  if (wish) conditions.push(sql<SqlBool>`r.wish = ${wish}`)
  if (orderId) conditions.push(sql<SqlBool>`r.order_id = ${orderId}`)
  if (isGift) conditions.push(sql<SqlBool>`r.is_gift`)
  return db
    .selectFrom('return_request as r')
    .innerJoin('orders as o', 'o.id', 'r.order_id')
    .where((where) => where.and(conditions))
}

/** A page of everyone's returns. */
export function listStaffReturns(
  db: Queryable,
  filter: StaffReturnFilter,
  { order, limit, offset }: { order: 'asc' | 'desc'; limit: number; offset: number },
): Promise<StaffReturnRow[]> {
  return staffReturns(db, filter)
    .selectAll('r')
    .select([
      'o.number as order_number',
      'o.shipping_full_name as name',
      'o.shipping_country as country',
      sql<number>`(select sum(quantity) from return_line where return_id = r.id)`.as('units'),
      sql<number>`(select sum(value_cents) from return_line where return_id = r.id)`.as(
        'value_cents',
      ),
      sql<string>`(
        select coalesce(l.name, p.name) from return_line t
        join variant v on v.id = t.variant_id join product p on p.id = v.product_id
        left join order_line l on l.order_id = r.order_id and l.variant_id = t.variant_id
        where t.return_id = r.id order by l.position nulls last, t.variant_id limit 1)`.as(
        'first_item',
      ),
    ])
    .orderBy('r.created_at', order)
    .orderBy('r.id', order)
    .limit(limit)
    .offset(offset)
    .$castTo<StaffReturnRow>()
    .execute()
}

/** The number of matching returns in each state; without states that have none. */
export function countReturnsByStatus(
  db: Queryable,
  filter: StaffReturnFilter,
): Promise<{ status: ReturnStatus; count: number }[]> {
  return staffReturns(db, filter)
    .select((select) => ['r.status', select.fn.countAll<number>().as('count')])
    .groupBy('r.status')
    .$castTo<{ status: ReturnStatus; count: number }>()
    .execute()
}

/**
 * The amounts by which the fees of the order that paid for a return may be refunded, in cents and
 * with tax that was added: all of them, unless some of that fee was refunded before. `isLast`: this
 * return settles the rest of the order. An exchanged unit has come back, and the unit sent instead
 * counts until it comes back, too. `isBack`: the shopper has nothing of the order any more.
 */
export async function readFeesOfWholeOrder(
  db: Queryable,
  { paidOrderId, returnId }: { paidOrderId: string; returnId: string },
): Promise<{ delivery: number; wrapping: number; isLast: boolean; isBack: boolean }> {
  const { rows } = await sql<{
    delivery: number
    wrapping: number
    units: string
    settled: string
    back: string
  }>`
    with recursive sent as (
      select ${paidOrderId}::uuid as id
      union all
      select e.id from sent s join return_request r on r.order_id = s.id join orders e on e.exchange_of = r.id
      where e.status <> 'CANCELLED'),
    family as (select r.* from return_request r join sent s on s.id = r.order_id),
    other as (select * from family where id <> ${returnId})
    select
      case when exists (select from other where delivery_cents > 0) then 0 else o.shipping_cents + t.of_shipping end as delivery,
      case when exists (select from other where wrap_cents > 0) then 0 else o.wrap_cents + t.of_wrapping end as wrapping,
      (select sum(l.quantity) from order_line l join sent s on s.id = l.order_id) as units,
      u.settled, u.back
    from orders o cross join lateral (select
        case when o.prices_include_tax is false then o.shipping_tax_cents else 0 end as of_shipping,
        case when o.prices_include_tax is false then o.wrap_tax_cents else 0 end as of_wrapping) t
    cross join lateral (select
        sum(l.quantity) filter (where r.id = ${returnId} or r.status in ('REFUNDED', 'EXCHANGED')) as settled,
        sum(l.quantity) filter (where r.status in ('INSPECTED', 'REFUNDED', 'EXCHANGED')) as back
      from return_line l join family r on r.id = l.return_id) u
    where o.id = ${paidOrderId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`There is no order ${paidOrderId}`)
  const { delivery, wrapping, units, settled, back } = row
  return { delivery, wrapping, isLast: units === settled, isBack: units === back }
}
