-- The rows that lists, filters and search read: one a product, kept by triggers, so that they can
-- not differ from the tables they are made of, whoever writes those.

create table product_listing (
  product_id uuid primary key references product on delete cascade,
  published_at timestamptz not null,
  new_until timestamptz not null,
  is_available boolean not null,
  material text not null,
  -- 'colour|size' of every variant, with '|size' and 'colour|' for a filter on only one of them.
  offers text[] not null,
  offers_in_stock text[] not null,
  -- The part of a product's card that time does not change; out of line, so that filters and counts
  -- read little.
  card json not null
) with (toast_tuple_target = 128);
alter table product_listing alter column card set storage external;
create index product_listing_newest on product_listing (published_at, product_id);
create index product_listing_offers on product_listing using gin (offers);
create index product_listing_material on product_listing (material);

-- A product's price is a step function of time: the sale windows of its variants are its steps.
create table product_price (
  product_id uuid not null references product_listing on delete cascade,
  from_at timestamptz not null,
  until_at timestamptz not null,
  price_cents integer not null,
  list_price_cents integer not null,
  has_range boolean not null,
  variant_id uuid not null,
  primary key (product_id, from_at)
);
create index product_price_by_price on product_price (price_cents, product_id);
create index product_price_until on product_price (until_at) where until_at < 'infinity';

-- Every category a product is found under: its own and all above.
create table category_product (
  category_id uuid not null references category on delete cascade,
  published_at timestamptz not null,
  product_id uuid not null references product_listing on delete cascade,
  primary key (category_id, published_at, product_id)
);
create index category_product_of_product on category_product (product_id);

-- What search looks in. Each text holds the one before it: a word found in `name` ranks first, then one
-- in `place` (with the categories), in `matter` (with material and colours), in `document` (with the
-- description), which is kept out of line so that the rest stays small.
create table product_search (
  product_id uuid primary key references product_listing on delete cascade,
  published_at timestamptz not null,
  name tsvector not null,
  place tsvector not null,
  matter tsvector not null,
  document tsvector not null
) with (toast_tuple_target = 128);
create index product_search_name on product_search using gin (name) with (fastupdate = off);
create index product_search_place on product_search using gin (place) with (fastupdate = off);
create index product_search_matter on product_search using gin (matter) with (fastupdate = off);
create index product_search_document on product_search using gin (document) with (fastupdate = off);

-- Every word a search can meet, for the nearest one to a misspelt word.
create table search_word (word text primary key);
create index search_word_similar on search_word using gin (word gin_trgm_ops);

-- A text for search: stemmed and as written, without places, which nothing asks for.
create function search_document(text_value text) returns tsvector
language sql stable parallel safe
return strip(
  to_tsvector('house', coalesce(text_value, '')) || to_tsvector('house_plain', coalesce(text_value, ''))
);

-- What search knows of products, from most to least telling.
create function search_texts(ids uuid[])
returns table (product_id uuid, published_at timestamptz,
  in_name tsvector, in_categories tsvector, in_material tsvector, in_prose tsvector)
language sql stable
begin atomic
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
  where p.id = any (ids);
end;

-- Makes the list rows of these products anew. Locks the products first: of two writers the second
-- then sees what the first has changed.
create function refresh_product_listing(ids uuid[]) returns void language plpgsql as $$
declare
  live uuid[];
begin
  perform 1 from product where id = any (ids) order by id for no key update;

  select coalesce(array_agg(p.id), '{}') into live
  from product p
  where p.id = any (ids) and p.deleted_at is null
    and exists (select from variant v where v.product_id = p.id and v.deleted_at is null and v.is_enabled);

  delete from product_listing where product_id = any (ids) and product_id <> all (live);

  insert into product_listing as l
    (product_id, published_at, new_until, is_available, material, offers, offers_in_stock, card)
  select
    p.id, p.published_at,
    case when p.is_new_flag then 'infinity'::timestamptz else p.published_at + interval '60 days' end,
    o.in_stock <> '{}', p.material, o.all_offers, o.in_stock,
    json_build_object(
      'id', p.id, 'identifier', p.identifier, 'name', p.name, 'material', p.material,
      'coverPicture', p.pictures -> 0, 'hoverPicture', p.pictures -> 1,
      'colors', coalesce((
        select json_agg(json_build_object('name', c.name, 'hex', c.hex) order by x.position)
        from product_option po, unnest(po.values) with ordinality as x (name, position)
        join color c on c.name = x.name
        where po.product_id = p.id and po.name = 'Color'), '[]'))
  from product p
  cross join lateral (
    select
      array_agg(distinct offer) as all_offers,
      coalesce(array_agg(distinct offer) filter (where v.stock > 0), '{}') as in_stock
    from variant v
    cross join lateral unnest(array[
      coalesce(v.attributes ->> 'Color', '') || '|' || coalesce(v.attributes ->> 'Size', ''),
      coalesce(v.attributes ->> 'Color', '') || '|',
      '|' || coalesce(v.attributes ->> 'Size', '')]) as offer
    where v.product_id = p.id and v.deleted_at is null and v.is_enabled
  ) o
  where p.id = any (live)
  on conflict (product_id) do update set
    published_at = excluded.published_at, new_until = excluded.new_until,
    is_available = excluded.is_available, material = excluded.material, offers = excluded.offers,
    offers_in_stock = excluded.offers_in_stock, card = excluded.card
  where (l.published_at, l.new_until, l.is_available, l.material, l.offers, l.offers_in_stock, l.card::text)
    is distinct from (excluded.published_at, excluded.new_until, excluded.is_available,
      excluded.material, excluded.offers, excluded.offers_in_stock, excluded.card::text);

  delete from product_price where product_id = any (live);
  insert into product_price
    (product_id, from_at, until_at, price_cents, list_price_cents, has_range, variant_id)
  select s.product_id, s.from_at, s.until_at, cheapest.now_cents, cheapest.price_cents,
    cheapest.highest > cheapest.now_cents, cheapest.id
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
  ) cheapest;

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

  insert into search_word (word)
  select distinct word
  from product_search, unnest(tsvector_to_array(document)) as word
  where product_id = any (live) and length(word) between 3 and 40
  on conflict do nothing;
end
$$;

create function refresh_listing_of_changed_products() returns trigger language plpgsql as $$
begin
  perform refresh_product_listing(array(select distinct id from changed));
  return null;
end
$$;
create trigger product_inserted after insert on product
  referencing new table as changed for each statement execute function refresh_listing_of_changed_products();
create trigger product_updated after update on product
  referencing new table as changed for each statement execute function refresh_listing_of_changed_products();

create function refresh_listing_of_changed_parts() returns trigger language plpgsql as $$
begin
  perform refresh_product_listing(array(select distinct product_id from changed));
  return null;
end
$$;
create trigger variant_inserted after insert on variant
  referencing new table as changed for each statement execute function refresh_listing_of_changed_parts();
create trigger variant_deleted after delete on variant
  referencing old table as changed for each statement execute function refresh_listing_of_changed_parts();
create trigger option_inserted after insert on product_option
  referencing new table as changed for each statement execute function refresh_listing_of_changed_parts();
create trigger option_updated after update on product_option
  referencing new table as changed for each statement execute function refresh_listing_of_changed_parts();
create trigger option_deleted after delete on product_option
  referencing old table as changed for each statement execute function refresh_listing_of_changed_parts();
create trigger product_category_inserted after insert on product_category
  referencing new table as changed for each statement execute function refresh_listing_of_changed_parts();
create trigger product_category_updated_from after update on product_category
  referencing old table as changed for each statement execute function refresh_listing_of_changed_parts();
create trigger product_category_updated_to after update on product_category
  referencing new table as changed for each statement execute function refresh_listing_of_changed_parts();
create trigger product_category_deleted after delete on product_category
  referencing old table as changed for each statement execute function refresh_listing_of_changed_parts();

-- Most updates of variants are stock movements: only one that empties or refills a variant shows in a list.
create function refresh_listing_of_updated_variants() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  select array_agg(distinct n.product_id) into ids
  from changed n join replaced o using (id)
  where (o.stock > 0) <> (n.stock > 0)
    or (o.price_cents, o.sale_price_cents, o.sale_starts_at, o.sale_ends_at, o.is_enabled, o.deleted_at,
        o.attributes, o.product_id, o.position)
      is distinct from (n.price_cents, n.sale_price_cents, n.sale_starts_at, n.sale_ends_at, n.is_enabled,
        n.deleted_at, n.attributes, n.product_id, n.position);
  if ids is not null then
    perform refresh_product_listing(ids);
  end if;
  return null;
end
$$;
create trigger variant_updated after update on variant
  referencing old table as replaced new table as changed
  for each statement execute function refresh_listing_of_updated_variants();

create function refresh_listing_of_changed_categories() returns trigger language plpgsql as $$
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
create trigger category_updated after update on category
  referencing old table as replaced new table as changed
  for each statement execute function refresh_listing_of_changed_categories();

create function refresh_listing_of_changed_colors() returns trigger language plpgsql as $$
begin
  perform refresh_product_listing(array(
    select distinct po.product_id from product_option po
    where po.name = 'Color' and po.values && array(select name from changed)));
  return null;
end
$$;
create trigger color_inserted after insert on color
  referencing new table as changed for each statement execute function refresh_listing_of_changed_colors();
create trigger color_updated after update on color
  referencing new table as changed for each statement execute function refresh_listing_of_changed_colors();
create trigger color_deleted after delete on color
  referencing old table as changed for each statement execute function refresh_listing_of_changed_colors();

-- How many products a category shows, so that no list counts them.
create function count_category_products() returns trigger language plpgsql as $$
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
create trigger category_product_inserted after insert on category_product
  referencing new table as changed for each statement execute function count_category_products();
create trigger category_product_deleted after delete on category_product
  referencing old table as changed for each statement execute function count_category_products();

-- What a shopper has typed, as a query: every word must be there (any of them when `loose`), stemmed
-- or as typed, the last one as the beginning of a word; synonyms count; a word that nothing begins
-- with stands for the words nearest to it. Null when nothing typed is worth looking for.
create function search_query(words text[], loose boolean) returns tsquery
language plpgsql stable as $$
declare
  typed text;
  position integer := 0;
  stemmed tsquery;
  word_query tsquery;
  synonym text;
  result tsquery;
begin
  foreach typed in array words loop
    position := position + 1;
    stemmed := plainto_tsquery('house', typed);
    continue when numnode(stemmed) = 0 and (position < cardinality(words) or result is not null);
    word_query := plainto_tsquery('house_plain', typed);
    if position = cardinality(words) then
      word_query := (quote_literal(typed) || ':*')::tsquery;
    end if;
    if stemmed::text <> quote_literal(typed) then
      word_query := stemmed || word_query;
    end if;
    for synonym in select unnest(synonyms) from search_synonym
      where term in (typed, regexp_replace(typed, 's$', ''))
    loop
      word_query := word_query || plainto_tsquery('house', synonym);
    end loop;
    if not exists (select from search_word where word >= typed and word < typed || 'zzzz')
      and not exists (select from search_synonym where term in (typed, regexp_replace(typed, 's$', '')))
    then
      for synonym in select word from search_word
        where word % typed
          -- Letters changed places: few trigrams are left of a short word.
          or (length(typed) >= 5 and word >= left(typed, 1) and word < left(typed, 1) || 'zzzz'
            and levenshtein_less_equal(word, typed, 2) <= 2)
        order by levenshtein(word, typed), similarity(word, typed) desc, word limit 3
      loop
        word_query := word_query || plainto_tsquery('house', synonym);
      end loop;
    end if;
    result := case
      when result is null then word_query
      when loose then result || word_query
      else result && word_query
    end;
  end loop;
  -- "Hand bag" is a handbag, though neither word alone is.
  for typed, synonym in select s.term, w.word
    from search_synonym s, unnest(s.synonyms) as w (word)
    where s.term like '% %' and strpos(' ' || array_to_string(words, ' ') || ' ', ' ' || s.term || ' ') > 0
  loop
    word_query := plainto_tsquery('house', replace(array_to_string(words, ' '), typed, synonym));
    result := case when result is null then word_query else result || word_query end;
  end loop;
  return result;
end
$$;

-- The best `most` products of a query, best first: by where the words stand, then the newest. Looks
-- further only while there are too few. Of a word that stands alike in thousands of products, the
-- first few thousand are considered: ordering them all by date would cost each search what only a
-- list sorted by newest needs. Always by index: what a word matches can not be guessed beforehand.
create function find_products(query tsquery, most integer)
returns table (product_id uuid, published_at timestamptz)
language plpgsql stable set enable_seqscan = off set enable_indexscan = off as $$
declare
  considered constant integer := 4000;
  missing integer := most;
  found_now integer;
begin
  return query select * from (
      select s.product_id, s.published_at from product_search s
      where s.name @@ query
      limit considered) candidates
    order by 2 desc, 1 desc limit missing;
  get diagnostics found_now = row_count;
  missing := missing - found_now;
  if missing = 0 then return; end if;

  return query select * from (
      select s.product_id, s.published_at from product_search s
      where s.place @@ query and not s.name @@ query
      limit considered) candidates
    order by 2 desc, 1 desc limit missing;
  get diagnostics found_now = row_count;
  missing := missing - found_now;
  if missing = 0 then return; end if;

  return query select * from (
      select s.product_id, s.published_at from product_search s
      where s.matter @@ query and not s.place @@ query
      limit considered) candidates
    order by 2 desc, 1 desc limit missing;
  get diagnostics found_now = row_count;
  missing := missing - found_now;
  if missing = 0 then return; end if;

  return query select * from (
      select s.product_id, s.published_at from product_search s
      where s.document @@ query and not s.matter @@ query
      limit considered) candidates
    order by 2 desc, 1 desc limit missing;
end
$$;

-- How many products a query finds, at most `most`.
create function count_products(query tsquery, most integer) returns integer
language plpgsql stable set enable_seqscan = off set enable_indexscan = off as $$
begin
  return (select count(*) from (
    select from product_search s where s.document @@ query limit most) counted);
end
$$;
