-- Staff find an order by what was corrected of it, too: the tracking number, e-mail address or name that it had.

create function write_order_search(of_order uuid) returns void language sql as $$
  insert into order_search (order_id, text)
  select o.id, lower(concat_ws(' ', o.email, o.shipping_full_name, o.tracking_number, (
    select string_agg(concat_ws(' ', c.before ->> 'email', c.before ->> 'fullName', c.before ->> 'number'), ' ' order by c.id)
    from order_correction c where c.order_id = o.id)))
  from orders o where o.id = of_order
  on conflict (order_id) do update set text = excluded.text
$$;

create or replace function keep_order_search() returns trigger language plpgsql as $$
begin
  perform write_order_search(new.id);
  return null;
end
$$;

create function keep_order_search_of_correction() returns trigger language plpgsql as $$
begin
  perform write_order_search(coalesce(new.order_id, old.order_id));
  return null;
end
$$;
-- They are removed when the account is closed.
create trigger order_correction_searched after insert or delete on order_correction
  for each row execute function keep_order_search_of_correction();

select write_order_search(order_id) from (select distinct order_id from order_correction) corrected;
