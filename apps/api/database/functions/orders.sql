-- What staff search orders by: also what it was before a correction. The argument is the column with the order's id.
create or replace function keep_order_search() returns trigger language plpgsql as $$
begin
  insert into order_search (order_id, text)
  select o.id, lower(concat_ws(' ', o.email, o.shipping_full_name, o.tracking_number, (
    select string_agg(concat_ws(' ', c.before ->> 'email', c.before ->> 'fullName', c.before ->> 'number'), ' ' order by c.id)
    from order_correction c where c.order_id = o.id)))
  from orders o where o.id = (coalesce(to_jsonb(new), to_jsonb(old)) ->> tg_argv[0])::uuid
  on conflict (order_id) do update set text = excluded.text;
  return null;
end
$$;
create or replace trigger orders_searched after insert or update of email, shipping_full_name, tracking_number on orders
  for each row execute function keep_order_search('id');
create or replace trigger order_correction_searched after insert or delete on order_correction
  for each row execute function keep_order_search('order_id');

-- Ends the transaction unless `is_so`, so that statements can be sent with the commit. `what` is the error's message.
create or replace function refuse_unless(is_so boolean, what text) returns void language plpgsql as $$
begin
  if is_so is not true then
    raise exception using errcode = 'SV001', message = what;
  end if;
end
$$;
