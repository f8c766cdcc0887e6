-- Filters and their counts that cost little in a large house. What a filter asks for besides the price
-- (categories, material, colours with their sizes) many products have in common: each such kind is kept
-- once, so that a filter decides of kinds, and of products only reads a few numbers from an index.

create table product_kind (
  id integer generated always as identity primary key,
  -- Of all the rest, which is too long for an index.
  digest uuid not null unique,
  -- Its own categories and all above, but for the root, which holds everything.
  category_ids uuid[] not null,
  material text not null,
  -- Every pair of colour and size that is offered, '' where a product has none; in one order.
  colors text[] not null,
  sizes text[] not null
);
create index product_kind_by_category on product_kind using gin (category_ids);

-- `in_stock` has one bit for each pair of the kind. They stand beside the price, as does the date, to be
-- read with it.
alter table product_price
  add column kind_id integer references product_kind,
  add column published_at timestamptz,
  add column is_available boolean,
  add column in_stock bit varying;

create type product_in_kind as (
  product_id uuid,
  digest uuid,
  category_ids uuid[],
  material text,
  colors text[],
  sizes text[],
  in_stock bit varying
);

-- Of which kind these products are, and what of it is in stock; only those that can be bought.
create function kinds_of_products(ids uuid[]) returns setof product_in_kind
language sql stable
begin atomic
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
  where p.id = any (ids) and o.colors is not null;
end;

-- As before, but with kinds in place of the offers of each product.
create or replace function refresh_product_listing(ids uuid[]) returns void language plpgsql as $$
declare
  live uuid[];
  kinds product_in_kind[];
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

  insert into product_listing as l (product_id, published_at, new_until, is_available, card)
  select
    p.id, p.published_at,
    case when p.is_new_flag then 'infinity'::timestamptz else p.published_at + interval '60 days' end,
    exists (select from variant v
      where v.product_id = p.id and v.deleted_at is null and v.is_enabled and v.stock > 0),
    json_build_object(
      'id', p.id, 'identifier', p.identifier, 'name', p.name, 'material', p.material,
      'coverPicture', p.pictures -> 0, 'hoverPicture', p.pictures -> 1,
      'colors', coalesce((
        select json_agg(json_build_object('name', c.name, 'hex', c.hex) order by x.position)
        from product_option po, unnest(po.values) with ordinality as x (name, position)
        join color c on c.name = x.name
        where po.product_id = p.id and po.name = 'Color'), '[]'))
  from product p
  where p.id = any (live)
  on conflict (product_id) do update set
    published_at = excluded.published_at, new_until = excluded.new_until,
    is_available = excluded.is_available, card = excluded.card
  where (l.published_at, l.new_until, l.is_available, l.card::text)
    is distinct from (excluded.published_at, excluded.new_until, excluded.is_available, excluded.card::text);

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
  select s.product_id, s.from_at, s.until_at, cheapest.now_cents, cheapest.price_cents,
    cheapest.highest > cheapest.now_cents, cheapest.id,
    product_kind.id, l.published_at, l.is_available, k.in_stock
  from (
    select product_id, at as from_at,
      lead(at, 1, 'infinity') over (partition by product_id order by at) as until_at
    from (
      select id as product_id, '-infinity'::timestamptz as at from unnest(live) as id
      union
      select product_id, bound from variant
      cross join lateral (values (sale_starts_at), (sale_ends_at + interval '1 microsecond')) as b (bound)
      where product_id = any (live) and deleted_at is null and sale_price_cents < price_cents
        and bound is not null
    ) bounds
  ) s
  cross join lateral (
    select v.id, v.price_cents, n.now_cents, max(n.now_cents) over (partition by v.stock > 0) as highest
    from variant v
    cross join lateral (select current_price_cents(
      v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, s.from_at) as now_cents) n
    where v.product_id = s.product_id and v.deleted_at is null and v.is_enabled
    order by v.stock > 0 desc, n.now_cents, v.position
    limit 1
  ) cheapest
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
create temporary table kept_kind on commit drop as
select k.* from kinds_of_products(array(select product_id from product_listing)) k;
insert into product_kind (digest, category_ids, material, colors, sizes)
select distinct on (digest) digest, category_ids, material, colors, sizes from kept_kind order by digest;
update product_price p set
  kind_id = product_kind.id, published_at = l.published_at, is_available = l.is_available,
  in_stock = k.in_stock
from kept_kind k, product_kind, product_listing l
where k.product_id = p.product_id and product_kind.digest = k.digest and l.product_id = p.product_id;

alter table product_price
  alter column kind_id set not null,
  alter column published_at set not null,
  alter column is_available set not null,
  alter column in_stock set not null;
create index product_price_of_kind on product_price (kind_id, price_cents, product_id)
  include (list_price_cents, from_at, until_at, published_at, is_available, in_stock);

-- Nothing asks for these any more.
alter table product_listing drop column offers, drop column offers_in_stock, drop column material;

-- As before, but each text is taken apart once: a row for each text that has the word, to be added up.
create or replace function search_words_of(name tsvector, place tsvector, matter tsvector, document tsvector)
returns table (word text, in_name integer, in_place integer, in_matter integer, in_document integer)
language sql immutable parallel safe rows 150
begin atomic
  select w.word, w.in_name, w.in_place, w.in_matter, w.in_document
  from (
    select unnest(tsvector_to_array(name)) as word, 1 as in_name, 0 as in_place, 0 as in_matter, 0 as in_document
    union all select unnest(tsvector_to_array(place)), 0, 1, 0, 0
    union all select unnest(tsvector_to_array(matter)), 0, 0, 1, 0
    union all select unnest(tsvector_to_array(document)), 0, 0, 0, 1
  ) w
  where length(w.word) between 3 and 40;
end;

-- How many products a query finds in a text and not in the one before it, as far as the `sampled` newest
-- ones tell: several words stand together far more seldom than the rarest of them.
create function sampled_matches(query tsquery, products real, sampled integer) returns real[]
language plpgsql stable set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  seen real[];
begin
  select array[
    count(*) filter (where s.name @@ query),
    count(*) filter (where s.place @@ query and not s.name @@ query),
    count(*) filter (where s.matter @@ query and not s.place @@ query),
    count(*) filter (where not s.matter @@ query)]
  into seen
  from (select * from product_search p order by p.published_at desc, p.product_id desc limit sampled) s
  where s.document @@ query;
  return array(select (number + 0.5) * products / sampled from unnest(seen) as number);
end
$$;

-- The best products of a query from place `skipped` + 1 to `most`, best first: by where the words stand,
-- then the newest. Looks further only while there are too few. `matches` is the plan's guess, and
-- decides only the way: what is found is the same.
create or replace function find_products(query tsquery, matches real[], skipped integer, most integer)
returns table (product_id uuid, place bigint)
language plpgsql stable rows 16 set plan_cache_mode = force_generic_plan as $$
declare
  products real := (select greatest(product_count, 1) from category where parent_id is null);
  guess real[] := matches;
  missing integer := most;
  likely real;
  way real;
  most_steps real;
  ids uuid[];
  best uuid[] := '{}';
begin
  -- Where there are few the index is fast, and a sample would only add to it.
  if matches[4] > 500 and query::text like '%&%' then
    guess := sampled_matches(query, products, 300);
  end if;
  for tier in 1..4 loop
    -- Products to go through until enough are found, with some to spare. A row that the index leads to
    -- stands anywhere, which costs about as much as going through four of the newest, which many
    -- searches go through; of documents, which are long to read, as two.
    most_steps := least(guess[tier] * case tier when 4 then 1 else 2 end, 6000);
    ids := '{}';
    likely := guess[tier];
    for attempt in 1..2 loop
      exit when likely <= 0;
      way := 50 + 1.4 * missing * products / likely;
      exit when way > most_steps;
      ids := array(select n.product_id from newest_found(query, tier, missing, ceil(way)::integer) n (product_id));
      exit when cardinality(ids) = missing;
      -- Fewer than guessed: what has been found tells how far to go.
      likely := cardinality(ids) * products / way;
    end loop;
    if cardinality(ids) < missing then
      ids := array(select i.product_id from indexed_found(query, tier, missing) i (product_id));
    end if;
    best := best || ids;
    missing := missing - cardinality(ids);
    exit when missing = 0;
  end loop;
  return query select * from unnest(best[skipped + 1:]) with ordinality;
end
$$;

-- How many products a query finds, at most `most`, when at least so many are known of. Names are asked
-- first: they hold few words, and what is in enough of them need not be looked for in the rest.
create or replace function count_products(query tsquery, at_least integer, most integer) returns integer
language plpgsql stable set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_indexscan = off as $$
begin
  if at_least >= most
    or (select count(*) from (select from product_search s where s.name @@ query limit most) counted) = most
  then
    return most;
  end if;
  return (select count(*) from (
    select from product_search s where s.document @@ query limit most) counted);
end
$$;
