create or replace function keep_search_kinds(ids uuid[]) returns void language plpgsql as $$
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

create or replace function keep_search_kinds_of_changed() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(select product_id from changed);
begin
  if ids <> '{}' then
    perform keep_search_kinds(ids);
  end if;
  return null;
end
$$;
create or replace trigger product_search_inserted_kinds after insert on product_search
  referencing new table as changed for each statement execute function keep_search_kinds_of_changed();
create or replace trigger product_search_updated_kinds after update on product_search
  referencing new table as changed for each statement execute function keep_search_kinds_of_changed();

create or replace function count_search_kind_products() returns trigger language plpgsql as $$
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
create or replace trigger search_kind_product_inserted after insert on search_kind_product
  referencing new table as changed for each statement execute function count_search_kind_products();
create or replace trigger search_kind_product_deleted after delete on search_kind_product
  referencing old table as changed for each statement execute function count_search_kind_products();

-- The kinds that have what a query looks for, and how many products are of them: all that have it in their
-- `matter`. Null where one may have it there by its name, for more products have a word than are of the
-- kinds that have it; and where that is not known, or would take long to learn: of beginnings, words too
-- short or long to be counted or written with an apostrophe, and of many words or kinds.
create or replace function kinds_of_query(query tsquery, out kinds integer[], out products integer)
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
create or replace function newest_of_kinds(kinds integer[], most integer) returns setof uuid
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
