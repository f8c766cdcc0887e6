-- Brings the counts of words from what the listings `gone` had to what those of `come` have. In one statement
-- and in the order of words, so that two writers can't wait for each other. The shortest and longest words
-- are left out: nobody misspells them.
create or replace function recount_search_words(gone tsvector[], come tsvector[]) returns void
language sql as $$
  with counted as (
    select w.word, sum(times * (w.weights && '{A,B}')::integer) as in_place,
      sum(times * (w.weights && '{A,B,C}')::integer) as in_matter, sum(times) as in_document
    from (
      select text, -1 as times from unnest(gone) as text union all select text, 1 from unnest(come) as text
    ) t
    cross join lateral (select lexeme as word, weights from unnest(t.text)) w
    where length(w.word) between 3 and 40
    group by w.word
  )
  insert into search_word as kept (word, in_place, in_matter, in_document)
  select * from counted
  where (in_place, in_matter, in_document) is distinct from (0::bigint, 0::bigint, 0::bigint)
  order by word
  on conflict (word) do update set
    in_place = kept.in_place + excluded.in_place, in_matter = kept.in_matter + excluded.in_matter,
    in_document = kept.in_document + excluded.in_document;

  delete from search_word
  where in_document <= 0 and word in (select lexeme from unnest(gone) as text, unnest(text));
$$;
