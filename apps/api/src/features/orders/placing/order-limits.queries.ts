import { CompiledQuery } from 'kysely'
import type { Queryable } from '../../../platform/database/database.ts'

/** What the limits on a shopper's orders are decided by. */
export interface ShopperStanding {
  is_email_confirmed: boolean
  has_completed_order: boolean
  /** Staff have lifted the limits for this account. */
  are_limits_lifted: boolean
  /** Placed since `since`, whatever has become of them. */
  recent_orders: number
  /** Reserved, neither paid nor dispatched: waiting for payment, or for cash on delivery. */
  unpaid_orders: number
  reserved_units: number
}

const text = `
  select u.email_verified_at is not null as is_email_confirmed,
    u.order_limits_lifted_at is not null as are_limits_lifted,
    exists (select from orders o where o.user_id = u.id and o.status = 'COMPLETED') as has_completed_order,
    (select count(*) from orders o where o.user_id = u.id and o.created_at > $2) as recent_orders,
    unpaid.orders as unpaid_orders, unpaid.units as reserved_units
  from users u, lateral (
    select count(distinct o.id) as orders, coalesce(sum(l.quantity), 0) as units
    from orders o join order_line l on l.order_id = o.id
    where o.user_id = u.id and (o.status = 'PENDING' or o.status = 'PROCESSING' and exists (
      select from payment p where p.order_id = o.id and p.method = 'COD' and p.status = 'PENDING'))) unpaid
  where u.id = $1 and u.deleted_at is null`

/** How a shopper stands now; undefined when the account is closed. */
export async function readStanding(
  db: Queryable,
  userId: string,
  since: Date,
): Promise<ShopperStanding | undefined> {
  const { rows } = await db.executeQuery<ShopperStanding>(CompiledQuery.raw(text, [userId, since]))
  return rows[0]
}
