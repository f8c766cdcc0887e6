-- Which attempt tells how its order is paid (`countingPayment` says the same of rows at hand): the one that pays
-- it, else one whose money is on its way, else the last that ever captured any, else the last.
create or replace function choose_counting_payment() returns trigger language plpgsql as $$
begin
  update payment p set counts = (p.id = chosen.id)
  from (
    select id from payment
    where order_id = new.order_id
    order by
      case when status in ('PAID', 'PARTIALLY_REFUNDED') then 0 when status = 'PROCESSING' then 1
        when captured_cents > 0 then 2 else 3 end,
      case when status in ('PROCESSING', 'PAID', 'PARTIALLY_REFUNDED') then attempt else -attempt end
    limit 1
  ) chosen
  where p.order_id = new.order_id and p.counts <> (p.id = chosen.id);
  return null;
end
$$;
create or replace trigger payment_counts after insert or update of status, captured_cents on payment
  for each row execute function choose_counting_payment();

-- What has waited for a provider since before an instant, at most one row a payment: `what` is a REFUND that
-- it has not taken, an ANSWER about an open attempt, or an EVENT that is not processed; the oldest of them.
create or replace function stuck_payments(before timestamptz)
returns table (payment_id uuid, order_id uuid, method text, what text, cents bigint, since timestamptz)
language sql stable as $$
  select distinct on (p.id) p.id, p.order_id, p.method, s.what, s.cents, s.since
  from (
    select r.payment_id, 'REFUND' as what, sum(r.amount_cents) as cents, min(r.created_at) as since
    from refund r join payment on payment.id = r.payment_id
    where r.status = 'PENDING' and r.provider_ref is null and r.created_at <= before
      -- Staff have to make a refund by hand when its payment is under review and no provider was asked for it.
      and (r.asked_at is not null or payment.review is null)
    group by r.payment_id
    union all
    select id, 'ANSWER', null, unreached_since from payment where unreached_since <= before
    union all
    select e.payment_id, 'EVENT', null, min(e.received_at)
    from provider_event e
    where e.processed_at is null and e.received_at <= before and e.payment_id is not null
    group by e.payment_id
  ) s join payment p on p.id = s.payment_id
  -- An attempt that has ended waits for no answer.
  where s.what <> 'ANSWER' or p.status in ('PENDING', 'PROCESSING')
  order by p.id, s.since
$$;
