-- What countries tax, and what an order and its lines keep of it.
-- Works with code from 0051.
create table tax_rule (
  id uuid primary key default gen_random_uuid(),
  -- ISO 3166-1 alpha-2.
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- Of the rules of a country the one that became valid last counts, in the shop's time zone.
  valid_from date not null,
  -- The law, as staff would look it up.
  source text not null check (source <> ''),
  -- Whether prices contain the tax, or it is added to them. NONE: nothing is taxed from this day.
  mode text not null check (mode in ('INCLUDED', 'ADDED', 'NONE')),
  -- By tax class of products, in hundredths of a percent; ZERO is none.
  standard_bp integer not null check (standard_bp between 0 and 10000),
  reduced_bp integer not null check (reduced_bp between 0 and 10000),
  -- Whose rate the delivery fee has.
  delivery_class text not null check (delivery_class in ('STANDARD', 'REDUCED', 'ZERO')),
  -- Who collects import duties; null says nothing of them.
  duties text check (duties in ('DELIVERED_PAID', 'CARRIER')),
  created_at timestamptz not null default now()
);
create index tax_rule_of_country on tax_rule (country, valid_from desc, created_at desc);

alter table product
  add column tax_class text not null default 'STANDARD' check (tax_class in ('STANDARD', 'REDUCED', 'ZERO'));

-- The rule that an order was taxed by; null: none applied.
alter table orders
  add column tax_rule_id uuid references tax_rule,
  -- Null where nothing is taxed.
  add column prices_include_tax boolean,
  -- Of goods and delivery; part of the total, whether it was in the prices or added to them.
  add column tax_cents integer not null default 0 check (tax_cents >= 0),
  add column shipping_tax_bp integer check (shipping_tax_bp between 0 and 10000),
  add column shipping_tax_cents integer not null default 0 check (shipping_tax_cents between 0 and tax_cents),
  add column duties text check (duties in ('DELIVERED_PAID', 'CARRIER')),
  -- Of a business that buys, as the shopper wrote them.
  add column buyer_company text,
  add column buyer_tax_number text,
  add check (tax_cents = 0 or prices_include_tax is not null),
  drop constraint orders_check1,
  add constraint orders_total check (total_cents = items_cents + shipping_cents - discount_cents
    + case when prices_include_tax is false then tax_cents else 0 end);

-- Null where nothing is taxed.
alter table order_line
  add column tax_bp integer check (tax_bp between 0 and 10000),
  add column tax_cents integer check (tax_cents >= 0),
  add check ((tax_bp is null) = (tax_cents is null));
