-- Ends the transaction unless `is_so`, so that statements can be sent with the commit. `what` is the error's message.
create or replace function refuse_unless(is_so boolean, what text) returns void language plpgsql as $$
begin
  if is_so is not true then
    raise exception using errcode = 'SV001', message = what;
  end if;
end
$$;

-- Whether a supplementary order bills a part of a changed order and keeps something of its money: then not all of that
-- order is refunded, though all that it bills itself may be.
create or replace function supplement_keeps_money(o orders) returns boolean language sql stable as $$
  select o.supplement_cents > 0 and exists (
    select from orders s join payment p on p.order_id = s.id and p.counts
    where s.supplement_of = o.id and p.captured_cents > p.refunded_cents)
$$;
