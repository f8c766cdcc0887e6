import { expect } from 'vitest'
import type { TestShop } from './test-shop.ts'

/** What must never be, each as a query that finds the rows that break it. */
const rules = {
  'a variant’s movements form a chain that ends at its stock': `
    with chain as (
      select variant_id, delta, stock_after, id,
        lag(stock_after) over (partition by variant_id order by id) as before,
        lead(id) over (partition by variant_id order by id) is null as is_last
      from stock_movement)
    select variant_id, c.id from chain c join variant v on v.id = c.variant_id
    where before + delta <> stock_after or (is_last and stock_after <> v.stock)`,
  'an order holds its pieces exactly while it is not UNPAID or CANCELLED': `
    select o.id, l.variant_id, o.status from orders o
    join order_line l on l.order_id = o.id
    left join stock_movement m on m.order_id = o.id and m.variant_id = l.variant_id
    group by o.id, l.variant_id, l.quantity
    having coalesce(sum(m.delta), 0) <> case when o.status in ('UNPAID', 'CANCELLED') then 0 else -l.quantity end`,
  'no piece moves for an order that has no line of it': `
    select m.id from stock_movement m where m.order_id is not null and not exists (
      select from order_line l where l.order_id = m.order_id and l.variant_id = m.variant_id)`,
  'lines and their discounts add up to their order': `
    select o.id from orders o join order_line l on l.order_id = o.id group by o.id
    having sum(l.unit_cents * l.quantity) <> o.items_cents or sum(l.discount_cents) <> o.discount_cents`,
  'every order has lines': `
    select id from orders o where not exists (select from order_line l where l.order_id = o.id)`,
  'the last transition of an order is the state it is in': `
    select o.id from orders o where o.status is distinct from (
      select to_status from order_transition t where t.order_id = o.id order by t.id desc limit 1)`,
  'each transition begins where the last one ended': `
    select id from (
      select id, from_status, lag(to_status) over (partition by order_id order by id) as before
      from order_transition) t
    where from_status is distinct from before`,
  'a coupon is used exactly while its order is not UNPAID or CANCELLED': `
    select o.id, o.status from orders o join coupon_redemption r on r.order_id = o.id
    where o.coupon_id is distinct from r.coupon_id
      or (r.released_at is null and o.status in ('UNPAID', 'CANCELLED'))`,
  'no coupon is used more often than it may': `
    select c.code from coupon c join coupon_redemption r on r.coupon_id = c.id and r.released_at is null
    group by c.id having count(*) > c.total_limit`,
  'no customer uses a coupon more often than they may': `
    select c.code from coupon c join coupon_redemption r on r.coupon_id = c.id and r.released_at is null
    group by c.id, r.customer having count(*) > c.customer_limit`,
  'an order is paid once': `
    select order_id from payment where status in ('PAID', 'PARTIALLY_REFUNDED')
    group by order_id having count(*) > 1`,
  'no more is paid back than came': `
    select p.id from payment p join refund r on r.payment_id = p.id and r.status <> 'FAILED'
    group by p.id having sum(r.amount_cents) > p.captured_cents`,
} // biome-ignore format: one rule, one query

/** Finds nothing in the books that must never be there. */
export async function expectBalancedBooks({ ctx }: TestShop): Promise<void> {
  for (const [rule, query] of Object.entries(rules))
    expect((await ctx.db.pool.query(query)).rows, rule).toEqual([])
}

/** How many there are of a variant. */
export async function stockOf({ ctx }: TestShop, variantId: string): Promise<number> {
  const { rows } = await ctx.db.pool.query<{ stock: number }>(
    'select stock from variant where id = $1',
    [variantId],
  )
  return rows[0]?.stock ?? Number.NaN
}
