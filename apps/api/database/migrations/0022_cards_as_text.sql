-- What lists and pages of products show is kept as the JSON that is sent, and joined when it is asked
-- for: whoever reads it neither makes an object of it nor text of the object again. Here, and nowhere
-- else, is what a card, a variant and a product look like as JSON; the contract's schemas prove it.

-- An amount in dollars, with no more decimals than it has.
create function dollars(cents integer) returns numeric
language sql immutable parallel safe
return trim_scale(cents / 100.0);

-- An instant as JSON: ISO 8601 in UTC, null when there is none. Immutable, for none of it is in the words
-- of a language.
create function instant_json(at timestamptz) returns text
language sql immutable parallel safe
return coalesce(to_char(at at time zone 'UTC', '"\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\""'), 'null');

-- The same JSON with every other letter escaped: a text of ASCII alone is sent three times as fast.
create function ascii_json(json_text text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  letter text;
  code integer;
begin
  if octet_length(json_text) = length(json_text) then
    return json_text;
  end if;
  for letter in select distinct (regexp_matches(json_text, '[^\u0001-\u007f]', 'g'))[1] loop
    code := ascii(letter);
    json_text := replace(json_text, letter, case
      when code < 65536 then '\u' || lpad(to_hex(code), 4, '0')
      -- Two halves, as UTF-16 has it.
      else '\u' || to_hex(55296 + ((code - 65536) >> 10)) || '\u' || to_hex(56320 + ((code - 65536) & 1023))
    end);
  end loop;
  return json_text;
end
$$;

-- Stands where a product has no picture (spec section 2).
create function placeholder_picture() returns jsonb
language sql immutable parallel safe
return '{"src": "/media/placeholders/piece.svg", "alt": "A picture of this piece is being made",
  "width": 1200, "height": 1500, "color": "#f5f2ec"}'::jsonb;

-- The members of a card that say how it is pictured.
create function picture_members(pictures jsonb) returns text
language sql immutable parallel safe
return '"cover":'::text || (coalesce(pictures -> 0, placeholder_picture()) -> 'src')
  || ',"hoverCover":' || coalesce(pictures -> 1 -> 'src', 'null')
  || ',"coverPicture":' || coalesce(pictures -> 0, placeholder_picture())
  || ',"hoverPicture":' || coalesce(pictures -> 1, 'null');

-- The members of a card or a product that say what it costs.
create function price_members(list_cents integer, now_cents integer, has_range boolean) returns text
language sql immutable parallel safe
return '"price":' || dollars(list_cents)
  || ',"salePrice":' || case when now_cents < list_cents then dollars(now_cents)::text else 'null' end
  || ',"isOnSale":' || (now_cents < list_cents)
  || ',"hasPriceRange":' || has_range;

-- The members of a variant that neither time nor a sale changes, the object left open.
create function variant_head(id uuid, price_cents integer, sale_price_cents integer, sale_starts_at timestamptz,
  sale_ends_at timestamptz, attributes jsonb, pictures jsonb) returns text
language sql immutable parallel safe
return ascii_json('{"id":"' || id
  || '","price":' || dollars(price_cents)
  || ',"salePrice":' || coalesce(dollars(sale_price_cents)::text, 'null')
  || ',"saleStartDate":' || instant_json(sale_starts_at)
  || ',"saleEndDate":' || instant_json(sale_ends_at)
  || ',"attributeValues":' || attributes
  || ',"cover":' || (coalesce(pictures -> 0, placeholder_picture()) -> 'src')
  || ',"imagesJson":' || case when pictures = '[]'
    then jsonb_build_array(placeholder_picture() -> 'src')
    else jsonb_path_query_array(pictures, '$[*].src') end);
alter table variant add column head text not null generated always as (
  variant_head(id, price_cents, sale_price_cents, sale_starts_at, sale_ends_at, attributes, pictures)) stored;

-- A variant as a product's page shows it at an instant.
create function variant_json(v variant, at timestamptz) returns text
language sql stable parallel safe
return v.head || (',"stock":' || v.stock || ',"isAvailable":' || (v.stock > 0)
  || ',"isOnSale":' || (current_price_cents(
    v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, at) < v.price_cents)
  || ',"currentPrice":' || dollars(current_price_cents(
    v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, at)) || '}');

-- The members that a product's card and its page have in common, as long as nobody changes the product.
create function common_members(p product) returns text
language sql stable parallel safe
return '"id":"' || p.id
  || '","identifier":' || to_json(p.identifier)
  || ',"name":' || to_json(p.name)
  || ',"material":' || to_json(p.material)
  || ',"colors":[' || coalesce((
    select string_agg('{"name":' || to_json(c.name) || ',"hex":"' || c.hex || '"}', ',' order by x.position)
    from product_option po, unnest(po.values) with ordinality as x (name, position)
    join color c on c.name = x.name
    where po.product_id = p.id and po.name = 'Color'), '')
  || '],"isFavorited":false';

-- A product's price between two bounds of its sales.
create type price_step as (
  product_id uuid,
  from_at timestamptz,
  until_at timestamptz,
  price_cents integer,
  list_price_cents integer,
  has_range boolean,
  variant_id uuid,
  is_available boolean
);

-- The prices of these products, as steps of time.
create function price_steps(ids uuid[]) returns setof price_step
language sql stable
begin atomic
  select s.product_id, s.from_at, s.until_at, cheapest.now_cents, cheapest.price_cents,
    cheapest.highest > cheapest.now_cents, cheapest.id, cheapest.is_available
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
  ) cheapest;
end;

-- A list row: what of the card time does not change, the object left open, and the members that say what
-- it is offered for from each of `offers_from` on, so that a list asks no other table for the price.
alter table product_listing
  alter column card type text,
  add column offers_from timestamptz[],
  add column offers text[];

-- The same for a product's page: what neither time nor stock changes, and its offers. A table of its own,
-- so that list rows stay small.
create table product_page (
  product_id uuid primary key references product_listing on delete cascade,
  identifier text not null,
  new_until timestamptz not null,
  head text not null,
  offers_from timestamptz[] not null,
  offers text[] not null
) with (toast_tuple_target = 4080);
-- Not unique: that they are is seen to where they are given, and several may change in one statement.
create index product_page_by_identifier on product_page (identifier);

-- The pictures of a product's variants that are not among its own, each once.
create function pictures_of_variants(of_product uuid, own jsonb) returns jsonb
language sql stable
return (
  select coalesce(jsonb_agg(picture order by position, place), '[]')
  from (
    select distinct on (e.picture -> 'src') e.picture, v.position, e.place
    from variant v, jsonb_array_elements(v.pictures) with ordinality as e (picture, place)
    where v.product_id = of_product and v.deleted_at is null and v.is_enabled
      and not own @> jsonb_build_array(jsonb_build_object('src', e.picture -> 'src'))
    order by e.picture -> 'src', v.position, e.place
  ) other);

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

-- What lists and pages show of these products, whose prices are `steps`.
create function shown_products(ids uuid[], steps price_step[])
returns table (product_id uuid, identifier text, published_at timestamptz, new_until timestamptz,
  is_available boolean, card text, head text, offers_from timestamptz[], offers text[], card_offers text[])
language sql stable
begin atomic
  select p.id, p.identifier, p.published_at,
    case when p.is_new_flag then 'infinity'::timestamptz else p.published_at + interval '60 days' end,
    s.is_available, ascii_json('{' || common_members(p) || ',' || picture_members(p.pictures) || ','),
    ascii_json('{' || common_members(p)
      || ',"cover":' || (own.pictures -> 0 -> 'src')
      || ',"description":' || to_json(p.description)
      || ',"imagesJson":' || jsonb_path_query_array(own.pictures, '$[*].src')
      || ',"pictures":' || (own.pictures || pictures_of_variants(p.id, own.pictures))
      || ',"options":[' || coalesce((
        select string_agg('{"name":' || to_json(o.name) || ',"values":' || to_json(o.values) || '}', ','
          order by o.position)
        from product_option o where o.product_id = p.id), '')
      || '],"details":' || to_json(p.details)
      || ',"measurements":' || to_json(p.measurements)
      || ',"materialsAndCare":' || to_json(p.materials_and_care)
      || ',"sizeAndFit":' || coalesce(to_json(p.size_and_fit), 'null')
      || ',"sizeGuide":' || coalesce(to_json(p.size_guide), 'null') || ','),
    s.offers_from, s.offers, s.card_offers
  from product p
  cross join lateral (select case when p.pictures = '[]'
    then jsonb_build_array(placeholder_picture()) else p.pictures end as pictures) own
  join (
    select step.product_id, bool_or(step.is_available) as is_available,
      array_agg(step.from_at order by step.from_at) as offers_from,
      array_agg(m.offer order by step.from_at) as offers,
      array_agg(m.offer || ',"variantId":"' || step.variant_id || '"' order by step.from_at) as card_offers
    from unnest(steps) step
    cross join lateral (select '"isAvailable":' || step.is_available || ','
      || price_members(step.list_price_cents, step.price_cents, step.has_range) as offer) m
    group by step.product_id
  ) s on s.product_id = p.id
  where p.id = any (ids);
end;

-- A product's card at an instant.
create function card_json(l product_listing, at timestamptz) returns text
language sql stable parallel safe
return l.card || (l.offers[width_bucket(at, l.offers_from)]
  || case when l.new_until > at then ',"isNew":true}' else ',"isNew":false}' end);

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

-- What there is already.
create temporary table kept on commit drop as
select shown.* from (
  select array_agg(row(product_id, from_at, until_at, price_cents, list_price_cents, has_range,
    variant_id, is_available)::price_step) as steps, array_agg(distinct product_id) as ids
  from product_price
) priced, shown_products(priced.ids, priced.steps) shown;
update product_listing l set card = kept.card, offers_from = kept.offers_from, offers = kept.card_offers
from kept where kept.product_id = l.product_id;
alter table product_listing alter column offers_from set not null, alter column offers set not null;
insert into product_page
select product_id, identifier, new_until, head, offers_from, offers from kept;
analyze product_page;

-- A category's products from place `skipped` + 1 on, newest first. A function, for it is planned once
-- a connection: a statement with the bounds of a page for parameters is planned at every use, which
-- takes longer than running it. An array, which costs half of what rows would.
create function newest_of_category(in_category uuid, skipped integer, most integer) returns uuid[]
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
drop function newest_products;
