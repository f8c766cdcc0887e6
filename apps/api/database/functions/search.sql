-- The known words and the terms of synonyms nearest to a word that is neither, three at most. Two letters that
-- changed places are one slip. A slip seldom changes the first letter; a word of names, categories or terms
-- is more likely meant than one of materials or colors, and that than one of descriptions.
create or replace function nearest_words(typed text) returns setof text
language sql stable rows 3 as $$
  select word from (
    select word, rank() over (order by
      slips + case when is_first_letter then 0 else 1.5 end + strangeness) as place
    from (
      select word, min(strangeness) as strangeness, left(word, 1) = left(typed, 1) as is_first_letter,
        least(
          levenshtein(word, typed)
            - case when length(word) = length(typed) and array(select unnest(string_to_array(word, null)) order by 1)
                = array(select unnest(string_to_array(typed, null)) order by 1) then 1 else 0 end,
          -- The beginning of a longer word.
          case when length(typed) >= 5 then levenshtein(left(word, length(typed)), typed) + 1 end) as slips
      from (
        select word, case when in_place > 0 then 0 when in_matter > 0 then 0.25 else 1.5 end as strangeness
        from search_word
        where word % typed
          -- Letters changed places: few trigrams are left of a short word.
          or (length(typed) >= 5 and word >= left(typed, 1) and word < left(typed, 1) || 'zzzz'
            and levenshtein_less_equal(word, typed, 2) <= 2)
        union all
        select unnest(array[term, rtrim(term, 's')]), 0 from search_synonym
        where strpos(term, ' ') = 0 and (term % typed
          or (length(typed) >= 5 and term >= left(typed, 1) and term < left(typed, 1) || 'zzzz'
            and levenshtein_less_equal(rtrim(term, 's'), rtrim(typed, 's'), 2) <= 2))
      ) similar_words
      group by word
    ) compared
    where slips + case when is_first_letter then 0 else 1 end
      <= case when length(typed) <= 4 then 1 when length(typed) <= 8 then 2 else 3 end
  ) near
  where place = 1
  order by similarity(word, typed) desc, word
  limit 3
$$;

-- A word as a query: stemmed or as typed, with what it is a synonym of. Also as the beginning of a word or a
-- term if it is the last that was typed or not known, and if nothing begins with it, as the nearest words.
create or replace function word_query(typed text, is_last boolean) returns tsquery
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  most_beginnings constant integer := 40;
  most_terms constant integer := 8;
  stem text := coalesce((ts_lexize('english_stem', typed))[1], typed);
  stemmed tsquery := plainto_tsquery('shop', typed);
  result tsquery;
  -- Shorter words are not kept.
  is_known boolean := length(typed) < 3;
  is_telling boolean;
  may_go_on boolean;
  beginnings text[] := '{}';
  meant text[] := array(
    select distinct unnest(synonyms) from search_synonym where stemmed_words(term) = stem order by 1);
  other text;
begin
  select is_known or count(*) > 0, coalesce(bool_or(in_matter > 0), false) into is_known, is_telling
  from search_word where word in (typed, stem);
  may_go_on := is_last or not is_known and meant = '{}';

  -- Whatever has the word as typed has its stem.
  result := case when numnode(stemmed) > 0 then stemmed else plainto_tsquery('shop_plain', typed) end;
  if may_go_on then
    -- What begins with a whole term by chance is not looked for in descriptions.
    beginnings := array(
      select word from search_word
      where word >= typed and word < typed || 'zzzz' and starts_with(word, typed)
        and (in_matter > 0 or meant = '{}')
      limit most_beginnings + 1);
    -- Words that are known are found faster than a beginning.
    if cardinality(beginnings) between 1 and most_beginnings then
      result := result || (
        select coalesce(string_agg(
          '''' || replace(replace(word, '\', '\\'), '''', '''''') || '''', ' | '), '')::tsquery
        from unnest(beginnings) as word
        where quote_literal((ts_lexize('english_stem', word))[1]) is distinct from stemmed::text);
    elsif meant = '{}' and (is_last or cardinality(beginnings) > 0) then
      result := result || (quote_literal(typed) || ':*')::tsquery;
    end if;
    if meant = '{}' and not is_telling and length(typed) >= 3 then
      meant := array(
        select distinct unnest(synonyms) from (
          select synonyms from search_synonym
          where term >= typed and term < typed || 'zzzz' and starts_with(term, typed)
          order by length(term), term limit most_terms) terms
        order by 1);
    end if;
  end if;
  if not is_known and beginnings = '{}' and meant = '{}' then
    for other in select nearest_words(typed) loop
      result := result || plainto_tsquery('shop', other);
      meant := meant || array(
        select unnest(synonyms) from search_synonym where stemmed_words(term) = stemmed_words(other));
    end loop;
  end if;
  foreach other in array meant loop
    result := result || plainto_tsquery('shop', other);
  end loop;
  return result;
end
$$;

-- The products whose name is what was typed, then, unless they are very many, those whose name begins so.
create or replace function namesakes(words text[], query tsquery) returns uuid[]
language plpgsql stable set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  most constant integer := 50;
  typed text := spelled(array_to_string(words, ' '));
  -- A word by itself is the whole of one: "cal" means much else besides what is called Cal.
  beginning text := case when cardinality(words) > 1 then typed else typed || ' ' end;
  same uuid[];
  begun uuid[];
begin
  same := array(
    select p.id from product p join product_listing l on l.product_id = p.id and ts_filter(l.words, '{a}') @@ query
    where spelled(p.name) collate "C" = typed
    order by p.published_at desc, p.id desc limit most);
  begun := array(
    select p.id from (
      select id, published_at from product
      where spelled(name) collate "C" > typed
        and spelled(name) collate "C" >= beginning and spelled(name) collate "C" < beginning || U&'\+10FFFF'
      limit most + 1) p
    join product_listing l on l.product_id = p.id and ts_filter(l.words, '{a}') @@ query
    order by p.published_at desc, p.id desc);
  return same || case when cardinality(begun) <= most then begun else '{}' end;
end
$$;

-- What a shopper has typed, as a query: every word must be there, or all but one when one may be
-- `missing`, or any of them when more may. Words that are a term together stand for its synonyms as well.
-- `query` is null when nothing typed is worth looking for. `colors` are those that words name, and `first`
-- the products that come before all others.
create or replace function search_query(words text[], missing integer,
  out query tsquery, out colors text[], out first uuid[])
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  longest_term constant integer := 4;
  last constant integer := cardinality(words);
  stems text[] := array(
    select coalesce((ts_lexize('english_stem', word))[1], word)
    from unnest(words) with ordinality as w (word, at) order by at);
  at integer := 1;
  after integer;
  part tsquery;
  of_word tsquery;
  meant text[];
  synonym text;
  part_colors text[];
  every tsquery;
  all_but_one tsquery;
  anything tsquery;
begin
  colors := '{}';
  while at <= last loop
    after := at + 1;
    meant := '{}';
    part := null;
    if at < last then
      select at + cardinality(string_to_array(term, ' ')), synonyms into after, meant
      from search_synonym
      where stemmed_words(term) = any (array(
        select array_to_string(stems[at:until], ' ')
        from generate_series(at + 1, least(at + longest_term - 1, last)) as until))
      order by 1 desc, term limit 1;
      if not found and last - at < longest_term then
        select last + 1, synonyms into after, meant
        from search_synonym
        where starts_with(term, array_to_string(words[at:], ' '))
          and term >= array_to_string(words[at:], ' ') and term < array_to_string(words[at:], ' ') || 'zzzz'
        order by length(term), term limit 1;
      end if;
      after := coalesce(after, at + 1);
    end if;
    for place in at..after - 1 loop
      continue when numnode(plainto_tsquery('shop', words[place])) = 0
        and (place < last or part is not null or every is not null);
      of_word := word_query(words[place], place = last);
      part := case when part is null then of_word else part && of_word end;
    end loop;
    foreach synonym in array coalesce(meant, '{}') loop
      of_word := plainto_tsquery('shop', synonym);
      part := case when part is null then of_word else part || of_word end;
    end loop;
    at := after;
    continue when part is null;

    -- A letter or two begin too many names.
    if length(words[after - 1]) >= 3 then
      part_colors := array(select name from color c where c.words @@ part order by position);
      -- Navy blue is the one of the blues that is navy.
      colors := case
        when colors = '{}' or part_colors = '{}' then colors || part_colors
        when colors && part_colors then array(
          select color from unnest(colors) as color where color = any (part_colors))
        else colors || part_colors
      end;
    end if;

    all_but_one := case
      when every is null then null
      when all_but_one is null then every || part
      else all_but_one && part || every end;
    anything := case when anything is null then part else anything || part end;
    every := case when every is null then part else every && part end;
  end loop;

  query := case
    when missing = 0 or all_but_one is null then every
    when missing = 1 then all_but_one
    else anything end;
  first := case when query is null then '{}' else namesakes(words, query) end;
end
$$;
