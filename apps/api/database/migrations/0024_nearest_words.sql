-- The words of the house nearest to one that it does not know, three at most. Two letters that changed
-- places are one slip, as any other. A slip seldom changes the first letter, and a name or a category is
-- more likely meant than a word of the descriptions.
create function nearest_words(typed text) returns setof text
language sql stable rows 3 as $$
  select word from (
    select word, rank() over (order by
      levenshtein(word, typed)
        - case when array(select unnest(string_to_array(word, null)) order by 1)
            = array(select unnest(string_to_array(typed, null)) order by 1) then 1 else 0 end
        + case when left(word, 1) = left(typed, 1) then 0 else 1.5 end
        + case when in_place > 0 then 0 else 1.5 end) as place
    from search_word
    where word % typed
      -- Letters changed places: few trigrams are left of a short word.
      or (length(typed) >= 5 and word >= left(typed, 1) and word < left(typed, 1) || 'zzzz'
        and levenshtein_less_equal(word, typed, 2) <= 2)
  ) near
  where place = 1
  order by similarity(word, typed) desc, word
  limit 3
$$;

-- What a shopper has typed, as a query: every word must be there (any of them when `loose`), stemmed
-- or as typed, the last one as the beginning of a word; synonyms count; a word that nothing begins
-- with stands for the words nearest to it. `query` is null when nothing typed is worth looking for.
-- `matches` guesses how many products have it in their name, place, matter and document; `at_least`
-- is known of the last.
create or replace function search_plan(words text[], loose boolean,
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
      for synonym in select nearest_words(typed)
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
