-- Returns: what a country's shoppers may send back and until when, requests with their lines, and every state of them.
-- Works with code from 0051.
create table return_policy (
  id uuid primary key default gen_random_uuid(),
  -- ISO 3166-1 alpha-2; empty: all countries that no other policy names.
  countries text[] not null,
  -- Of policies for one country the one that became valid last counts.
  valid_from date not null,
  -- The law or the text of the shop that says so.
  source text not null,
  -- Calendar days after delivery within which a return can be asked for, and after that within which it must arrive.
  notice_days integer not null check (notice_days between 1 and 365),
  arrival_days integer not null check (arrival_days between 1 and 365),
  -- The restocking fee, in hundredths of a percent of what was paid for the goods: staff choose it when they inspect them.
  fee_from_bp integer not null check (fee_from_bp between 0 and 10000),
  fee_until_bp integer not null check (fee_until_bp between fee_from_bp and 10000),
  -- A right to withdraw: no reason is asked, nobody has to approve it, and the page for withdrawals accepts it.
  is_withdrawal boolean not null,
  -- Whether the delivery fee goes back, too, once everything has come back.
  refunds_delivery boolean not null,
  shop_pays_postage boolean not null,
  -- Where returned goods are sent, in lines; null until staff have written it.
  return_address text,
  created_at timestamptz not null default now()
);
insert into return_policy
  (countries, valid_from, source, notice_days, arrival_days, fee_from_bp, fee_until_bp, is_withdrawal, refunds_delivery, shop_pays_postage)
values
  ('{}', '2020-01-01', 'Terms of the shop: Exchanges & Returns', 3, 7, 3000, 4500, false, false, false),
  ('{AT,BE,BG,CY,CZ,DE,DK,EE,ES,FI,FR,GR,HR,HU,IE,IT,LT,LU,LV,MT,NL,PL,PT,RO,SE,SI,SK}', '2014-06-13',
    'Directive 2011/83/EU, articles 9 to 14', 14, 14, 0, 0, true, true, false);

create sequence return_number start 10001;

create table return_request (
  id uuid primary key,
  number integer not null unique default nextval('return_number'),
  order_id uuid not null references orders,
  -- The order whose payment is refunded: another one if the order is an exchange itself.
  paid_order_id uuid not null references orders,
  -- Sent twice under one key, it is one request.
  key text not null check (length(key) between 1 and 200),
  is_withdrawal boolean not null,
  status text not null check (status in ('REQUESTED', 'APPROVED', 'DECLINED', 'IN_TRANSIT', 'RECEIVED', 'INSPECTED', 'REFUNDED', 'EXCHANGED', 'SENT_BACK', 'CANCELLED')),
  wish text not null check (wish in ('REFUND', 'EXCHANGE')),
  policy_id uuid not null references return_policy,
  -- The shopper's words.
  note text,
  -- Written by staff for the shopper.
  answer text,
  arrives_by timestamptz not null,
  -- The parcel back: from the shopper, or to them if it is sent back.
  tracking_carrier text,
  tracking_number text,
  -- The restocking fee that staff chose; null until it is inspected.
  fee_bp integer check (fee_bp between 0 and 10000),
  -- What was refunded, and how much of that was the delivery fee.
  refunded_cents integer check (refunded_cents >= 0),
  delivery_cents integer check (delivery_cents between 0 and refunded_cents),
  created_at timestamptz not null,
  unique (order_id, key),
  check ((status = 'REFUNDED') = (refunded_cents is not null)),
  check ((refunded_cents is null) = (delivery_cents is null)),
  check (status not in ('INSPECTED', 'REFUNDED', 'EXCHANGED', 'SENT_BACK') or fee_bp is not null)
);
create index return_request_newest on return_request (created_at, id);
create index return_request_of_status on return_request (status, created_at, id);

create table return_line (
  return_id uuid not null references return_request on delete cascade,
  variant_id uuid not null references variant,
  quantity integer not null check (quantity > 0),
  reason text check (reason in ('TOO_SMALL', 'TOO_LARGE', 'NOT_AS_EXPECTED', 'DAMAGED', 'WRONG_ITEM', 'CHANGED_MIND', 'OTHER')),
  -- What was paid for these units: their share of the line less its share of the discount.
  value_cents integer not null check (value_cents >= 0),
  -- What becomes of them; null until they are inspected.
  condition text check (condition in ('RESTOCK', 'NOT_RESTOCKED', 'DAMAGED')),
  -- The variant that is sent instead.
  exchange_variant_id uuid references variant,
  primary key (return_id, variant_id)
);

create table return_photo (
  return_id uuid not null references return_request on delete cascade,
  upload_id uuid not null references upload on delete cascade,
  position integer not null,
  primary key (return_id, upload_id)
);
create index return_photo_of_upload on return_photo (upload_id);

create table return_transition (
  id bigint generated always as identity primary key,
  return_id uuid not null references return_request on delete cascade,
  from_status text,
  to_status text not null,
  actor text not null check (actor in ('SHOPPER', 'STAFF', 'SYSTEM')),
  actor_id uuid references users,
  at timestamptz not null
);
create index return_transition_of_return on return_transition (return_id, id);

-- Returned goods in the ledger.
alter table stock_movement add column return_id uuid references return_request check (return_id is null or cause = 'ADJUSTMENT');
create index stock_movement_of_return on stock_movement (return_id) where return_id is not null;

-- The order that sends what a return is exchanged for.
alter table orders add column exchange_of uuid references return_request;
create unique index orders_exchange_of on orders (exchange_of) where exchange_of is not null;
