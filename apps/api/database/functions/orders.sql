-- What staff search orders by.
create or replace function keep_order_search() returns trigger language plpgsql as $$
begin
  insert into order_search (order_id, text)
  values (new.id, lower(concat_ws(' ', new.email, new.shipping_full_name, new.tracking_number)))
  on conflict (order_id) do update set text = excluded.text;
  return null;
end
$$;
create or replace trigger orders_searched after insert or update of email, shipping_full_name, tracking_number on orders
  for each row execute function keep_order_search();

-- Ends the transaction unless `is_so`, so that statements can be sent together with the commit. `what` is
-- the message of the error.
create or replace function refuse_unless(is_so boolean, what text) returns void language plpgsql as $$
begin
  if is_so is not true then
    raise exception using errcode = 'SV001', message = what;
  end if;
end
$$;
