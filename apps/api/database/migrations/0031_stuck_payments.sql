-- Money that a provider can't be reached for: what waits, since when, and when it was last tried.

-- Since when an open attempt's provider gives no answer; null when the last question was answered.
alter table payment add column unreached_since timestamptz;
create index payment_unreached on payment (unreached_since) where unreached_since is not null;

alter table refund add column asked_at timestamptz;

-- Which attempt an event is about, where that is known when it comes.
alter table provider_event add column payment_id uuid references payment;
alter table provider_event add column tried_at timestamptz;

-- What has waited for a provider since before an instant, at most one row a payment: `what` is a REFUND that
-- it has not taken, an ANSWER about an open attempt, or an EVENT that is not processed; the oldest of them.
create function stuck_payments(before timestamptz)
returns table (payment_id uuid, order_id uuid, method text, what text, cents bigint, since timestamptz)
language sql stable as $$
  select distinct on (p.id) p.id, p.order_id, p.method, s.what, s.cents, s.since
  from (
    select r.payment_id, 'REFUND' as what, sum(r.amount_cents) as cents, min(r.created_at) as since
    from refund r
    where r.status = 'PENDING' and r.provider_ref is null and r.created_at <= before
    group by r.payment_id
    union all
    select id, 'ANSWER', null, unreached_since from payment where unreached_since <= before
    union all
    select e.payment_id, 'EVENT', null, min(e.received_at)
    from provider_event e
    where e.processed_at is null and e.received_at <= before and e.payment_id is not null
    group by e.payment_id
  ) s join payment p on p.id = s.payment_id
  -- What staff pay back by hand waits for nobody else, and an attempt that has ended for no answer.
  where case s.what
    when 'REFUND' then p.method in ('STRIPE', 'PAYPAL') and p.capture_ref is not null
    when 'ANSWER' then p.status in ('PENDING', 'PROCESSING')
    else true end
  order by p.id, s.since
$$;
