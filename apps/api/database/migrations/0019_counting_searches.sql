-- What several common words find is counted among an eighth of the products first. Which are in it
-- is decided by the last byte of their ids, which has nothing to do with what they are.
create index product_search_document_eighth on product_search using gin (document)
  with (fastupdate = off) where get_byte(uuid_send(product_id), 15) < 32;

drop function count_products(tsquery, integer, integer);

-- How many products a query finds, at most `most`; at least so many are known of, and `matches` guesses
-- how many have it in their document. Where an eighth of the products has twice its share of `most`, chance
-- would have to be twelve deviations off for there to be fewer in all. Else names are asked first: they
-- hold few words, and what is in enough of them need not be looked for in the rest.
create function count_products(query tsquery, matches real[], at_least integer, most integer)
returns integer language plpgsql stable set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_indexscan = off as $$
declare
  twice_its_share integer := most / 4;
begin
  if at_least >= most
    or matches[4] > 8 * twice_its_share and (select count(*) from (
      select from product_search s
      where get_byte(uuid_send(s.product_id), 15) < 32 and s.document @@ query limit twice_its_share) counted)
        = twice_its_share
    or (select count(*) from (select from product_search s where s.name @@ query limit most) counted) = most
  then
    return most;
  end if;
  return (select count(*) from (
    select from product_search s where s.document @@ query limit most) counted);
end
$$;

-- Kinds have come with 0015, and the planner may never have been told how many.
analyze product_kind;
