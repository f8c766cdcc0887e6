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

-- As before, but with cards, offers and pages as texts.
create or replace function refresh_product_listing(ids uuid[]) returns void language plpgsql as $$
declare
  live uuid[];
  kinds product_in_kind[];
  steps price_step[];
begin
  perform 1 from product where id = any (ids) order by id for no key update;

  select coalesce(array_agg(p.id), '{}') into live
  from product p
  where p.id = any (ids) and p.deleted_at is null
    and exists (select from variant v where v.product_id = p.id and v.deleted_at is null and v.is_enabled);

  delete from product_listing where product_id = any (ids) and product_id <> all (live);
  -- Most of what belongs to a new product is written before its variants, which make it one to list.
  if live = '{}' then
    return;
  end if;

  steps := array(select s from price_steps(live) s);
  with shown as materialized (
    select * from shown_products(live, steps)
  ), listed as (
    insert into product_listing as l
      (product_id, published_at, new_until, is_available, card, offers_from, offers)
    select product_id, published_at, new_until, is_available, card, offers_from, card_offers from shown
    on conflict (product_id) do update set
      published_at = excluded.published_at, new_until = excluded.new_until,
      is_available = excluded.is_available, card = excluded.card,
      offers_from = excluded.offers_from, offers = excluded.offers
    where (l.published_at, l.new_until, l.is_available, l.card, l.offers_from, l.offers)
      is distinct from (excluded.published_at, excluded.new_until, excluded.is_available, excluded.card,
        excluded.offers_from, excluded.offers)
  )
  insert into product_page as g
    (product_id, identifier, new_until, head, offers_from, offers)
  select product_id, identifier, new_until, head, offers_from, offers from shown
  on conflict (product_id) do update set
    identifier = excluded.identifier, new_until = excluded.new_until, head = excluded.head,
    offers_from = excluded.offers_from, offers = excluded.offers
  where (g.identifier, g.new_until, g.head, g.offers_from, g.offers)
    is distinct from (excluded.identifier, excluded.new_until, excluded.head, excluded.offers_from,
      excluded.offers);

  -- Only what differs: a stock movement must not touch the counts of categories, which others wait for.
  with recursive under as (
    select pc.product_id, c.id, c.parent_id
    from product_category pc join category c on c.id = pc.category_id
    where pc.product_id = any (live)
    union
    select id, (select id from category where parent_id is null), null::uuid from unnest(live) as id
    union
    select u.product_id, c.id, c.parent_id from under u join category c on c.id = u.parent_id
  ), wanted as materialized (
    select distinct u.id as category_id, p.published_at, u.product_id
    from under u join product p on p.id = u.product_id
    where u.id is not null
  ), gone as (
    delete from category_product cp
    where cp.product_id = any (live) and not exists (
      select from wanted w
      where (w.category_id, w.published_at, w.product_id) = (cp.category_id, cp.published_at, cp.product_id))
  )
  insert into category_product (category_id, published_at, product_id)
  select category_id, published_at, product_id from wanted
  on conflict do nothing;

  kinds := array(select k from kinds_of_products(live) k);
  -- A statement of its own: the next one then sees also what another writer has added meanwhile.
  insert into product_kind (digest, category_ids, material, colors, sizes)
  select distinct on (k.digest) k.digest, k.category_ids, k.material, k.colors, k.sizes
  from unnest(kinds) k
  where not exists (select from product_kind known where known.digest = k.digest)
  order by k.digest
  on conflict do nothing;

  delete from product_price where product_id = any (live);
  insert into product_price
    (product_id, from_at, until_at, price_cents, list_price_cents, has_range, variant_id,
     kind_id, published_at, is_available, in_stock)
  select s.product_id, s.from_at, s.until_at, s.price_cents, s.list_price_cents, s.has_range, s.variant_id,
    product_kind.id, l.published_at, l.is_available, k.in_stock
  from unnest(steps) s
  join product_listing l on l.product_id = s.product_id
  join unnest(kinds) k on k.product_id = s.product_id
  join product_kind on product_kind.digest = k.digest;

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

create or replace function refresh_listing_of_changed_products() returns trigger language plpgsql as $$
begin
  perform refresh_product_listing(array(select distinct id from changed));
  return null;
end
$$;
create or replace trigger product_inserted after insert on product
  referencing new table as changed for each statement execute function refresh_listing_of_changed_products();
create or replace trigger product_updated after update on product
  referencing new table as changed for each statement execute function refresh_listing_of_changed_products();

create or replace function refresh_listing_of_changed_parts() returns trigger language plpgsql as $$
begin
  perform refresh_product_listing(array(select distinct product_id from changed));
  return null;
end
$$;
create or replace trigger variant_inserted after insert on variant
  referencing new table as changed for each statement execute function refresh_listing_of_changed_parts();
create or replace trigger variant_deleted after delete on variant
  referencing old table as changed for each statement execute function refresh_listing_of_changed_parts();
create or replace trigger option_inserted after insert on product_option
  referencing new table as changed for each statement execute function refresh_listing_of_changed_parts();
create or replace trigger option_updated after update on product_option
  referencing new table as changed for each statement execute function refresh_listing_of_changed_parts();
create or replace trigger option_deleted after delete on product_option
  referencing old table as changed for each statement execute function refresh_listing_of_changed_parts();
create or replace trigger product_category_inserted after insert on product_category
  referencing new table as changed for each statement execute function refresh_listing_of_changed_parts();
create or replace trigger product_category_updated_from after update on product_category
  referencing old table as changed for each statement execute function refresh_listing_of_changed_parts();
create or replace trigger product_category_updated_to after update on product_category
  referencing new table as changed for each statement execute function refresh_listing_of_changed_parts();
create or replace trigger product_category_deleted after delete on product_category
  referencing old table as changed for each statement execute function refresh_listing_of_changed_parts();

-- As before, and for pictures too.
create or replace function refresh_listing_of_updated_variants() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  select array_agg(distinct n.product_id) into ids
  from changed n join replaced o using (id)
  where (o.stock > 0) <> (n.stock > 0)
    or (o.price_cents, o.sale_price_cents, o.sale_starts_at, o.sale_ends_at, o.is_enabled, o.deleted_at,
        o.attributes, o.product_id, o.position, o.pictures)
      is distinct from (n.price_cents, n.sale_price_cents, n.sale_starts_at, n.sale_ends_at, n.is_enabled,
        n.deleted_at, n.attributes, n.product_id, n.position, n.pictures);
  if ids is not null then
    perform refresh_product_listing(ids);
  end if;
  return null;
end
$$;
create or replace trigger variant_updated after update on variant
  referencing old table as replaced new table as changed
  for each statement execute function refresh_listing_of_updated_variants();

create or replace function refresh_listing_of_changed_categories() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  select array_agg(distinct cp.product_id) into ids
  from changed n join replaced o using (id) join category_product cp on cp.category_id = n.id
  where (o.parent_id, o.name) is distinct from (n.parent_id, n.name);
  if ids is not null then
    perform refresh_product_listing(ids);
  end if;
  return null;
end
$$;
create or replace trigger category_updated after update on category
  referencing old table as replaced new table as changed
  for each statement execute function refresh_listing_of_changed_categories();

create or replace function refresh_listing_of_changed_colors() returns trigger language plpgsql as $$
begin
  perform refresh_product_listing(array(
    select distinct po.product_id from product_option po
    where po.name = 'Color' and po.values && array(select name from changed)));
  return null;
end
$$;
create or replace trigger color_inserted after insert on color
  referencing new table as changed for each statement execute function refresh_listing_of_changed_colors();
create or replace trigger color_updated after update on color
  referencing new table as changed for each statement execute function refresh_listing_of_changed_colors();
create or replace trigger color_deleted after delete on color
  referencing old table as changed for each statement execute function refresh_listing_of_changed_colors();

-- How many products a category shows, so that no list counts them.
create or replace function count_category_products() returns trigger language plpgsql as $$
begin
  -- In one order, so that two writers wait for each other and never both.
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

-- A category's products from place `skipped` + 1 on, newest first. A function, for it is planned once
-- a connection: a statement with the bounds of a page for parameters is planned at every use, which
-- takes longer than running it. An array, which costs half of what rows would.
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
