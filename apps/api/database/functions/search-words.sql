-- As before, but each text is taken apart once: a row for each text that has the word, to be added up.
create or replace function search_words_of(name tsvector, place tsvector, matter tsvector, document tsvector)
returns table (word text, in_name integer, in_place integer, in_matter integer, in_document integer)
language sql immutable parallel safe rows 150 as $$
  select w.word, w.in_name, w.in_place, w.in_matter, w.in_document
  from (
    select unnest(tsvector_to_array(name)) as word, 1 as in_name, 0 as in_place, 0 as in_matter, 0 as in_document
    union all select unnest(tsvector_to_array(place)), 0, 1, 0, 0
    union all select unnest(tsvector_to_array(matter)), 0, 0, 1, 0
    union all select unnest(tsvector_to_array(document)), 0, 0, 0, 1
  ) w
  where length(w.word) between 3 and 40
$$;

-- Brings the counts of words from what the products `gone` held to what those of `come` hold. In one
-- statement and in the order of words, so that two writers wait for each other and never both.
create or replace function recount_search_words(gone product_search[], come product_search[]) returns void
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

create or replace function recount_search_words_of_changed() returns trigger language plpgsql as $$
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
create or replace trigger product_search_inserted after insert on product_search
  referencing new table as changed for each statement execute function recount_search_words_of_changed();
create or replace trigger product_search_updated after update on product_search
  referencing old table as replaced new table as changed
  for each statement execute function recount_search_words_of_changed();
create or replace trigger product_search_deleted after delete on product_search
  referencing old table as replaced for each statement execute function recount_search_words_of_changed();
