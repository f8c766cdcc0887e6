-- A search that finds fewer than are counted is gone through once: that tells how many there are and which
-- are the best. Before, the index was asked for each.
drop function count_products(tsquery, real[], integer, integer);

-- Whether a query surely finds `most` products; at least so many are known of, and `matches` guesses how
-- many have it in their document. Where an eighth of the products has twice its share of `most`, chance
-- would have to be twelve deviations off for there to be fewer in all. Else names are asked: they hold few
-- words, and what is in enough of them need not be looked for in the rest.
create function surely_finds(query tsquery, matches real[], at_least integer, most integer)
returns boolean language plpgsql stable set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_indexscan = off as $$
declare
  twice_its_share integer := most / 4;
begin
  return at_least >= most
    or matches[4] > 8 * twice_its_share and (select count(*) from (
      select from product_search s
      where get_byte(uuid_send(s.product_id), 15) < 32 and s.document @@ query limit twice_its_share) counted)
        = twice_its_share
    or (select count(*) from (select from product_search s where s.name @@ query limit most) counted) = most;
end
$$;

-- All products of a query, gone through once: how many there are, at most `most`, and the best of them in
-- the order of `find_products`, `shown` from place `skipped` + 1 on.
create function all_found(query tsquery, first uuid[], skipped integer, shown integer, most integer,
  out total integer, out ids uuid[])
language plpgsql stable set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_indexscan = off as $$
begin
  with found as materialized (
    select s.product_id, s.published_at, array_position(first, s.product_id) as place,
      case when s.name @@ query then 1 when s.place @@ query then 2 when s.matter @@ query then 3 else 4 end as tier
    from product_search s where s.document @@ query
  )
  select
    (select least(count(*), most) from found),
    array(
      select f.product_id from found f
      order by f.place, f.tier, f.published_at desc, f.product_id desc
      limit greatest(least(shown, most - skipped), 0) offset skipped)
  into total, ids;
end
$$;

-- What a search shows, `shown` products from place `skipped` + 1 on, and how many it finds, at most `most`.
create function search_page(query tsquery, matches real[], at_least integer, first uuid[],
  skipped integer, shown integer, most integer, out total integer, out ids uuid[])
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  if surely_finds(query, matches, at_least, most) then
    total := most;
    ids := array(
      select f.product_id from find_products(query, matches, skipped, least(skipped + shown, most), first) f
      order by f.place);
  else
    select a.total, a.ids into total, ids from all_found(query, first, skipped, shown, most) a;
  end if;
end
$$;
