-- What variants have cost, and in which countries that decides what is struck beside a reduced price.
-- Works with code from 0008.

-- The price, sale price and sale window of a variant from an instant on, until the next row. With the window it says
-- what the variant cost at any instant.
create table price_history (
  variant_id uuid not null references variant on delete cascade,
  at timestamptz not null,
  price_cents integer not null check (price_cents >= 0),
  sale_price_cents integer check (sale_price_cents >= 0),
  sale_starts_at timestamptz,
  sale_ends_at timestamptz,
  primary key (variant_id, at)
);
insert into price_history (variant_id, at, price_cents, sale_price_cents, sale_starts_at, sale_ends_at)
select id, now(), price_cents, sale_price_cents, sale_starts_at, sale_ends_at from variant;

-- Countries whose law says that a reduced price is shown beside the lowest price of so many days before.
create table price_rule (
  -- ISO 3166-1 alpha-2.
  country text primary key check (country ~ '^[A-Z]{2}$'),
  days integer not null check (days between 1 and 365),
  -- The law, as staff would look it up.
  source text not null check (source <> ''),
  -- Of reductions that begin on this day or later.
  valid_from date not null,
  -- Whether the shop follows it. Pages are the same for everybody: one such row decides for all.
  is_applied boolean not null default false
);
insert into price_rule (country, days, source, valid_from)
select country, 30, 'Directive 98/6/EC, article 6a', '2022-05-28'
from unnest(array['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT',
  'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK']) as country;

-- The lowest price of the days before the reduction, which the sale price is shown beside in place of the price; null
-- where no rule says so.
alter table variant add column prior_price_cents integer check (prior_price_cents >= 0);
