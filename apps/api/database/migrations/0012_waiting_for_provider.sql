-- What waits for a payment provider, and since when: a REFUND that it has not taken, an ANSWER about an open attempt,
-- an EVENT that is not processed. Code from here on also keeps `order_search` and `payment.counts` itself.
-- Works with code from 0008.
create view waiting_for_provider as
  select p.id as payment_id, p.order_id, p.method, w.what, w.cents, w.since
  from (
    select r.payment_id, 'REFUND' as what, r.amount_cents as cents, r.created_at as since
    from refund r join payment on payment.id = r.payment_id
    where r.status = 'PENDING' and r.provider_ref is null
      -- Staff have to make a refund by hand when its payment is under review and no provider was asked for it.
      and (r.asked_at is not null or payment.review is null)
    union all
    select id, 'ANSWER', null, unreached_since from payment
    where unreached_since is not null and status in ('PENDING', 'PROCESSING')
    union all
    select payment_id, 'EVENT', null, received_at from provider_event
    where processed_at is null and payment_id is not null
  ) w join payment p on p.id = w.payment_id;
