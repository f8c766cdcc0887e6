-- Gifts: what is chosen for an order, links for recipients, and exchanges that recipients ask for.
-- Works with code from 0082.
alter table orders
  -- {isWrapped, message, sender, hidesPrices}; null: no gift, or its account is closed.
  add column gift jsonb,
  -- What gift wrapping costs.
  add column wrap_cents integer not null default 0 check (wrap_cents >= 0),
  -- Sends an exchange to the recipient of a gift: it belongs to the shopper's account, but is not shown there.
  add column is_for_recipient boolean not null default false,
  drop constraint orders_total_check;
-- Validated by the next migration, without keeping orders waiting.
alter table orders add constraint orders_total_check
  check (total_cents = items_cents + shipping_cents + wrap_cents - discount_cents - supplement_cents) not valid;

-- A link that was printed for an order, by the SHA-256 of its code.
create table gift_link (
  code_hash bytea primary key,
  order_id uuid not null references orders on delete cascade,
  created_at timestamptz not null
);
create index gift_link_of_order on gift_link (order_id);

alter table return_request
  -- The recipient of a gift has asked for it.
  add column is_gift boolean not null default false,
  -- How much of what was refunded was for gift wrapping.
  add column wrap_cents integer not null default 0 check (wrap_cents >= 0);

-- Who has asked for the exchange of a gift. Removed some time after it has ended.
create table gift_recipient (
  return_id uuid primary key references return_request on delete cascade,
  email text not null,
  full_name text not null,
  phone_number text not null,
  street_address text not null,
  address_line2 text,
  city text not null,
  state text,
  postal_code text,
  country text not null
);
create index gift_recipient_by_email on gift_recipient (lower(email));
