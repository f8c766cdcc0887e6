-- The staff's list of products by date and by name without sorting all of them, and counted without reading them.
-- Works with code from 0005.
-- Without a transaction.
drop index concurrently if exists product_newest;
drop index concurrently if exists product_updated;
drop index concurrently if exists product_named;
create index concurrently product_newest on product (published_at, id) include (deleted_at, is_withdrawn);
create index concurrently product_updated on product (updated_at, id);
create index concurrently product_named on product (lower(name), id);
