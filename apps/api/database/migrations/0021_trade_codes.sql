-- A SKU or GTIN belongs to one variant that is not taken out. A GTIN with leading zeros is the same one.
-- An index on `text_pattern_ops` also finds a SKU by its beginning.
-- Works with code from 0008.
-- Without a transaction.
drop index concurrently if exists variant_sku;
drop index concurrently if exists variant_gtin;
create unique index concurrently variant_sku on variant (lower(sku) text_pattern_ops) where deleted_at is null;
create unique index concurrently variant_gtin on variant (lpad(gtin, 14, '0')) where deleted_at is null;
