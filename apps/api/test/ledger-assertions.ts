import type pg from 'pg'
import { expect } from 'vitest'
import type { TestShop } from './test-shop.ts'

/** Whether an order has its goods back in stock, or never took any; returns restock those that came back with them. */
const holdsNothing = `(o.status = 'UNPAID' or o.status = 'CANCELLED' and not exists (
  select from return_request r where r.paid_order_id = o.id and r.status = 'REFUNDED'))`

/** Whether something of an order was sent before it was cancelled: it came back. */
const cameBack = `(o.status = 'CANCELLED' and (exists (select from parcel where order_id = o.id)
  or exists (select from order_transition where order_id = o.id and to_status = 'SHIPPED')))`

/** The order that was to pay for an order: of an exchange the first one. */
const payingOrder = (order: string) => `(
  select coalesce(r.paid_order_id, e.id) from orders e left join return_request r on r.id = e.exchange_of
  where e.id = ${order})`

/** Whether it came back and nobody paid. */
const cameBackUnpaid = `(${cameBack} and exists (
  select from payment p where p.order_id = o.id and p.method = 'COD' and p.status = 'FAILED'))`

/** What must never occur, even while work is pending: each a query for the violating rows. */
const rules = {
  'stock is never below nothing': `
    select id from variant where stock < 0`,
  'a variant’s movements form a chain that ends at its stock': `
    with chain as (
      select variant_id, delta, stock_after, id,
        lag(stock_after) over (partition by variant_id order by id) as before,
        lead(id) over (partition by variant_id order by id) is null as is_last
      from stock_movement)
    select variant_id, c.id from chain c join variant v on v.id = c.variant_id
    where before + delta <> stock_after or (is_last and stock_after <> v.stock)`,
  'every unit of a variant is in stock, offered, in a selection, reserved or sold': `
    with ledger as (
      select variant_id, (array_agg(stock_after - delta order by id))[1]
        + coalesce(sum(delta) filter (where cause = 'ADJUSTMENT'), 0) as opening
      from stock_movement group by variant_id)
    select v.id, v.stock, opening from ledger join variant v on v.id = variant_id
    where opening <> v.stock + (
      select coalesce(sum(l.quantity), 0) from order_line l join orders o on o.id = l.order_id
      where l.variant_id = v.id and not ${holdsNothing} and o.supplement_of is null)
      + (select count(*) from waiting_list_entry e where e.variant_id = v.id and e.state = 'OFFERED')
      + (select coalesce(sum(l.quantity), 0) from adviser_selection_line l join adviser_selection s on s.id = l.selection_id
        where l.variant_id = v.id and s.state = 'OPEN')`,
  'a unit that is offered, or in an open selection, is out of stock': `
    select variant_id from stock_movement where cause in ('OFFER', 'OFFER_END') group by variant_id
    having -sum(delta) <> (select count(*) from waiting_list_entry e
      where e.variant_id = stock_movement.variant_id and e.state = 'OFFERED')
      + (select coalesce(sum(l.quantity), 0) from adviser_selection_line l join adviser_selection s on s.id = l.selection_id
        where l.variant_id = stock_movement.variant_id and s.state = 'OPEN')`,
  'an order takes over one selection': `
    select order_id from adviser_selection where order_id is not null group by order_id having count(*) > 1`,
  'an order reserves its items exactly while it is not UNPAID or CANCELLED, or has its goods back by returns': `
    select o.id, l.variant_id, o.status from orders o
    join order_line l on l.order_id = o.id
    left join stock_movement m on m.order_id = o.id and m.variant_id = l.variant_id and m.cause in ('HOLD', 'RELEASE', 'RESTOCK')
    group by o.id, l.variant_id, l.quantity
    having coalesce(sum(m.delta), 0) <> case when ${holdsNothing} or o.supplement_of is not null then 0 else -l.quantity end`,
  'an order reserves nothing of a variant that it has no line of': `
    select m.order_id, m.variant_id from stock_movement m where m.cause in ('HOLD', 'RELEASE', 'RESTOCK') and not exists (
      select from order_line l where l.order_id = m.order_id and l.variant_id = m.variant_id)
    group by m.order_id, m.variant_id having sum(m.delta) <> 0`,
  'stock that moves for an order is of a variant that it has or had': `
    select m.id from stock_movement m where m.order_id is not null and not exists (
      select from order_line l where l.order_id = m.order_id and l.variant_id = m.variant_id)
    and not exists (
      select from order_edit e, jsonb_array_elements(e.before -> 'items') item
      where e.order_id = m.order_id and (item ->> 'variantId')::uuid = m.variant_id)`,
  'lines and their discounts add up to their order': `
    select o.id from orders o join order_line l on l.order_id = o.id group by o.id
    having sum(l.unit_cents * l.quantity) + o.shipping_cents + o.wrap_cents - sum(l.discount_cents) - o.supplement_cents
        + case when o.prices_include_tax is false then o.tax_cents else 0 end <> o.total_cents
      or coalesce(sum(l.tax_cents), 0) + o.shipping_tax_cents + o.wrap_tax_cents <> o.tax_cents
      or sum(l.unit_cents * l.quantity) <> o.items_cents or sum(l.discount_cents) <> o.discount_cents`,
  'what supplementary orders bill of an order was billed by one of them, the last open one included': `
    select o.id from orders o where o.supplement_cents > (
      select coalesce(sum(total_cents) filter (where status = 'COMPLETED'), 0) + coalesce(max(total_cents) filter (where status <> 'COMPLETED'), 0)
      from orders s where s.supplement_of = o.id)`,
  'an order has at most one supplementary order that can be paid': `
    select supplement_of from orders where supplement_of is not null and status in ('PENDING', 'UNPAID')
    group by supplement_of having count(*) > 1`,
  'a supplementary order belongs to an order of the same shopper that is none itself': `
    select s.id from orders s join orders o on o.id = s.supplement_of
    where o.user_id <> s.user_id or o.supplement_of is not null`,
  'no change says other sums than its order has since': `
    select o.id from orders o join lateral (
      select after from order_edit e where e.order_id = o.id order by at desc, id desc limit 1) last on true
    where (last.after ->> 'totalCents')::integer <> o.total_cents + o.supplement_cents`,
  'nothing is sent while a supplementary order can be paid': `
    select o.id from orders o join orders s on s.supplement_of = o.id
    where o.status in ('SHIPPED', 'DELIVERED', 'COMPLETED', 'CANCELLED') and s.status in ('PENDING', 'UNPAID')`,
  'an attempt for an order as it was before it was changed pays only if staff accept it': `
    select p.id from payment p where p.is_superseded and p.status in ('PAID', 'PARTIALLY_REFUNDED') and not exists (
      select from payment_transition t where t.payment_id = p.id and t.from_status = 'PROCESSING' and t.to_status = 'PAID')`,
  'every order has lines': `
    select id from orders o where not exists (select from order_line l where l.order_id = o.id)`,
  'no more of a line is sent in parcels than was ordered': `
    select p.order_id, item.value from parcel p cross join jsonb_array_elements(p.items) item
    left join order_line l on l.order_id = p.order_id and l.variant_id = (item.value ->> 'variantId')::uuid
    group by p.order_id, item.value ->> 'variantId', item.value, l.quantity
    having l.quantity is null or (
      select sum((other.value ->> 'quantity')::integer) from parcel q cross join jsonb_array_elements(q.items) other
      where q.order_id = p.order_id and other.value ->> 'variantId' = item.value ->> 'variantId') > l.quantity`,
  'an order of which something was sent is neither waiting for payment nor cancelled, unless it came back and nobody paid, or all was paid back': `
    select o.id, o.status from orders o join parcel p on p.order_id = o.id where o.status in ('PENDING', 'UNPAID')
    union all
    select o.id, o.status from orders o where ${cameBack} and (o.supplement_of is not null
      or not exists (select from payment p where p.order_id = ${payingOrder('o.id')} and (p.method = 'COD' and (p.status = 'FAILED' or p.order_id <> o.id)
        or (select coalesce(sum(amount_cents), 0) from refund r where r.payment_id = p.id and r.status <> 'FAILED') = p.captured_cents)))`,
  'the last transition of an order is the state it is in': `
    select o.id from orders o where o.status is distinct from (
      select to_status from order_transition t where t.order_id = o.id order by t.id desc limit 1)`,
  'an order goes from one state to the next only as docs/checkout.md draws it': `
    select id, before, from_status, to_status from (
      select id, order_id, from_status, to_status, lag(to_status) over (partition by order_id order by id) as before
      from order_transition) t
    where from_status is distinct from before
      or ((coalesce(from_status, 'nothing'), to_status) in (('PENDING', 'COMPLETED'), ('UNPAID', 'COMPLETED'))
        and (select supplement_of from orders where id = order_id) is null)
      or (from_status in ('SHIPPED', 'DELIVERED', 'COMPLETED') and to_status = 'CANCELLED'
        and not exists (select from payment p where p.order_id = ${payingOrder('t.order_id')} and p.method = 'COD'
          and (p.status = 'FAILED' or p.order_id <> t.order_id)))
      or (from_status = 'PROCESSING' and to_status = 'COMPLETED' and not exists (
        select from return_request r where r.order_id = t.order_id and r.is_withdrawal and r.status = 'REFUNDED'))
      or (coalesce(from_status, 'nothing'), to_status) not in (
        ('nothing', 'PENDING'), ('PENDING', 'PROCESSING'), ('PENDING', 'COMPLETED'), ('PENDING', 'UNPAID'), ('PENDING', 'CANCELLED'),
        ('UNPAID', 'COMPLETED'), ('UNPAID', 'PENDING'), ('UNPAID', 'PROCESSING'), ('UNPAID', 'CANCELLED'), ('PROCESSING', 'SHIPPED'),
        ('PROCESSING', 'CANCELLED'), ('PROCESSING', 'COMPLETED'), ('SHIPPED', 'DELIVERED'), ('DELIVERED', 'COMPLETED'),
        ('SHIPPED', 'CANCELLED'), ('DELIVERED', 'CANCELLED'), ('COMPLETED', 'CANCELLED'))`,
  'an order ends with the refund of the withdrawal from it': `
    select o.id from orders o join return_request r on r.order_id = o.id
    where r.is_withdrawal and r.status = 'REFUNDED' and o.status = 'PROCESSING'`,
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
  'one attempt of an order counts as its payment': `
    select order_id from payment group by order_id having count(*) filter (where counts) <> 1`,
  'the last transition of an attempt is the state it is in': `
    select p.id from payment p where p.status is distinct from (
      select to_status from payment_transition t where t.payment_id = p.id order by t.id desc limit 1)`,
  'attempts only go forward': `
    select id, before, from_status, to_status from (
      select id, from_status, to_status, lag(to_status) over (partition by payment_id order by id) as before
      from payment_transition) t
    where from_status is distinct from before
      or (coalesce(from_status, 'nothing'), to_status) not in (
        ('nothing', 'PENDING'), ('PENDING', 'PROCESSING'), ('PENDING', 'PAID'), ('PENDING', 'FAILED'),
        ('PROCESSING', 'PAID'), ('PROCESSING', 'FAILED'), ('PROCESSING', 'REFUNDED'), ('FAILED', 'PROCESSING'),
        ('FAILED', 'PAID'), ('PAID', 'PARTIALLY_REFUNDED'), ('PAID', 'REFUNDED'), ('PARTIALLY_REFUNDED', 'REFUNDED'))`,
  'the refunded amount of an attempt is the sum of its refunds': `
    select p.id from payment p left join refund r on r.payment_id = p.id and r.status = 'SUCCEEDED'
    group by p.id having coalesce(sum(r.amount_cents), 0) <> p.refunded_cents`,
  'refunds, also pending ones, never exceed the captured amount': `
    select p.id from payment p join refund r on r.payment_id = p.id and r.status <> 'FAILED'
    group by p.id having sum(r.amount_cents) > p.captured_cents`,
  'an open dispute has its payment reviewed, unless staff have resolved that since': `
    select d.provider_ref, d.payment_id from dispute d join payment p on p.id = d.payment_id
    where d.status = 'OPEN' and p.review is null and not exists (
      select from payment_review r where r.payment_id = p.id and r.at >= d.opened_at)`,
  // A withdrawal from an order that was not sent moves no money: the order is cancelled.
  'no more of a line is returned, in units or money, than was ordered and paid for': `
    with basis as (
      select l.order_id, l.variant_id, l.quantity, case when o.exchange_of is null then l.unit_cents * l.quantity - l.discount_cents
        + case when o.prices_include_tax is false then l.tax_cents else 0 end - coalesce((
          select sum(u.unit_cents * u.quantity) from orders s join order_line u on u.order_id = s.id
          where s.status = 'CANCELLED' and u.variant_id = l.variant_id and s.id = (
            select supplement_id from order_edit where order_id = o.id order by at desc, id desc limit 1)), 0) else (
        select sum(e.value_cents) from return_line e where e.return_id = o.exchange_of and e.exchange_variant_id = l.variant_id) end as paid
      from order_line l join orders o on o.id = l.order_id
      where o.status <> 'PROCESSING' or exists (select from parcel p where p.order_id = o.id))
    select b.order_id, b.variant_id from basis b
    join return_request r on r.order_id = b.order_id and r.status not in ('DECLINED', 'CANCELLED', 'SENT_BACK')
    join return_line t on t.return_id = r.id and t.variant_id = b.variant_id
    group by b.order_id, b.variant_id, b.quantity, b.paid
    having sum(t.quantity) > b.quantity or sum(t.value_cents) > b.paid
      or (sum(t.quantity) = b.quantity and sum(t.value_cents) <> b.paid)`,
  'every line of a return is a line of its order, unless it was declined or cancelled': `
    select t.return_id from return_line t join return_request r on r.id = t.return_id
    where r.status not in ('DECLINED', 'CANCELLED') and not exists (select from order_line l where l.order_id = r.order_id and l.variant_id = t.variant_id)`,
  'a return restocks what was found fit for sale once it is settled, and nothing before': `
    select t.return_id, t.variant_id from return_line t join return_request r on r.id = t.return_id
    left join stock_movement m on m.return_id = t.return_id and m.variant_id = t.variant_id
    group by t.return_id, t.variant_id, t.quantity, t.condition, r.status
    having coalesce(sum(m.delta), 0) <> case
      when r.status in ('REFUNDED', 'EXCHANGED') and t.condition = 'RESTOCK' then t.quantity else 0 end`,
  'an exchanged return has one order, of the units that were wished for, and no other return has any, unless it was cancelled': `
    with wished as (
      select r.id, t.exchange_variant_id as variant_id, sum(t.quantity) as quantity
      from return_request r join return_line t on t.return_id = r.id 
      where r.status = 'EXCHANGED' or r.status = 'REFUNDED' and exists (select from orders where exchange_of = r.id and status = 'CANCELLED')
      group by r.id, t.exchange_variant_id),
    sent as (
      select o.exchange_of as id, l.variant_id, l.quantity from orders o join order_line l on l.order_id = o.id where o.exchange_of is not null)
    select coalesce(wished.id, sent.id) as id, wished.quantity as wished, sent.quantity as sent
    from wished full join sent on sent.id = wished.id and sent.variant_id = wished.variant_id
    where wished.quantity is distinct from sent.quantity
    union all
    select exchange_of, 1, count(*) from orders where exchange_of is not null group by exchange_of having count(*) > 1`,
  'what a return refunds is one refund of each payment of its order': `
    select r.id from return_request r
    left join refund f on f.key = 'return:' || r.id
    left join payment p on p.id = f.payment_id
    group by r.id
    having coalesce(sum(f.amount_cents), 0) <> coalesce(r.refunded_cents, 0)
      or bool_or(p.order_id <> r.paid_order_id and r.paid_order_id is distinct from (
        select supplement_of from orders where id = p.order_id)) or count(f.id) > count(distinct p.order_id)`,
  'the returns of an order, and of its exchanges, refund its fees at most once': `
    select o.id from orders o join return_request r on r.paid_order_id = o.id
    group by o.id
    having sum(r.delivery_cents) > o.shipping_cents + case when o.prices_include_tax is false then o.shipping_tax_cents else 0 end
      or sum(r.wrap_cents) > o.wrap_cents + case when o.prices_include_tax is false then o.wrap_tax_cents else 0 end`,
  'the last transition of a return is the state it is in': `
    select r.id from return_request r where r.status is distinct from (
      select to_status from return_transition t where t.return_id = r.id order by t.id desc limit 1)`,
  'a return goes from one state to the next only as docs/returns.md draws it': `
    select id, before, from_status, to_status from (
      select id, from_status, to_status, lag(to_status) over (partition by return_id order by id) as before
      from return_transition) t
    where from_status is distinct from before
      or (coalesce(from_status, 'nothing'), to_status) not in (
        ('nothing', 'REQUESTED'), ('REQUESTED', 'APPROVED'), ('REQUESTED', 'DECLINED'), ('REQUESTED', 'CANCELLED'),
        ('APPROVED', 'IN_TRANSIT'), ('APPROVED', 'RECEIVED'), ('APPROVED', 'DECLINED'), ('APPROVED', 'CANCELLED'),
        ('IN_TRANSIT', 'RECEIVED'), ('IN_TRANSIT', 'DECLINED'), ('IN_TRANSIT', 'CANCELLED'), ('RECEIVED', 'INSPECTED'),
        ('INSPECTED', 'INSPECTED'), ('INSPECTED', 'REFUNDED'), ('INSPECTED', 'EXCHANGED'), ('INSPECTED', 'SENT_BACK'),
        ('EXCHANGED', 'REFUNDED'))`,
  'no number of a series is missing, and none is given twice': `
    select s.prefix from invoice_series s left join invoice i on i.series = s.prefix
    group by s.prefix, s.last having count(i.id) <> s.last or max(i.number) <> s.last or min(i.number) <> 1`,
  'an invoice is of the total and the tax that its order has, or had before staff changed it': `
    select i.id from invoice i where i.kind = 'INVOICE' and (i.gross_cents, i.tax_cents) not in (
      select o.total_cents, o.tax_cents from orders o where o.id = i.order_id
      union all
      select (e.before ->> 'totalCents')::integer, coalesce((
        select sum((tax ->> 'cents')::integer)::integer from jsonb_array_elements(e.before -> 'tax' -> 'taxes') tax), 0)
      from order_edit e where e.order_id = i.order_id)`,
  'a supplementary order contains its tax, whether or not prices do': `
    select id from orders where supplement_of is not null and prices_include_tax is false`,
  'the parts of a document add up to it': `
    select i.id from invoice i cross join jsonb_array_elements(i.content -> 'parts') part
    group by i.id
    having sum((part ->> 'grossCents')::integer) <> i.gross_cents or sum((part ->> 'taxCents')::integer) <> i.tax_cents`,
  'an order of which something was sent has one invoice, and an exchange has none': `
    select o.id, o.status from orders o left join invoice i on i.order_id = o.id and i.kind = 'INVOICE'
    where o.exchange_of is null and i.id is null
        and (o.status in ('SHIPPED', 'DELIVERED', 'COMPLETED') or ${cameBack} or exists (select from parcel p where p.order_id = o.id))
      or o.exchange_of is not null and i.id is not null`,
  'credit notes are of succeeded refunds, to the cent, at most with what was never paid, and never above the invoice': `
    select i.order_id from invoice i join invoice n on n.order_id = i.order_id and n.kind = 'CREDIT_NOTE'
    left join refund r on r.id = n.refund_id
    where i.kind = 'INVOICE'
    group by i.order_id, i.gross_cents, i.tax_cents
    having sum(n.gross_cents) > i.gross_cents or sum(n.tax_cents) > i.tax_cents
      or sum(n.gross_cents) = i.gross_cents and sum(n.tax_cents) <> i.tax_cents
      or bool_or(n.gross_cents > r.amount_cents + greatest(0, i.gross_cents - (
        select sum(p.captured_cents) from payment p where p.order_id = i.order_id)))`,
  'the invoice of an order that came back unpaid is credited in full, and no other has a credit note without a refund': `
    select o.id from orders o join invoice i on i.order_id = o.id and i.kind = 'INVOICE'
    left join invoice n on n.order_id = o.id and n.kind = 'CREDIT_NOTE'
    group by o.id, i.id
    having count(n.id) filter (where n.refund_id is null) > case when ${cameBackUnpaid} then 1 else 0 end
      or ${cameBackUnpaid} and (coalesce(sum(n.gross_cents), 0) <> i.gross_cents or coalesce(sum(n.tax_cents), 0) <> i.tax_cents)
        and not exists (select from payment p where p.order_id = o.id and p.captured_cents > 0)`,
  'every event of an order is e-mailed once, but that it came back unpaid with returns, which have e-mails of their own': `
    with emailed as (
      select o.id, m.kind from orders o join mail m on m.key = o.id::text
      where m.kind like 'order-%' and o.email is not null),
    news as (
      select o.id, case t.to_status when 'PENDING' then 'order-placed' when 'SHIPPED' then 'order-shipped'
          when 'DELIVERED' then 'order-delivered' when 'CANCELLED' then 'order-cancelled'
          when 'COMPLETED' then 'order-paid'
          when 'PROCESSING' then case t.reason when 'Cash on delivery' then 'order-accepted' else 'order-paid' end end as kind
      from orders o join order_transition t on t.order_id = o.id
      where o.email is not null and t.to_status <> 'UNPAID'
        and (t.to_status <> 'COMPLETED' or o.supplement_of is not null)
        and not (o.exchange_of is not null and t.to_status in ('PENDING', 'PROCESSING'))
        and not (t.to_status = 'PENDING' and t.from_status is not null)
        and not (t.to_status = 'CANCELLED' and exists (
          select from return_request r where r.paid_order_id = o.id and r.status = 'REFUNDED')))
    (table emailed except all table news) union all (table news except all table emailed)`,
}

/** What must not occur once no message, job or request is pending. */
const rulesAtRest = {
  'a paid order is not left unpaid': `
    select o.id, o.status from orders o join payment p on p.order_id = o.id
    where p.status in ('PAID', 'PARTIALLY_REFUNDED') and o.status in ('PENDING', 'UNPAID')`,
  'all money of a cancelled order is refunded, or waits for review': `
    select o.id, p.id as payment from orders o join payment p on p.order_id = o.id
    where o.status = 'CANCELLED' and p.review is null and p.captured_cents > p.refunded_cents`,
  'all money of the supplementary orders of a cancelled order is refunded, or waits for review': `
    select o.id, p.id as payment from orders o join orders s on s.supplement_of = o.id join payment p on p.order_id = s.id
    where o.status = 'CANCELLED' and p.review is null and p.captured_cents > p.refunded_cents`,
  'every order that proceeds has a payment': `
    select o.id, o.status from orders o where o.status not in ('PENDING', 'UNPAID', 'CANCELLED') and not exists (
      select from payment p where p.order_id = o.id and (p.settled_at is not null
        or p.method = 'COD' and p.status = 'PENDING'))`,
  'a paid order has an invoice': `
    select o.id from orders o join payment p on p.order_id = o.id and p.status in ('PAID', 'PARTIALLY_REFUNDED')
    where o.status not in ('CANCELLED', 'PENDING', 'UNPAID') and o.exchange_of is null
      and not exists (select from invoice i where i.order_id = o.id)`,
  'what was refunded of an invoiced order has credit notes, but for money beyond the invoice': `
    select i.order_id from invoice i join lateral (
      select sum(p.refunded_cents) as refunded, sum(p.captured_cents
        + case when p.method = 'COD' and p.status = 'PENDING' then p.amount_cents else 0 end) as captured
      from payment p where p.order_id = i.order_id) p on true
    where i.kind = 'INVOICE' and coalesce((
        select sum(n.gross_cents) from invoice n where n.order_id = i.order_id and n.kind = 'CREDIT_NOTE'), 0)
      < least(i.gross_cents, greatest(0, p.refunded - greatest(0, p.captured - i.gross_cents)))`,
  'an invoice is credited in full once all that was paid is paid back': `
    select i.order_id from invoice i join lateral (
      select sum(p.refunded_cents) as refunded, sum(p.captured_cents) as captured
      from payment p where p.order_id = i.order_id
      having not bool_or(p.method = 'COD' and p.status = 'PENDING')) p on p.captured > 0 and p.refunded >= p.captured
    where i.kind = 'INVOICE' and i.gross_cents <> coalesce((
      select sum(n.gross_cents) from invoice n where n.order_id = i.order_id and n.kind = 'CREDIT_NOTE'), 0)`,
  'every provider event is processed': `
    select event_id, type, last_error from provider_event where processed_at is null`,
  'no refund is forgotten': `
    select r.id, p.method from refund r join payment p on p.id = r.payment_id
    where r.status = 'PENDING' and p.review is null`,
}

/** The violated rules, with their rows. */
export async function brokenRules(
  pool: pg.Pool,
  { isAtRest = false } = {},
): Promise<{ rule: string; rows: object[] }[]> {
  const queries = Object.entries({ ...rules, ...(isAtRest && rulesAtRest) }).map(
    ([rule, query]) => `select '${rule}' as rule, jsonb_agg(found) as rows from (${query}) found`,
  )
  const { rows } = await pool.query<{ rule: string; rows: object[] | null }>(
    queries.join('\nunion all\n'),
  )
  return rows.flatMap(({ rule, rows }) => (rows ? [{ rule, rows }] : []))
}

/** Expects that the shop's records violate no rule. */
export async function expectBalancedBooks({ ctx }: TestShop): Promise<void> {
  expect(await brokenRules(ctx.db.pool)).toEqual([])
}

/** The stock of a variant. */
export async function stockOf({ ctx }: TestShop, variantId: string): Promise<number> {
  const { rows } = await ctx.db.pool.query<{ stock: number }>(
    'select stock from variant where id = $1',
    [variantId],
  )
  return rows[0]?.stock ?? Number.NaN
}
