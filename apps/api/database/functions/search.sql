-- The words of the house and the terms of its synonyms nearest to one that is neither, three at most.
-- Two letters that changed places are one slip, as any other. A slip seldom changes the first letter, and
-- a name, a category or a term is more likely meant than a material or a color, and that than a word of
-- the descriptions. What takes more
-- slips than a word of its length sees is another word.
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

-- A word as a query: stemmed or as typed, and what it is a synonym of. As the beginning of a word or a
-- term too, when it is the last that was typed or no word of the house; and when nothing begins with it,
-- as the words nearest to it.
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

-- How many products may have a query in their name, place, matter and document, as the counts of its
-- words tell; `at_least` is known of the last.
create or replace function guessed_matches(query tsquery, out matches real[], out at_least integer)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  whole text[];
  begun text[];
begin
  select coalesce(array_agg(lexeme[1]) filter (where lexeme[2] is null), '{}'),
    coalesce(array_agg(lexeme[1]) filter (where lexeme[2] is not null), '{}')
  into whole, begun
  from regexp_matches(query::text, '''([^'']+)''(:\*)?', 'g') as lexeme;
  -- Forms of a word stand in the same products: adding them all up would count those twice.
  select
    array[greatest(max(in_name), sum(in_name) / 2), greatest(max(in_place), sum(in_place) / 2),
      greatest(max(in_matter), sum(in_matter) / 2), greatest(max(in_document), sum(in_document) / 2)],
    max(in_document)
  into matches, at_least
  from (
    select * from search_word where word = any (whole)
    union all
    select w.* from unnest(begun) as beginning
    join search_word w on w.word >= beginning and w.word < beginning || 'zzzz' and w.word <> all (whole)
  ) counted;
  matches := coalesce(nullif(matches, '{null,null,null,null}'), '{0,0,0,0}');
  if at_least is null or query::text like '%&%' then
    at_least := 0;
  end if;
end
$$;

-- The products whose name is what was typed, then those whose name begins so, the newest first. When very
-- many begin so that tells nothing of them.
create or replace function namesakes(words text[], query tsquery) returns uuid[]
language plpgsql stable set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  most constant integer := 50;
  typed text := array_to_string(words, ' ');
  -- A word by itself is the whole of one: "cal" means much else besides what is called Cal.
  beginning text := case when cardinality(words) > 1 then typed else typed || ' ' end;
  same uuid[];
  begun uuid[];
begin
  same := array(
    select p.id from product p join product_search s on s.product_id = p.id and s.name @@ query
    where spelled(p.name) collate "C" = typed
    order by p.published_at desc, p.id desc limit most);
  begun := array(
    select p.id from (
      select id, published_at from product
      where spelled(name) collate "C" > typed
        and spelled(name) collate "C" >= beginning and spelled(name) collate "C" < beginning || U&'\+10FFFF'
      limit most + 1) p
    join product_search s on s.product_id = p.id and s.name @@ query
    order by p.published_at desc, p.id desc);
  return same || case when cardinality(begun) <= most then begun else '{}' end;
end
$$;

-- What a shopper has typed, as a query: every word must be there, or all but one when one may be
-- `missing`, or any of them when more may. Words that are a term together stand for its synonyms as well.
-- `query` is null when nothing typed is worth looking for. `matches` guesses how many products have it in
-- their name, place, matter and document; `at_least` is known of the last. `colors` are those that words
-- name, and `first` the products that come before all others.
create or replace function search_plan(words text[], missing integer,
  out query tsquery, out matches real[], out at_least integer, out colors text[], out first uuid[])
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  longest_term constant integer := 4;
  last constant integer := cardinality(words);
  products real := (select greatest(product_count, 1) from category where parent_id is null);
  stems text[] := array(
    select coalesce((ts_lexize('english_stem', word))[1], word)
    from unnest(words) with ordinality as w (word, at) order by at);
  at integer := 1;
  after integer;
  part tsquery;
  of_word tsquery;
  meant text[];
  synonym text;
  part_matches real[];
  part_at_least integer;
  part_colors text[];
  every tsquery;
  all_but_one tsquery;
  anything tsquery;
  most_at_least integer := 0;
  fewest real[];
  sums real[];
begin
  at_least := 0;
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

    select g.matches, g.at_least into part_matches, part_at_least from guessed_matches(part) g;
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

    if every is null then
      anything := part;
      every := part;
      fewest := part_matches;
      sums := part_matches;
      at_least := part_at_least;
    else
      all_but_one := case when all_but_one is null then every || part else all_but_one && part || every end;
      anything := anything || part;
      every := every && part;
      -- As many as could be: to look for them among the newest in vain costs little.
      fewest := array(select least(a, b) from unnest(fewest, part_matches) as m (a, b));
      sums := array(select least(a + b, products) from unnest(sums, part_matches) as m (a, b));
      at_least := 0;
    end if;
    most_at_least := greatest(most_at_least, part_at_least);
  end loop;

  query := every;
  matches := fewest;
  if missing > 0 and all_but_one is not null then
    query := case when missing = 1 then all_but_one else anything end;
    matches := sums;
    at_least := case when query = anything then most_at_least else 0 end;
  end if;
  first := case when query is null then '{}' else namesakes(words, query) end;
end
$$;

-- How many products a query finds in a text and not in the one before it, as far as the `sampled` newest
-- ones tell: several words stand together far more seldom than the rarest of them.
create or replace function sampled_matches(query tsquery, products real, sampled integer) returns real[]
language plpgsql stable set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  seen real[];
begin
  select array[
    count(*) filter (where s.name @@ query),
    count(*) filter (where s.place @@ query and not s.name @@ query),
    count(*) filter (where s.matter @@ query and not s.place @@ query),
    count(*) filter (where not s.matter @@ query)]
  into seen
  from (select * from product_search p order by p.published_at desc, p.product_id desc limit sampled) s
  where s.document @@ query;
  return array(select (number + 0.5) * products / sampled from unnest(seen) as number);
end
$$;

-- Of the `budget` newest products the first `most` that a query finds in a text and not in the one
-- before it (1 name, 2 place, 3 matter, 4 document).
create or replace function newest_found(query tsquery, tier integer, most integer, budget integer)
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
create or replace function indexed_found(query tsquery, tier integer, most integer)
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

-- All products of a query, gone through once: how many there are, at most `most`, and the best of them in
-- the order of `find_products`, `shown` from place `skipped` + 1 on.
create or replace function all_found(query tsquery, first uuid[], skipped integer, shown integer, most integer,
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

-- The best products of a query from place `skipped` + 1 to `most`, best first: those of `first`, which are
-- found in names, then by where the words stand, then the newest. Looks further only while there are too
-- few. `matches` is the plan's guess and `kinds` what `kinds_of_query` tells, if it was asked: they decide
-- only the way, and what is found is the same.
create or replace function find_products(
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
create or replace function search_page(query tsquery, matches real[], at_least integer, first uuid[],
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
