-- The rows that lists and filters read. Whoever writes products calls `refresh_product_listing` at the end of the
-- transaction (`refreshListing` in TypeScript). Only what differs is written and published (cache-tags.sql).

-- Whether a product is in the shop at an instant. Lists, carts, previews and orders all ask here, so they can never
-- disagree.
create or replace function is_published(
  deleted_at timestamptz, published_at timestamptz, withdraws_at timestamptz, at timestamptz
) returns boolean language sql immutable parallel safe as $$
  select deleted_at is null and published_at <= at and (withdraws_at is null or withdraws_at > at)
$$;

-- As below, now: for seeds and older releases.
create or replace function refresh_product_listing(ids uuid[]) returns void language sql as $$
  select refresh_product_listing(ids, now())
$$;

-- Brings the listing rows of these products up to date, as they are at an instant, and records when they have to be
-- refreshed next. Locks the products first: of two writers the second then sees what the first has changed.
create or replace function refresh_product_listing(ids uuid[], at timestamptz) returns void language plpgsql as $$
declare
  live uuid[];
  words_before tsvector[];
  shown_before text[];
  shown_after text[];
begin
  perform 1 from product where id = any (ids) order by id for no key update;
  shown_before := shown_by_tag(ids);
  words_before := array(select words from product_listing where product_id = any (ids));

  select coalesce(array_agg(p.id), '{}') into live
  from product p
  where p.id = any (ids) and is_published(p.deleted_at, p.published_at, p.withdraws_at, at)
    and exists (select from variant v where v.product_id = p.id and v.deleted_at is null and v.is_enabled);
  with gone as (
    delete from product_listing where product_id = any (ids) and product_id <> all (live) returning product_id
  )
  update product set was_listed = true where id in (select product_id from gone) and not was_listed;
  update product p set listing_due_at = due.at
  from (
    select id, case when deleted_at is null then (
      select min(bound) from (values (published_at), (withdraws_at)) as b (bound)
      where bound > refresh_product_listing.at) end as at
    from product where id = any (ids)) due
  where p.id = due.id and p.listing_due_at is distinct from due.at;
  if found then
    perform pg_notify('changes', 'schedule');
  end if;

  insert into product_listing as l (product_id, identifier, name, material, cover, hover_cover, colors,
    published_at, new_until, pair_colors, pair_sizes, pair_in_stock, words)
  select
    p.id, p.identifier, p.name, p.material, p.pictures -> 0, p.pictures -> 1,
    coalesce((
      select jsonb_agg(jsonb_build_object('name', c.name, 'hex', c.hex) order by x.position)
      from product_option po, unnest(po.values) with ordinality as x (name, position)
      join color c on c.name = x.name
      where po.product_id = p.id and po.name = 'Color'), '[]'),
    p.published_at,
    case when p.is_new_flag then 'infinity'::timestamptz else p.published_at + interval '60 days' end,
    pairs.colors, pairs.sizes, pairs.in_stock, listing_words(p)
  from product p cross join lateral listing_pairs(p.id) pairs
  where p.id = any (live)
  on conflict (product_id) do update set
    identifier = excluded.identifier, name = excluded.name, material = excluded.material,
    cover = excluded.cover, hover_cover = excluded.hover_cover, colors = excluded.colors,
    published_at = excluded.published_at, new_until = excluded.new_until,
    pair_colors = excluded.pair_colors, pair_sizes = excluded.pair_sizes,
    pair_in_stock = excluded.pair_in_stock, words = excluded.words
  where l is distinct from excluded;

  perform refresh_listed_categories(live);
  perform refresh_listed_prices(live);
  perform recount_search_words(
    words_before, array(select words from product_listing where product_id = any (ids)));

  shown_after := shown_by_tag(ids);
  perform publish_changes(array(
    select distinct split_part(line, e'\t', 1) from (
      (select unnest(shown_before) except select unnest(shown_after))
      union all
      (select unnest(shown_after) except select unnest(shown_before))) different (line)));
end
$$;

-- The pairs of color and size that a product's variants have, and whether they are in stock.
create or replace function listing_pairs(of_product uuid, out colors text[], out sizes text[], out in_stock boolean[])
language sql stable as $$
  select array_agg(color order by color, size), array_agg(size order by color, size),
    array_agg(is_in_stock order by color, size)
  from (
    select coalesce(v.attributes ->> 'Color', '') as color, coalesce(v.attributes ->> 'Size', '') as size,
      bool_or(v.stock > 0) as is_in_stock
    from variant v
    where v.product_id = of_product and v.deleted_at is null and v.is_enabled
    group by 1, 2
  ) pairs
$$;

-- The words that search finds a product by, weighted by where they stand.
create or replace function listing_words(p product) returns tsvector language sql stable as $$
  select setweight(both_forms(p.name), 'A')
    || setweight(both_forms((
      with recursive above as (
        select c.id, c.parent_id, c.name
        from product_category pc join category c on c.id = pc.category_id where pc.product_id = p.id
        union
        select c.id, c.parent_id, c.name from above join category c on c.id = above.parent_id
      )
      select string_agg(name, ' ' order by name, id) from above where parent_id is not null)), 'B')
    || setweight(both_forms(p.material || ' ' || coalesce((
      select string_agg(array_to_string(o.values, ' '), ' ') from product_option o
      where o.product_id = p.id and o.name = 'Color'), '')), 'C')
    || setweight(both_forms(p.description || ' ' || array_to_string(p.details, ' ')), 'D')
$$;

-- The words of a text, stemmed and as written. Without the signs that PostgreSQL would keep within a word, as in
-- `calf/suede`, `2.0` or `A-1`: a search has none of them (`searchWords`). Letters with a hyphen are also one word.
create or replace function both_forms(text_value text) returns tsvector
language sql stable parallel safe as $$
  select to_tsvector('shop', words) || to_tsvector('shop_plain', words)
  from (select regexp_replace(
    coalesce(text_value, ''), '[!-,./:-@[-`{-~]|-(?=\d)|(?<=\d)-', ' ', 'g') as words) text
$$;

-- The categories that listed products are shown in: their own, and all above; with where staff have placed them.
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
    select distinct u.id as category_id, p.published_at, u.product_id, placed.position
    from under u join product p on p.id = u.product_id
    left join category_position placed on (placed.category_id, placed.product_id) = (u.id, u.product_id)
    where u.id is not null
  ), gone as (
    delete from category_product cp
    where cp.product_id = any (ids) and not exists (
      select from wanted w
      where (w.category_id, w.published_at, w.product_id) = (cp.category_id, cp.published_at, cp.product_id))
  )
  insert into category_product as cp (category_id, published_at, product_id, position)
  select category_id, published_at, product_id, position from wanted
  on conflict (category_id, published_at, product_id) do update set position = excluded.position
  where cp.position is distinct from excluded.position;
$$;

-- The category that the breadcrumbs of a product end with: the first in the menu of those that it is in.
create or replace function breadcrumb_category(of_product uuid) returns text language sql stable as $$
  select c.identifier
  from product_category pc
  join category c on c.id = pc.category_id
  left join category above on above.id = c.parent_id and above.parent_id is not null
  left join category top on top.id = above.parent_id and top.parent_id is not null
  where pc.product_id = of_product
  order by array_remove(array[top.position, above.position, c.position], null), c.identifier
  limit 1
$$;

-- What listed products cost, as steps of time that begin and end with their sales.
create or replace function refresh_listed_prices(ids uuid[]) returns void language sql as $$
  with wanted as materialized (
    select s.product_id, s.from_at, s.until_at, cheapest.now_cents as price_cents,
      cheapest.price_cents as list_price_cents, cheapest.highest > cheapest.now_cents as has_range,
      cheapest.id as variant_id, cheapest.is_available
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
      select v.id, list_price_cents(v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at,
          v.prior_price_cents, s.from_at) as price_cents, n.now_cents, max(n.now_cents) over (partition by v.stock > 0) as highest,
        v.stock > 0 as is_available
      from variant v
      cross join lateral (select current_price_cents(
        v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, s.from_at) as now_cents) n
      where v.product_id = s.product_id and v.deleted_at is null and v.is_enabled
      order by v.stock > 0 desc, n.now_cents, v.position
      limit 1
    ) cheapest
  ), gone as (
    delete from product_price p
    where p.product_id = any (ids) and not exists (
      select from wanted w where (w.product_id, w.from_at) = (p.product_id, p.from_at))
  )
  insert into product_price as p
    (product_id, from_at, until_at, price_cents, list_price_cents, has_range, variant_id, is_available)
  select * from wanted
  on conflict (product_id, from_at) do update set
    until_at = excluded.until_at, price_cents = excluded.price_cents,
    list_price_cents = excluded.list_price_cents, has_range = excluded.has_range,
    variant_id = excluded.variant_id, is_available = excluded.is_available
  where p is distinct from excluded;
$$;

-- Orders move stock in the statement that they commit with. Only a variant that sells out or comes back shows in
-- lists, and only in its product's price and pairs. Stock that stays plentiful shows nowhere and is not published: a
-- NOTIFY makes commits wait for each other.
create or replace function follow_stock() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  perform pg_notify('changes', 'product:' || product_id) from (
    select distinct n.product_id from changed n join replaced o using (id)
    where least(o.stock, 4) <> least(n.stock, 4)) p;
  ids := array(
    select distinct n.product_id from changed n join replaced o using (id)
    where (o.stock > 0) <> (n.stock > 0));
  if ids = '{}' then
    return null;
  end if;
  perform 1 from product where id = any (ids) order by id for no key update;
  ids := array(select product_id from product_listing where product_id = any (ids));
  update product_listing l set pair_in_stock = pairs.in_stock
  from unnest(ids) as id, listing_pairs(id) pairs
  where l.product_id = id and l.pair_in_stock <> pairs.in_stock;
  perform refresh_listed_prices(ids);
  perform publish_changes(array(
    select distinct 'facts:' || c.identifier
    from category_product cp join category c on c.id = cp.category_id where cp.product_id = any (ids)));
  return null;
end
$$;
create or replace trigger variant_stock after update on variant
  referencing old table as replaced new table as changed for each statement execute function follow_stock();

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

-- A category's products from place `skipped` + 1 on, newest first. A function, because that is planned once a
-- connection; a statement with such parameters is planned at every use, which takes longer than running it.
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
