-- What trade, customs and the law ask of products and their variants, and what search engines show of a product.
-- A value of a variant stands in place of its product's; null or '' is the product's.
-- Works with code from 0008.
alter table product
  add column composition text not null default '',
  add column country_of_origin text check (country_of_origin ~ '^[A-Z]{2}$'),
  add column hs_code text check (hs_code ~ '^\d{6,10}$'),
  add column weight_grams integer check (weight_grams > 0),
  -- {name, address, email} (EU 2023/988, art. 9 and 16).
  add column maker jsonb check (jsonb_typeof(maker) = 'object'),
  add column responsible_person jsonb check (jsonb_typeof(responsible_person) = 'object'),
  add column seo_title text not null default '',
  add column seo_description text not null default '';
alter table variant
  add column sku text check (sku <> ''),
  add column gtin text check (gtin ~ '^(\d{8}|\d{12,14})$'),
  add column weight_grams integer check (weight_grams > 0),
  add column hs_code text check (hs_code ~ '^\d{6,10}$'),
  add column country_of_origin text check (country_of_origin ~ '^[A-Z]{2}$'),
  add column composition text not null default '';
