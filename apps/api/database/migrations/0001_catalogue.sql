-- The catalogue: categories, products, options, variants, and the rows lists are read from.

create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists fuzzystrmatch;

-- Stemming with accents folded: "Tötes" finds "tote".
create text search configuration house (copy = english);
alter text search configuration house
  alter mapping for asciiword, asciihword, hword_asciipart, word, hword, hword_part
  with unaccent, english_stem;

-- The same without stemming, so that a word half typed still begins a word.
create text search configuration house_plain (copy = simple);
alter text search configuration house_plain
  alter mapping for asciiword, asciihword, hword_asciipart, word, hword, hword_part
  with unaccent, simple;

create table color (
  name text primary key,
  hex text not null check (hex ~ '^#[0-9a-f]{6}$'),
  position integer not null
);

create table category (
  id uuid primary key,
  parent_id uuid references category,
  identifier text not null unique,
  slug text not null,
  name text not null,
  description text not null default '',
  picture jsonb,
  position integer not null default 0,
  product_count integer not null default 0,
  unique (parent_id, slug)
);
-- One root, "everything", that the menu does not show: every list is a category's.
create unique index category_one_root on category ((parent_id is null)) where parent_id is null;

create table product (
  id uuid primary key,
  identifier text not null unique,
  name text not null,
  description text not null default '',
  material text not null,
  details text[] not null default '{}',
  measurements text not null default '',
  materials_and_care text not null default '',
  size_and_fit text,
  size_guide text,
  pictures jsonb not null default '[]',
  published_at timestamptz not null,
  is_new_flag boolean not null default false,
  deleted_at timestamptz
);

create table product_option (
  product_id uuid not null references product on delete cascade,
  position integer not null,
  name text not null,
  values text[] not null check (cardinality(values) > 0),
  primary key (product_id, position),
  unique (product_id, name)
);

create table variant (
  id uuid primary key,
  product_id uuid not null references product on delete cascade,
  position integer not null,
  price_cents integer not null check (price_cents >= 0),
  sale_price_cents integer check (sale_price_cents >= 0),
  sale_starts_at timestamptz,
  sale_ends_at timestamptz,
  stock integer not null check (stock >= 0),
  is_enabled boolean not null default true,
  attributes jsonb not null default '{}',
  pictures jsonb not null default '[]',
  deleted_at timestamptz,
  check (sale_starts_at <= sale_ends_at)
);
create index variant_of_product on variant (product_id, position);
create unique index variant_attributes on variant (product_id, attributes) where deleted_at is null;

create table product_category (
  product_id uuid not null references product on delete cascade,
  category_id uuid not null references category,
  primary key (product_id, category_id)
);
create index product_category_by_category on product_category (category_id);

create table product_relation (
  product_id uuid not null references product on delete cascade,
  related_id uuid not null references product on delete cascade,
  position integer not null,
  primary key (product_id, related_id),
  check (product_id <> related_id)
);

create table search_synonym (
  term text primary key check (term = lower(term) and term <> ''),
  synonyms text[] not null check (cardinality(synonyms) > 0)
);

-- The price of a variant at an instant, in cents. Lists, product pages, carts, previews and orders
-- all ask here, so they can never disagree. No dates: always on sale; both bounds belong to the
-- sale; a sale price that is not lower is no sale.
create function current_price_cents(
  price integer, sale_price integer, sale_starts timestamptz, sale_ends timestamptz, at timestamptz
) returns integer language sql immutable parallel safe
return case
  when sale_price < price
    and (sale_starts is null or sale_starts <= at)
    and (sale_ends is null or at <= sale_ends)
  then sale_price
  else price
end;
