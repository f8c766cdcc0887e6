-- A change names what it concerns, so that processes drop the answers that show it and keep the rest:
--   product:<id>          the card and the page of a product
--   list:<category>       which products a category lists, and in which order
--   facts:<category>      prices, stock and colors of what a category lists: filters, counts, order by price
--   tree                  the categories themselves: menu, breadcrumbs, category pages
--   search                the words that search knows
--   catalogue             all of these; also sent in place of more tags than are worth naming
create or replace function publish_changes(tags text[]) returns void language plpgsql as $$
begin
  if cardinality(tags) > 500 then
    perform pg_notify('changes', 'catalogue');
  else
    perform pg_notify('changes', tag) from unnest(tags) as tag;
  end if;
end
$$;

create or replace function publish_tag() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', tg_argv[0]);
  return null;
end
$$;
-- Without `product_count`: 'list:<category>' covers it.
create or replace trigger category_publishes after insert or delete or update of parent_id, identifier, slug, name,
  description, picture, position on category for each statement execute function publish_tag('tree');
-- Whether a category has a selection decides which order its lists have.
create or replace trigger category_position_publishes after insert or update or delete on category_position
  for each statement execute function publish_tag('tree');
create or replace trigger search_synonym_publishes after insert or update or delete on search_synonym
  for each statement execute function publish_tag('search');
create or replace trigger color_publishes after insert or update or delete on color
  for each statement execute function publish_tag('catalogue');
create or replace trigger content_publishes after insert or update or delete on content
  for each statement execute function publish_tag('content');
create or replace trigger chat_office_hours_publishes after insert or update on chat_office_hours
  for each statement execute function publish_tag('content');
-- Of no answer: each process reads the keys again.
create or replace trigger token_key_publishes after insert or delete on token_key
  for each statement execute function publish_tag('keys');

-- An edit may show on the product's page. And an identifier leads to the product that has it now, or had it
-- last: the page of an earlier owner is dropped once another product takes it.
create or replace function publish_product() returns trigger language plpgsql as $$
begin
  perform publish_changes(array(
    select 'product:' || new.id where tg_op = 'UPDATE'
    union
    select 'product:' || product_id from product_former_identifier
    where identifier = new.identifier and product_id <> new.id));
  return null;
end
$$;
create or replace trigger product_publishes after insert or update on product
  for each row execute function publish_product();

create or replace function publish_turn() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'product:' || coalesce(new.product_id, old.product_id));
  return null;
end
$$;
create or replace trigger product_turn_publishes after insert or update or delete on product_turn
  for each row execute function publish_turn();

-- What answers show of the listing rows of these products: lines of a tag, a tab and a hash of what the answers of
-- this tag show. `refresh_product_listing` publishes the tags of the lines that differ.
create or replace function shown_by_tag(ids uuid[]) returns text[] language sql stable as $$
  select array_agg(concat(tag, e'\t', md5(shown))) from (
    select 'product:' || product_id as tag,
      (identifier, name, material, cover, hover_cover, colors, new_until)::text as shown
    from product_listing where product_id = any (ids)
    union all
    select 'product:' || product_id, p::text from product_price p where product_id = any (ids)
    union all
    -- A page shows those of its related products that are for sale.
    select 'product:' || r.product_id, r.related_id::text
    from product_relation r join product_listing l on l.product_id = r.related_id
    where r.related_id = any (ids)
    union all
    select 'list:' || c.identifier, concat_ws(' ', cp.published_at, cp.product_id, cp.position)
    from category_product cp join category c on c.id = cp.category_id
    where cp.product_id = any (ids)
    union all
    select 'facts:' || c.identifier,
      (p, l.material, l.pair_colors, l.pair_sizes, l.pair_in_stock)::text
    from category_product cp join category c on c.id = cp.category_id
    join product_listing l using (product_id) join product_price p using (product_id)
    where cp.product_id = any (ids)
    union all
    select 'search', (product_id, published_at, words)::text from product_listing where product_id = any (ids)
  ) lines
$$;
