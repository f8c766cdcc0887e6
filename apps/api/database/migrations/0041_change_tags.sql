-- A change names what it concerns, so that processes drop the answers that show it and keep the rest:
--   product:<id>          the card and the page of a product
--   list:<category>       which products a category lists, and in which order
--   facts:<category>      prices, stock and colors of what a category lists: filters, counts, order by price
--   tree                  the categories themselves: menu, breadcrumbs, category pages
--   search                the words that search knows
--   catalogue             all of these; also sent in place of more tags than are worth naming
create function publish_changes(tags text[]) returns void language plpgsql as $$
begin
  if cardinality(tags) > 500 then
    perform pg_notify('changes', 'catalogue');
  else
    perform pg_notify('changes', tag) from unnest(tags) as tag;
  end if;
end
$$;

drop trigger product_listing_notifies on product_listing;
drop trigger product_price_notifies on product_price;
drop trigger product_notifies on product;
drop trigger product_relation_notifies on product_relation;
drop trigger category_notifies on category;
drop trigger search_synonym_notifies on search_synonym;

create function publish_listed_products() returns trigger language plpgsql as $$
begin
  perform publish_changes(array(
    select 'product:' || product_id from changed
    union
    -- A page shows those of its related products that are for sale.
    select 'product:' || r.product_id
    from changed c join product_relation r on r.related_id = c.product_id
    where tg_op <> 'UPDATE'));
  return null;
end
$$;
create trigger product_listing_inserted_publishes after insert on product_listing
  referencing new table as changed for each statement execute function publish_listed_products();
create trigger product_listing_updated_publishes after update on product_listing
  referencing new table as changed for each statement execute function publish_listed_products();
create trigger product_listing_deleted_publishes after delete on product_listing
  referencing old table as changed for each statement execute function publish_listed_products();

create function publish_products() returns trigger language plpgsql as $$
begin
  perform publish_changes(array(select distinct 'product:' || product_id from changed));
  return null;
end
$$;
create trigger product_page_updated_publishes after update on product_page
  referencing new table as changed for each statement execute function publish_products();
create trigger product_relation_inserted_publishes after insert on product_relation
  referencing new table as changed for each statement execute function publish_products();
create trigger product_relation_updated_publishes after update on product_relation
  referencing new table as changed for each statement execute function publish_products();
create trigger product_relation_deleted_publishes after delete on product_relation
  referencing old table as changed for each statement execute function publish_products();

-- An address leads to the product that has it now, or had it last: what was shown there is another's page
-- once a product takes it.
create function publish_former_owners() returns trigger language plpgsql as $$
begin
  perform publish_changes(array(
    select distinct 'product:' || f.product_id
    from changed join product_former_identifier f using (identifier)
    where f.product_id <> changed.id));
  return null;
end
$$;
create trigger product_inserted_publishes after insert on product
  referencing new table as changed for each statement execute function publish_former_owners();
create trigger product_identifier_publishes after update on product
  referencing new table as changed for each statement execute function publish_former_owners();

-- Written whenever a product's prices, availability or colors may have changed.
create function publish_facts() returns trigger language plpgsql as $$
begin
  perform publish_changes(array(
    select distinct 'facts:' || c.identifier
    from changed join category_product cp using (product_id) join category c on c.id = cp.category_id));
  return null;
end
$$;
create trigger product_price_publishes after insert on product_price
  referencing new table as changed for each statement execute function publish_facts();

create function publish_lists() returns trigger language plpgsql as $$
begin
  perform publish_changes(array(
    select 'product:' || product_id from changed
    union
    select 'list:' || c.identifier from changed join category c on c.id = changed.category_id));
  return null;
end
$$;
create trigger category_product_inserted_publishes after insert on category_product
  referencing new table as changed for each statement execute function publish_lists();
create trigger category_product_deleted_publishes after delete on category_product
  referencing old table as changed for each statement execute function publish_lists();

create function publish_tree() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'tree');
  return null;
end
$$;
create trigger category_publishes after insert or delete on category
  for each statement execute function publish_tree();
-- Not how many products a category holds: `list:<category>` says so.
create trigger category_updated_publishes after update of parent_id, identifier, slug, name, description,
  picture, position on category for each statement execute function publish_tree();

create function publish_search() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'search');
  return null;
end
$$;
create trigger search_synonym_publishes after insert or update or delete on search_synonym
  for each statement execute function publish_search();
create function publish_searched_products() returns trigger language plpgsql as $$
begin
  if exists (select from changed) then
    perform pg_notify('changes', 'search');
  end if;
  return null;
end
$$;
create trigger product_search_inserted_publishes after insert on product_search
  referencing new table as changed for each statement execute function publish_searched_products();
create trigger product_search_updated_publishes after update on product_search
  referencing new table as changed for each statement execute function publish_searched_products();
create trigger product_search_deleted_publishes after delete on product_search
  referencing old table as changed for each statement execute function publish_searched_products();

create trigger color_publishes after insert or update or delete on color
  for each statement execute function notify_catalogue();
