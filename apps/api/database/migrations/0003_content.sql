-- What staff can edit: one document a key, checked by the code that reads and writes it.
create table content (
  key text primary key,
  value jsonb not null
);

-- Tells every process what it may have cached: 'catalogue' and 'content' for all of it, 'product:<id>' for
-- the pages of one product.
create function notify_catalogue() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'catalogue');
  return null;
end
$$;
create trigger product_listing_notifies after insert or update or delete on product_listing
  for each statement execute function notify_catalogue();
create trigger product_price_notifies after insert or update or delete on product_price
  for each statement execute function notify_catalogue();
create trigger product_notifies after update or delete on product
  for each statement execute function notify_catalogue();
create trigger product_relation_notifies after insert or update or delete on product_relation
  for each statement execute function notify_catalogue();
create trigger category_notifies after insert or update or delete on category
  for each statement execute function notify_catalogue();
create trigger search_synonym_notifies after insert or update or delete on search_synonym
  for each statement execute function notify_catalogue();

create function notify_products_of_variants() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'product:' || product_id) from (select distinct product_id from changed) p;
  return null;
end
$$;
create trigger variant_update_notifies after update on variant
  referencing new table as changed for each statement execute function notify_products_of_variants();

create function notify_content() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'content');
  return null;
end
$$;
create trigger content_notifies after insert or update or delete on content
  for each statement execute function notify_content();
