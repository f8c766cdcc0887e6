-- Several common words are rarely all found in names: most pieces have them from their categories, their
-- material and their colors, which many have in common. Which of those kinds have all words is known at
-- once, where every piece was asked before.

-- The words that categories, material and colors give to a piece, each such set kept once.
create table search_kind (
  id integer generated always as identity primary key,
  -- Of the words, which may be too long for an index.
  digest uuid not null unique generated always as (md5(words::text)::uuid) stored,
  words tsvector not null,
  product_count integer not null default 0,
  -- A kind stays when its last product has gone, for another writer may just have found it.
  is_used boolean not null generated always as (product_count > 0) stored
) with (fillfactor = 70);
create index search_kind_words on search_kind using gin (words) with (fastupdate = off) where is_used;

-- All words of a product's kind are in its `matter`, which has those of its name besides. A kind is looked up
-- anew when `matter` changes: a name that has a new category's words already keeps the product where it is.
create table search_kind_product (
  kind_id integer not null references search_kind,
  published_at timestamptz not null,
  product_id uuid not null references product_search on delete cascade,
  primary key (kind_id, published_at, product_id)
);
create index search_kind_product_of_product on search_kind_product (product_id);

create type product_with_words as (product_id uuid, published_at timestamptz, words tsvector);

create function keep_search_kinds(ids uuid[]) returns void language plpgsql as $$
declare
  products product_with_words[] := array(
    select row(product_id, published_at, in_categories || in_material)::product_with_words from search_texts(ids));
begin
  -- A statement of its own: the next one then sees also what another writer has added meanwhile.
  insert into search_kind (words)
  select distinct words from unnest(products) p
  where not exists (select from search_kind known where known.digest = md5(p.words::text)::uuid)
  order by words
  on conflict do nothing;

  with wanted as materialized (
    select k.id as kind_id, p.published_at, p.product_id
    from unnest(products) p join search_kind k on k.digest = md5(p.words::text)::uuid
  ), gone as (
    delete from search_kind_product kp
    where kp.product_id = any (ids) and not exists (
      select from wanted w
      where (w.kind_id, w.published_at, w.product_id) = (kp.kind_id, kp.published_at, kp.product_id))
  )
  insert into search_kind_product (kind_id, published_at, product_id)
  select kind_id, published_at, product_id from wanted
  on conflict do nothing;
end
$$;

create function keep_search_kinds_of_changed() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(select product_id from changed);
begin
  if ids <> '{}' then
    perform keep_search_kinds(ids);
  end if;
  return null;
end
$$;
create trigger product_search_inserted_kinds after insert on product_search
  referencing new table as changed for each statement execute function keep_search_kinds_of_changed();
create trigger product_search_updated_kinds after update on product_search
  referencing new table as changed for each statement execute function keep_search_kinds_of_changed();

create function count_search_kind_products() returns trigger language plpgsql as $$
begin
  -- In one order, so that of two statements that write only one waits for the other.
  perform 1 from search_kind where id in (select kind_id from changed) order by id for no key update;
  update search_kind k set product_count = k.product_count + d.difference
  from (select kind_id, case tg_op when 'INSERT' then 1 else -1 end * count(*) as difference
        from changed group by kind_id) d
  where k.id = d.kind_id;
  return null;
end
$$;
create trigger search_kind_product_inserted after insert on search_kind_product
  referencing new table as changed for each statement execute function count_search_kind_products();
create trigger search_kind_product_deleted after delete on search_kind_product
  referencing old table as changed for each statement execute function count_search_kind_products();

-- What there is already.
select keep_search_kinds(array(select product_id from product_search));

-- The kinds that have what a query looks for, and how many products are of them: all that have it in their
-- `matter`. Null where one may have it there by its name, for more products have a word than are of the
-- kinds that have it; and where that is not known, or would take long to learn: of beginnings, words too
-- short or long to be counted or written with an apostrophe, and of many words or kinds.
create function kinds_of_query(query tsquery, out kinds integer[], out products integer)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  most_nodes constant integer := 40;
  most_kinds constant integer := 1000;
begin
  if numnode(query) > most_nodes or query::text ~ '''''|\\|:' or exists (
    select from regexp_matches(query::text, '''([^'']+)''', 'g') as lexeme
    where length(lexeme[1]) not between 3 and 40
      or coalesce((select in_matter from search_word where word = lexeme[1]), 0) <> (
        select case when count(*) <= most_kinds then coalesce(sum(product_count), 0) else -1 end
        from (
          select product_count from search_kind
          where is_used and words @@ quote_literal(lexeme[1])::tsquery
          limit most_kinds + 1) few))
  then
    return;
  end if;
  select coalesce(array_agg(id), '{}'), coalesce(sum(product_count), 0) into kinds, products
  from search_kind where is_used and words @@ query;
end
$$;

-- The newest products of kinds.
create function newest_of_kinds(kinds integer[], most integer) returns setof uuid
language plpgsql stable rows 16 set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  return query
    select kp.product_id from search_kind_product kp
    where kp.kind_id = any (kinds)
    order by kp.published_at desc, kp.product_id desc
    limit most;
end
$$;

-- As before, but an eighth that has not half of its share tells that there are fewer, as surely: then all
-- products are to be gone through, and names need not be asked.
create or replace function surely_finds(query tsquery, matches real[], at_least integer, most integer)
returns boolean language plpgsql stable set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_indexscan = off as $$
declare
  share integer := most / 8;
  in_eighth integer;
begin
  if at_least >= most then
    return true;
  end if;
  if matches[4] > 2 * most then
    select count(*) into in_eighth from (
      select from product_search s
      where get_byte(uuid_send(s.product_id), 15) < 32 and s.document @@ query limit 2 * share) counted;
    if in_eighth = 2 * share or in_eighth < share / 2 then
      return in_eighth = 2 * share;
    end if;
  end if;
  return (select count(*) from (select from product_search s where s.name @@ query limit most) counted) = most;
end
$$;

drop function search_page(tsquery, real[], integer, uuid[], integer, integer, integer);
drop function find_products(tsquery, real[], integer, integer, uuid[]);

-- The best products of a query from place `skipped` + 1 to `most`, best first: those of `first`, which are
-- found in names, then by where the words stand, then the newest. Looks further only while there are too
-- few. `matches` is the plan's guess and `kinds` what `kinds_of_query` tells, if it was asked: they decide
-- only the way, and what is found is the same.
create function find_products(
  query tsquery, matches real[], skipped integer, most integer, first uuid[] default '{}',
  kinds integer[] default null, of_kinds integer default null)
returns table (product_id uuid, place bigint)
language plpgsql stable rows 16 set plan_cache_mode = force_generic_plan as $$
declare
  products real := (select greatest(product_count, 1) from category where parent_id is null);
  guess real[] := matches;
  best uuid[] := first[:most];
  missing integer := most - cardinality(best);
  wanted integer;
  likely real;
  way real;
  most_steps real;
  by_kinds boolean;
  ids uuid[];
begin
  -- Where there are few the index is fast, and a sample would only add to it.
  if matches[4] > 500 and query::text like '%&%' then
    guess := sampled_matches(query, products, 300);
  end if;
  for tier in 1..4 loop
    exit when missing = 0;
    by_kinds := tier = 3 and kinds is not null;
    if by_kinds then
      guess[3] := of_kinds - cardinality(best);
      continue when guess[3] = 0;
    end if;
    -- Those that are there already are found once more.
    wanted := missing + case tier when 1 then cardinality(best) else 0 end;
    -- Products to go through until enough are found, with some to spare. A row that the index leads to
    -- stands anywhere, which costs about as much as going through four of the newest, which many
    -- searches go through; of documents, which are long to read, as two. One of a kind is read from an
    -- index alone.
    most_steps := least(
      guess[tier] * case when by_kinds then 0.25 when tier = 4 then 1 else 2 end, 6000);
    ids := '{}';
    likely := guess[tier];
    for attempt in 1..2 loop
      exit when likely <= 0;
      way := 50 + 1.4 * wanted * products / likely;
      exit when way > most_steps;
      ids := array(select n.product_id from newest_found(query, tier, wanted, ceil(way)::integer) n (product_id));
      exit when cardinality(ids) = wanted;
      -- Fewer than guessed: what has been found tells how far to go.
      likely := cardinality(ids) * products / way;
    end loop;
    if cardinality(ids) < wanted then
      ids := case
        when by_kinds then array(select newest_of_kinds(kinds, missing + cardinality(best)))
        else array(select i.product_id from indexed_found(query, tier, wanted) i (product_id))
      end;
    end if;
    if (tier = 1 or by_kinds) and best <> '{}' then
      ids := array(
        select i.id from unnest(ids) with ordinality as i (id, at)
        where i.id <> all (best) order by i.at limit missing);
    end if;
    best := best || ids;
    missing := missing - cardinality(ids);
  end loop;
  return query select * from unnest(best[skipped + 1:]) with ordinality;
end
$$;

-- What a search shows, `shown` products from place `skipped` + 1 on, and how many it finds, at most `most`.
create function search_page(query tsquery, matches real[], at_least integer, first uuid[],
  skipped integer, shown integer, most integer, out total integer, out ids uuid[])
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  kinds integer[];
  of_kinds integer;
begin
  -- One word is found quickly among the newest, and few products by the index.
  if matches[3] > 500 and query::text like '%&%' then
    select k.kinds, k.products into kinds, of_kinds from kinds_of_query(query) k;
  end if;
  if surely_finds(query, matches, greatest(at_least, of_kinds), most) then
    total := most;
    ids := array(
      select f.product_id
      from find_products(query, matches, skipped, least(skipped + shown, most), first, kinds, of_kinds) f
      order by f.place);
  else
    select a.total, a.ids into total, ids from all_found(query, first, skipped, shown, most) a;
  end if;
end
$$;
