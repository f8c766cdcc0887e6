-- The rows that lists and filters read, derived from products and all that belongs to them. Whoever
-- writes those calls `refresh_product_listing` at the end of the transaction (`refreshListing` in
-- TypeScript); only what differs is written, and published by the triggers of cache-tags.sql.

-- Brings the listing rows of these products up to date. Locks the products first: of two writers the
-- second then sees what the first has changed.
create or replace function refresh_product_listing(ids uuid[]) returns void language plpgsql as $$
declare
  live uuid[];
begin
  perform 1 from product where id = any (ids) order by id for no key update;

  select coalesce(array_agg(p.id), '{}') into live
  from product p
  where p.id = any (ids) and p.deleted_at is null
    and exists (select from variant v where v.product_id = p.id and v.deleted_at is null and v.is_enabled);

  delete from product_listing where product_id = any (ids) and product_id <> all (live);
  if live = '{}' then
    return;
  end if;

  insert into product_listing as l
    (product_id, identifier, name, material, cover, hover_cover, colors, published_at, new_until)
  select
    p.id, p.identifier, p.name, p.material, p.pictures -> 0, p.pictures -> 1,
    coalesce((
      select jsonb_agg(jsonb_build_object('name', c.name, 'hex', c.hex) order by x.position)
      from product_option po, unnest(po.values) with ordinality as x (name, position)
      join color c on c.name = x.name
      where po.product_id = p.id and po.name = 'Color'), '[]'),
    p.published_at,
    case when p.is_new_flag then 'infinity'::timestamptz else p.published_at + interval '60 days' end
  from product p
  where p.id = any (live)
  on conflict (product_id) do update set
    identifier = excluded.identifier, name = excluded.name, material = excluded.material,
    cover = excluded.cover, hover_cover = excluded.hover_cover, colors = excluded.colors,
    published_at = excluded.published_at, new_until = excluded.new_until
  where (l.identifier, l.name, l.material, l.cover, l.hover_cover, l.colors, l.published_at, l.new_until)
    is distinct from (excluded.identifier, excluded.name, excluded.material, excluded.cover,
      excluded.hover_cover, excluded.colors, excluded.published_at, excluded.new_until);

  perform refresh_listed_categories(live);
  perform refresh_listed_prices(live);

  insert into product_search as s (product_id, published_at, name, place, matter, document)
  select product_id, published_at,
    in_name, in_name || in_categories, in_name || in_categories || in_material,
    in_name || in_categories || in_material || in_prose
  from search_texts(live)
  on conflict (product_id) do update set
    published_at = excluded.published_at, name = excluded.name, place = excluded.place,
    matter = excluded.matter, document = excluded.document
  where (s.published_at, s.name, s.place, s.matter, s.document)
    is distinct from (excluded.published_at, excluded.name, excluded.place, excluded.matter, excluded.document);
end
$$;

-- The categories that listed products are shown in: their own, and all above.
create or replace function refresh_listed_categories(ids uuid[]) returns void language sql as $$
  with recursive under as (
    select pc.product_id, c.id, c.parent_id
    from product_category pc join category c on c.id = pc.category_id
    where pc.product_id = any (ids)
    union
    select id, (select id from category where parent_id is null), null::uuid from unnest(ids) as id
    union
    select u.product_id, c.id, c.parent_id from under u join category c on c.id = u.parent_id
  ), wanted as materialized (
    select distinct u.id as category_id, p.published_at, u.product_id
    from under u join product p on p.id = u.product_id
    where u.id is not null
  ), gone as (
    delete from category_product cp
    where cp.product_id = any (ids) and not exists (
      select from wanted w
      where (w.category_id, w.published_at, w.product_id) = (cp.category_id, cp.published_at, cp.product_id))
  )
  insert into category_product (category_id, published_at, product_id)
  select category_id, published_at, product_id from wanted
  on conflict do nothing;
$$;

-- What listed products cost, as steps of time that begin and end with their sales, and what of them is in
-- stock. Of every step the price of the cheapest variant that is available then, if any is.
create or replace function refresh_listed_prices(ids uuid[]) returns void language plpgsql as $$
declare
  kinds product_in_kind[] := array(select k from kinds_of_products(ids) k);
begin
  -- A statement of its own: the next one then also sees what another writer has added meanwhile.
  insert into product_kind (digest, category_ids, material, colors, sizes)
  select distinct on (k.digest) k.digest, k.category_ids, k.material, k.colors, k.sizes
  from unnest(kinds) k
  where not exists (select from product_kind known where known.digest = k.digest)
  order by k.digest
  on conflict do nothing;

  with wanted as materialized (
    select s.product_id, s.from_at, s.until_at, cheapest.now_cents as price_cents,
      cheapest.price_cents as list_price_cents, cheapest.highest > cheapest.now_cents as has_range,
      cheapest.id as variant_id, product_kind.id as kind_id, l.published_at, cheapest.is_available, k.in_stock
    from (
      select product_id, at as from_at,
        lead(at, 1, 'infinity') over (partition by product_id order by at) as until_at
      from (
        select id as product_id, '-infinity'::timestamptz as at from unnest(ids) as id
        union
        select product_id, bound from variant
        cross join lateral (values (sale_starts_at), (sale_ends_at + interval '1 microsecond')) as b (bound)
        where product_id = any (ids) and deleted_at is null and sale_price_cents < price_cents
          and bound is not null
      ) bounds
    ) s
    cross join lateral (
      select v.id, v.price_cents, n.now_cents, max(n.now_cents) over (partition by v.stock > 0) as highest,
        v.stock > 0 as is_available
      from variant v
      cross join lateral (select current_price_cents(
        v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, s.from_at) as now_cents) n
      where v.product_id = s.product_id and v.deleted_at is null and v.is_enabled
      order by v.stock > 0 desc, n.now_cents, v.position
      limit 1
    ) cheapest
    join product_listing l on l.product_id = s.product_id
    join unnest(kinds) k on k.product_id = s.product_id
    join product_kind on product_kind.digest = k.digest
  ), gone as (
    delete from product_price p
    where p.product_id = any (ids) and not exists (
      select from wanted w where (w.product_id, w.from_at) = (p.product_id, p.from_at))
  )
  insert into product_price as p
    (product_id, from_at, until_at, price_cents, list_price_cents, has_range, variant_id,
     kind_id, published_at, is_available, in_stock)
  select * from wanted
  on conflict (product_id, from_at) do update set
    until_at = excluded.until_at, price_cents = excluded.price_cents,
    list_price_cents = excluded.list_price_cents, has_range = excluded.has_range,
    variant_id = excluded.variant_id, kind_id = excluded.kind_id, published_at = excluded.published_at,
    is_available = excluded.is_available, in_stock = excluded.in_stock
  where p is distinct from excluded;
end
$$;

-- Stock is moved by orders in the statement that they commit with. Only a variant that sells out or comes
-- back shows in lists, and only in what its product costs and has.
create or replace function refresh_sold_out_products() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(
    select distinct n.product_id from changed n join replaced o using (id)
    where (o.stock > 0) <> (n.stock > 0));
begin
  if ids = '{}' then
    return null;
  end if;
  perform 1 from product where id = any (ids) order by id for no key update;
  perform refresh_listed_prices(array(select product_id from product_listing where product_id = any (ids)));
  return null;
end
$$;
create or replace trigger variant_sold_out after update on variant
  referencing old table as replaced new table as changed
  for each statement execute function refresh_sold_out_products();

-- How many products a category lists, so that no list has to count them.
create or replace function count_category_products() returns trigger language plpgsql as $$
begin
  -- In id order, so that two writers can't wait for each other.
  perform 1 from category where id in (select category_id from changed) order by id for no key update;
  update category c set product_count = c.product_count + d.difference
  from (select category_id, case tg_op when 'INSERT' then 1 else -1 end * count(*) as difference
        from changed group by category_id) d
  where c.id = d.category_id;
  return null;
end
$$;
create or replace trigger category_product_inserted after insert on category_product
  referencing new table as changed for each statement execute function count_category_products();
create or replace trigger category_product_deleted after delete on category_product
  referencing old table as changed for each statement execute function count_category_products();

-- A category's products from place `skipped` + 1 on, newest first. A function, because it is planned once
-- a connection: a statement with the bounds of a page for parameters is planned at every use, which takes
-- longer than running it.
create or replace function newest_of_category(in_category uuid, skipped integer, most integer) returns uuid[]
language plpgsql stable set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  return array(
    select cp.product_id from category_product cp
    where cp.category_id = in_category
    order by cp.published_at desc, cp.product_id desc
    limit most offset skipped);
end
$$;

-- Of which kind these products are, and what of it is in stock; only those that can be bought.
create or replace function kinds_of_products(ids uuid[]) returns setof product_in_kind
language sql stable as $$
  select p.id, md5(row(c.category_ids, p.material, o.colors, o.sizes)::text)::uuid,
    c.category_ids, p.material, o.colors, o.sizes, o.in_stock
  from product p
  cross join lateral (
    select coalesce(array_agg(cp.category_id order by cp.category_id), '{}') as category_ids
    from category_product cp join category on category.id = cp.category_id
    where cp.product_id = p.id and category.parent_id is not null
  ) c
  cross join lateral (
    select array_agg(color order by color, size) as colors, array_agg(size order by color, size) as sizes,
      string_agg(is_in_stock::integer::text, '' order by color, size)::bit varying as in_stock
    from (
      select coalesce(v.attributes ->> 'Color', '') as color, coalesce(v.attributes ->> 'Size', '') as size,
        bool_or(v.stock > 0) as is_in_stock
      from variant v
      where v.product_id = p.id and v.deleted_at is null and v.is_enabled
      group by 1, 2
    ) pairs
  ) o
  where p.id = any (ids) and o.colors is not null
$$;

-- What search knows of products, from most to least telling.
create or replace function search_texts(ids uuid[])
returns table (product_id uuid, published_at timestamptz,
  in_name tsvector, in_categories tsvector, in_material tsvector, in_prose tsvector)
language sql stable as $$
  select p.id, p.published_at,
    search_document(p.name),
    search_document(
      (select string_agg(c.name, ' ') from category_product cp join category c on c.id = cp.category_id
       where cp.product_id = p.id and c.parent_id is not null)),
    search_document(p.material || ' ' || coalesce(
      (select string_agg(array_to_string(o.values, ' '), ' ') from product_option o
       where o.product_id = p.id and o.name = 'Color'), '')),
    search_document(p.description || ' ' || array_to_string(p.details, ' '))
  from product p
  where p.id = any (ids)
$$;

-- A text for search: stemmed and as written, without places, which nothing asks for.
create or replace function search_document(text_value text) returns tsvector
language sql stable parallel safe
return strip(
  to_tsvector('shop', coalesce(text_value, '')) || to_tsvector('shop_plain', coalesce(text_value, ''))
);
