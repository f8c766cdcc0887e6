-- Searches that cost alike in a small house and in a large one. How many products have a word is kept,
-- so that a search goes through the newest products where much of the catalogue has the word, and
-- through the index of words where little has it.

alter table search_word
  add column in_name integer not null default 0,
  add column in_place integer not null default 0,
  add column in_matter integer not null default 0,
  add column in_document integer not null default 0;
alter table search_word set (fillfactor = 70);

create index product_search_newest on product_search (published_at desc, product_id desc);

-- The words of a product's texts, and which of the texts hold them; the shortest and longest are no
-- words that anyone misspells.
create function search_words_of(name tsvector, place tsvector, matter tsvector, document tsvector)
returns table (word text, in_name integer, in_place integer, in_matter integer, in_document integer)
language sql immutable parallel safe rows 80
begin atomic
  select w.word,
    (w.word = any (tsvector_to_array(name)))::integer,
    (w.word = any (tsvector_to_array(place)))::integer,
    (w.word = any (tsvector_to_array(matter)))::integer,
    1
  from unnest(tsvector_to_array(document)) as w (word)
  where length(w.word) between 3 and 40;
end;

-- Brings the counts of words from what the products `gone` held to what those of `come` hold. In one
-- statement and in the order of words, so that two writers wait for each other and never both.
create function recount_search_words(gone product_search[], come product_search[]) returns void
language plpgsql as $$
begin
  insert into search_word as kept (word, in_name, in_place, in_matter, in_document)
  select w.word, sum(times * w.in_name), sum(times * w.in_place), sum(times * w.in_matter),
    sum(times * w.in_document)
  from (select *, -1 as times from unnest(gone) union all select *, 1 from unnest(come)) s
  cross join lateral search_words_of(s.name, s.place, s.matter, s.document) w
  group by w.word
  having (sum(times * w.in_name), sum(times * w.in_place), sum(times * w.in_matter), sum(times))
    is distinct from (0, 0, 0, 0)
  order by w.word
  on conflict (word) do update set
    in_name = kept.in_name + excluded.in_name, in_place = kept.in_place + excluded.in_place,
    in_matter = kept.in_matter + excluded.in_matter,
    in_document = kept.in_document + excluded.in_document;

  delete from search_word
  where in_document <= 0
    and word in (select unnest(tsvector_to_array(s.document)) from unnest(gone) s);
end
$$;

create function recount_search_words_of_changed() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then
      perform recount_search_words('{}', array(select row(c.*)::product_search from changed c));
    when 'UPDATE' then
      perform recount_search_words(
        array(select row(r.*)::product_search from replaced r),
        array(select row(c.*)::product_search from changed c));
    else
      perform recount_search_words(array(select row(r.*)::product_search from replaced r), '{}');
  end case;
  return null;
end
$$;
create trigger product_search_inserted after insert on product_search
  referencing new table as changed for each statement execute function recount_search_words_of_changed();
create trigger product_search_updated after update on product_search
  referencing old table as replaced new table as changed
  for each statement execute function recount_search_words_of_changed();
create trigger product_search_deleted after delete on product_search
  referencing old table as replaced for each statement execute function recount_search_words_of_changed();

delete from search_word;
insert into search_word (word, in_name, in_place, in_matter, in_document)
select w.word, sum(w.in_name), sum(w.in_place), sum(w.in_matter), sum(w.in_document)
from product_search s cross join lateral search_words_of(s.name, s.place, s.matter, s.document) w
group by w.word;

-- As before, but for the words, which the triggers above keep.
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
end
$$;

-- What a shopper has typed, as a query: every word must be there (any of them when `loose`), stemmed
-- or as typed, the last one as the beginning of a word; synonyms count; a word that nothing begins
-- with stands for the words nearest to it. `query` is null when nothing typed is worth looking for.
-- `matches` guesses how many products have it in their name, place, matter and document; `at_least`
-- is known of the last.
create function search_plan(words text[], loose boolean,
  out query tsquery, out matches real[], out at_least integer)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  most_beginnings constant integer := 40;
  products real := (select greatest(product_count, 1) from category where parent_id is null);
  typed text;
  position integer := 0;
  stemmed tsquery;
  word_query tsquery;
  beginnings text[];
  synonym text;
  word_matches real[];
  word_at_least integer;
begin
  at_least := 0;
  foreach typed in array words loop
    position := position + 1;
    stemmed := plainto_tsquery('house', typed);
    continue when numnode(stemmed) = 0 and (position < cardinality(words) or query is not null);
    beginnings := array(
      select word from search_word
      where word >= typed and word < typed || 'zzzz' and starts_with(word, typed)
      limit most_beginnings + 1);

    -- Whatever has the word as typed has its stem.
    word_query := case when numnode(stemmed) > 0 then stemmed else plainto_tsquery('house_plain', typed) end;
    if position = cardinality(words) then
      -- Words that are known are found faster than a beginning.
      word_query := word_query || case
        when cardinality(beginnings) between 1 and most_beginnings then (
          select coalesce(string_agg(
            '''' || replace(replace(word, '\', '\\'), '''', '''''') || '''', ' | '), '')::tsquery
          from unnest(beginnings) as word
          where quote_literal((ts_lexize('english_stem', word))[1]) is distinct from stemmed::text)
        else (quote_literal(typed) || ':*')::tsquery
      end;
    end if;
    for synonym in select unnest(synonyms) from search_synonym
      where term in (typed, regexp_replace(typed, 's$', ''))
    loop
      word_query := word_query || plainto_tsquery('house', synonym);
    end loop;
    if cardinality(beginnings) = 0
      and not exists (select from search_synonym where term in (typed, regexp_replace(typed, 's$', '')))
    then
      -- The nearest only: a slip seldom changes the first letter, and a name or a category is more
      -- likely meant than a word of the descriptions.
      for synonym in
        select word from (
          select word, rank() over (order by
            levenshtein(word, typed)
              + case when left(word, 1) = left(typed, 1) then 0 else 1.5 end
              + case when in_place > 0 then 0 else 1.5 end) as place
          from search_word
          where word % typed
            -- Letters changed places: few trigrams are left of a short word.
            or (length(typed) >= 5 and word >= left(typed, 1) and word < left(typed, 1) || 'zzzz'
              and levenshtein_less_equal(word, typed, 2) <= 2)
        ) near
        where place = 1
        order by similarity(word, typed) desc, word limit 3
      loop
        word_query := word_query || plainto_tsquery('house', synonym);
      end loop;
    end if;

    -- Forms of a word stand in the same products: adding them all up would count those twice.
    select
      array[greatest(max(in_name), sum(in_name) / 2), greatest(max(in_place), sum(in_place) / 2),
        greatest(max(in_matter), sum(in_matter) / 2), greatest(max(in_document), sum(in_document) / 2)],
      max(in_document)
    into word_matches, word_at_least
    from search_word
    where word = any (array(
        select named[1] from regexp_matches(word_query::text, '''([^'']+)''', 'g') as named))
      or (cardinality(beginnings) > most_beginnings and position = cardinality(words)
        and word >= typed and word < typed || 'zzzz');
    word_matches := coalesce(nullif(word_matches, '{null,null,null,null}'), '{0,0,0,0}');
    if word_at_least is null or word_query::text like '%&%' then
      word_at_least := 0;
    end if;

    if query is null then
      query := word_query;
      matches := word_matches;
      at_least := word_at_least;
    elsif loose then
      query := query || word_query;
      matches := array(select least(a + b, products) from unnest(matches, word_matches) as m (a, b));
      at_least := greatest(at_least, word_at_least);
    else
      query := query && word_query;
      -- As many as could be: to look for them among the newest in vain costs little.
      matches := array(select least(a, b) from unnest(matches, word_matches) as m (a, b));
      at_least := 0;
    end if;
  end loop;
  -- "Hand bag" is a handbag, though neither word alone is.
  for typed, synonym in select s.term, w.word
    from search_synonym s, unnest(s.synonyms) as w (word)
    where s.term like '% %' and strpos(' ' || array_to_string(words, ' ') || ' ', ' ' || s.term || ' ') > 0
  loop
    word_query := plainto_tsquery('house', replace(array_to_string(words, ' '), typed, synonym));
    query := case when query is null then word_query else query || word_query end;
    matches := coalesce(matches, '{0,0,0,0}');
  end loop;
end
$$;

-- Of the `budget` newest products the first `most` that a query finds in a text and not in the one
-- before it (1 name, 2 place, 3 matter, 4 document).
create function newest_found(query tsquery, tier integer, most integer, budget integer)
returns setof uuid
language plpgsql stable rows 16 set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  return query
    select s.product_id
    from (select * from product_search p order by p.published_at desc, p.product_id desc limit budget) s
    where case tier
      when 1 then s.name @@ query
      when 2 then s.place @@ query and not s.name @@ query
      when 3 then s.matter @@ query and not s.place @@ query
      else s.document @@ query and not s.matter @@ query
    end
    order by s.published_at desc, s.product_id desc
    limit most;
end
$$;

-- The same of all products, by the index of words: always by index, for what a query finds can not be
-- guessed by the planner.
create function indexed_found(query tsquery, tier integer, most integer)
returns setof uuid
language plpgsql stable rows 16 set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_indexscan = off as $$
begin
  case tier
    when 1 then return query
      select s.product_id from product_search s where s.name @@ query
      order by s.published_at desc, s.product_id desc limit most;
    when 2 then return query
      select s.product_id from product_search s
      where s.place @@ query and not s.name @@ query
      order by s.published_at desc, s.product_id desc limit most;
    when 3 then return query
      select s.product_id from product_search s
      where s.matter @@ query and not s.place @@ query
      order by s.published_at desc, s.product_id desc limit most;
    else return query
      select s.product_id from product_search s
      where s.document @@ query and not s.matter @@ query
      order by s.published_at desc, s.product_id desc limit most;
  end case;
end
$$;

drop function find_products(tsquery, integer);
drop function count_products(tsquery, integer);
drop function search_query(text[], boolean);

-- The best products of a query from place `skipped` + 1 to `most`, best first: by where the words stand,
-- then the newest. Looks further only while there are too few. `matches` is the plan's guess, and
-- decides only the way: what is found is the same.
create function find_products(query tsquery, matches real[], skipped integer, most integer)
returns table (product_id uuid, place bigint)
language plpgsql stable rows 16 set plan_cache_mode = force_generic_plan as $$
declare
  products real := (select greatest(product_count, 1) from category where parent_id is null);
  missing integer := most;
  way real;
  ids uuid[];
  best uuid[] := '{}';
begin
  for tier in 1..4 loop
    -- Products to go through until enough are found, with some to spare. Documents are long to read.
    way := case when matches[tier] > 0 then 100 + 2 * missing * products / matches[tier] end;
    ids := '{}';
    if way < least(matches[tier] / case tier when 4 then 3 else 1 end, 6000) then
      ids := array(select n.product_id from newest_found(query, tier, missing, ceil(way)::integer) n (product_id));
    end if;
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

-- How many products a query finds, at most `most`, when at least so many are known of.
create function count_products(query tsquery, at_least integer, most integer) returns integer
language plpgsql stable set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_indexscan = off as $$
begin
  if at_least >= most then
    return most;
  end if;
  return (select count(*) from (
    select from product_search s where s.document @@ query limit most) counted);
end
$$;

-- A category's products from place `skipped` + 1 on, newest first. A function, for it is planned once
-- a connection: a statement with the bounds of a page for parameters is planned at every use, which
-- takes longer than running it.
create function newest_products(in_category uuid, skipped integer, most integer)
returns table (product_id uuid, place bigint)
language plpgsql stable rows 16 set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  return query
    select listed.*, row_number() over ()
    from (
      select cp.product_id from category_product cp
      where cp.category_id = in_category
      order by cp.published_at desc, cp.product_id desc
      limit most offset skipped
    ) listed;
end
$$;
