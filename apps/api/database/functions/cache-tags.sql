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
create or replace trigger category_publishes after insert or delete on category
  for each statement execute function publish_tag('tree');
-- Without `product_count`: 'list:<category>' covers it.
create or replace trigger category_updated_publishes after update of parent_id, identifier, slug, name, description,
  picture, position on category for each statement execute function publish_tag('tree');
create or replace trigger search_synonym_publishes after insert or update or delete on search_synonym
  for each statement execute function publish_tag('search');
create or replace trigger color_publishes after insert or update or delete on color
  for each statement execute function publish_tag('catalogue');
create or replace trigger content_publishes after insert or update or delete on content
  for each statement execute function publish_tag('content');
create or replace trigger chat_office_hours_publishes after insert or update on chat_office_hours
  for each statement execute function publish_tag('content');

create or replace function publish_listed_products() returns trigger language plpgsql as $$
begin
  perform publish_changes(array(
    select 'product:' || product_id from changed
    union
    -- A page shows those of its related products that are for sale.
    select 'product:' || r.product_id from changed c join product_relation r on r.related_id = c.product_id
    union
    select 'search' from changed));
  return null;
end
$$;
create or replace trigger product_listing_inserted_publishes after insert on product_listing
  referencing new table as changed for each statement execute function publish_listed_products();
create or replace trigger product_listing_deleted_publishes after delete on product_listing
  referencing old table as changed for each statement execute function publish_listed_products();

create or replace function publish_updated_listings() returns trigger language plpgsql as $$
begin
  perform publish_changes(array(
    select 'product:' || n.product_id
    from changed n join replaced o using (product_id)
    where (o.identifier, o.name, o.material, o.cover, o.hover_cover, o.colors, o.new_until)
      is distinct from (n.identifier, n.name, n.material, n.cover, n.hover_cover, n.colors, n.new_until)
    union
    select 'facts:' || c.identifier
    from changed n join replaced o using (product_id)
    join category_product cp using (product_id) join category c on c.id = cp.category_id
    where (o.material, o.pair_colors, o.pair_sizes, o.pair_in_stock)
      is distinct from (n.material, n.pair_colors, n.pair_sizes, n.pair_in_stock)
    union
    select 'search' from changed n join replaced o using (product_id)
    where (o.words, o.published_at) is distinct from (n.words, n.published_at)));
  return null;
end
$$;
create or replace trigger product_listing_updated_publishes after update on product_listing
  referencing old table as replaced new table as changed
  for each statement execute function publish_updated_listings();

create or replace function publish_products() returns trigger language plpgsql as $$
begin
  perform publish_changes(array(select distinct 'product:' || product_id from changed));
  return null;
end
$$;
create or replace trigger product_relation_inserted_publishes after insert on product_relation
  referencing new table as changed for each statement execute function publish_products();
create or replace trigger product_relation_updated_publishes after update on product_relation
  referencing new table as changed for each statement execute function publish_products();
create or replace trigger product_relation_deleted_publishes after delete on product_relation
  referencing old table as changed for each statement execute function publish_products();

-- An edit raises the product's version: its page may show it. And an identifier leads to the product that has
-- it now, or had it last: the page of an earlier owner is dropped once another product takes it.
create or replace function publish_edited_products() returns trigger language plpgsql as $$
begin
  perform publish_changes(array(
    select 'product:' || id from changed where tg_op = 'UPDATE'
    union
    select 'product:' || f.product_id
    from changed join product_former_identifier f using (identifier)
    where f.product_id <> changed.id));
  return null;
end
$$;
create or replace trigger product_inserted_publishes after insert on product
  referencing new table as changed for each statement execute function publish_edited_products();
create or replace trigger product_updated_publishes after update on product
  referencing new table as changed for each statement execute function publish_edited_products();

-- What a product costs and has in stock: its own card and page, and the filters of its categories.
create or replace function publish_facts() returns trigger language plpgsql as $$
begin
  perform publish_changes(array(
    select 'product:' || product_id from changed
    union
    select 'facts:' || c.identifier
    from changed join category_product cp using (product_id) join category c on c.id = cp.category_id));
  return null;
end
$$;
create or replace trigger product_price_inserted_publishes after insert on product_price
  referencing new table as changed for each statement execute function publish_facts();
create or replace trigger product_price_updated_publishes after update on product_price
  referencing new table as changed for each statement execute function publish_facts();

create or replace function publish_lists() returns trigger language plpgsql as $$
begin
  perform publish_changes(array(
    select 'product:' || product_id from changed
    union
    select 'list:' || c.identifier from changed join category c on c.id = changed.category_id));
  return null;
end
$$;
create or replace trigger category_product_inserted_publishes after insert on category_product
  referencing new table as changed for each statement execute function publish_lists();
create or replace trigger category_product_deleted_publishes after delete on category_product
  referencing old table as changed for each statement execute function publish_lists();

-- Stock that stays plentiful shows nowhere, and is not published: a NOTIFY makes commits wait for each other.
create or replace function publish_updated_variants() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'product:' || product_id) from (
    select distinct n.product_id
    from changed n join replaced o using (id)
    where least(o.stock, 4) <> least(n.stock, 4)
      or (o.product_id, o.position, o.price_cents, o.sale_price_cents, o.sale_starts_at, o.sale_ends_at,
          o.is_enabled, o.attributes, o.pictures, o.deleted_at)
        is distinct from (n.product_id, n.position, n.price_cents, n.sale_price_cents, n.sale_starts_at,
          n.sale_ends_at, n.is_enabled, n.attributes, n.pictures, n.deleted_at)) p;
  return null;
end
$$;
create or replace trigger variant_updated_publishes after update on variant
  referencing old table as replaced new table as changed
  for each statement execute function publish_updated_variants();
