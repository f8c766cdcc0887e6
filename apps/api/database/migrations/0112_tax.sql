-- What countries tax, and what an order and its lines keep of it.
-- Works with code from 0082.
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
  -- Of goods, delivery and wrapping, also of what supplementary orders bill; whether it was in the prices or added to them.
  add column tax_cents integer not null default 0 check (tax_cents >= 0),
  add column shipping_tax_bp integer check (shipping_tax_bp between 0 and 10000),
  add column shipping_tax_cents integer not null default 0 check (shipping_tax_cents >= 0),
  add column wrap_tax_bp integer check (wrap_tax_bp between 0 and 10000),
  add column wrap_tax_cents integer not null default 0 check (wrap_tax_cents >= 0),
  add column duties text check (duties in ('DELIVERED_PAID', 'CARRIER')),
  -- Of a business that buys, as the shopper wrote them.
  add column buyer_company text,
  add column buyer_tax_number text,
  drop constraint orders_total_check;
-- Validated by the next migration, without keeping orders waiting.
alter table orders
  add constraint orders_total_check
    check (total_cents = items_cents + shipping_cents + wrap_cents - discount_cents - supplement_cents
      + case when prices_include_tax is false then tax_cents else 0 end) not valid,
  add constraint orders_tax_check
    check (shipping_tax_cents + wrap_tax_cents <= tax_cents and (tax_cents = 0 or prices_include_tax is not null)) not valid;

-- Null where nothing is taxed.
alter table order_line
  add column tax_bp integer check (tax_bp between 0 and 10000),
  add column tax_cents integer check (tax_cents >= 0),
  add check ((tax_bp is null) = (tax_cents is null));
