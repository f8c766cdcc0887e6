-- Coupons, orders, payments, and the ledger of the stock. Amounts are US cents.

create table coupon (
  id uuid primary key default gen_random_uuid(),
  code text not null check (code = btrim(code) and code <> ''),
  name text not null,
  discount_type text not null check (discount_type in ('PERCENTAGE', 'FIXED_AMOUNT')),
  -- Hundredths: of a percent, or of a dollar.
  discount_value integer not null check (discount_value > 0),
  -- The goods must come to this much.
  minimum_cents integer not null default 0 check (minimum_cents >= 0),
  starts_at timestamptz,
  -- Still good at this instant.
  valid_until timestamptz,
  -- 0: used up, whoever asks.
  total_limit integer check (total_limit >= 0),
  customer_limit integer check (customer_limit > 0),
  -- Shown to every customer who can use it; others are known only to whom the code is told.
  is_listed boolean not null default true,
  is_enabled boolean not null default true,
  created_at timestamptz not null,
  check (discount_type <> 'PERCENTAGE' or discount_value <= 10000),
  check (starts_at <= valid_until)
);
create unique index coupon_code on coupon (lower(code));

-- Numbers that customers say on the telephone. Gaps tell nothing.
create sequence order_number start 100001;

-- In the plural: `order` is a word of SQL. What was bought and where it goes is a copy: it outlives the
-- product, the price and the address it was taken from.
create table orders (
  id uuid primary key,
  number integer not null unique default nextval('order_number'),
  user_id uuid not null references users,
  -- Null, like the rest of the person, once the account is closed.
  email text,
  status text not null check (
    status in ('UNPAID', 'PENDING', 'PROCESSING', 'SHIPPED', 'DELIVERED', 'COMPLETED', 'CANCELLED')
  ),
  items_cents integer not null check (items_cents >= 0),
  shipping_cents integer not null check (shipping_cents >= 0),
  discount_cents integer not null check (discount_cents >= 0),
  total_cents integer not null,
  coupon_id uuid references coupon,
  -- What the shopper was shown of it: code, name, what it takes off.
  coupon jsonb,
  remark text,
  shipping_full_name text,
  shipping_phone_number text,
  shipping_street_address text,
  shipping_address_line2 text,
  shipping_city text,
  shipping_state text,
  shipping_postal_code text,
  shipping_country text not null,
  -- Of the lines, the coupon and the address: the same order sent twice is told by it.
  draft_hash bytea not null,
  created_at timestamptz not null,
  -- Since when the pieces are held for this order, and until when at the latest it can be paid. PENDING only.
  held_since timestamptz,
  hold_ends_at timestamptz,
  -- When an order that was not paid in time is given up. UNPAID only.
  given_up_at timestamptz,
  tracking_carrier text,
  tracking_number text,
  tracking_url text,
  -- When it completes by itself. DELIVERED only.
  completes_at timestamptz,
  check (discount_cents <= items_cents),
  check (total_cents = items_cents + shipping_cents - discount_cents),
  check ((status = 'PENDING') = (held_since is not null)),
  check ((status = 'PENDING') = (hold_ends_at is not null)),
  check ((status = 'UNPAID') = (given_up_at is not null)),
  check ((status = 'DELIVERED') = (completes_at is not null)),
  check ((coupon_id is null) = (coupon is null))
) with (fillfactor = 80);
create index orders_of_user on orders (user_id, created_at desc, id desc);
create index orders_hold_ends on orders (hold_ends_at) where status = 'PENDING';
create index orders_given_up on orders (given_up_at) where status = 'UNPAID';
create index orders_complete on orders (completes_at) where status = 'DELIVERED';

create table order_line (
  order_id uuid not null references orders,
  position integer not null,
  variant_id uuid not null references variant,
  product_id uuid not null references product,
  identifier text not null,
  name text not null,
  attributes jsonb not null,
  picture jsonb,
  unit_cents integer not null check (unit_cents >= 0),
  quantity integer not null check (quantity > 0),
  -- Of the coupon's discount; the shares add up to it.
  discount_cents integer not null check (discount_cents >= 0),
  primary key (order_id, position),
  unique (order_id, variant_id),
  check (discount_cents <= unit_cents * quantity)
);
create index order_line_of_variant on order_line (variant_id);

-- Every change of an order's state: who, when, why. The first has no `from_status`.
create table order_transition (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  from_status text,
  to_status text not null,
  actor text not null check (actor in ('SHOPPER', 'STAFF', 'PROVIDER', 'SYSTEM')),
  actor_id uuid references users,
  reason text not null,
  at timestamptz not null,
  unique (order_id, id)
);

-- Which order an idempotency key of a shopper has made.
create table order_request (
  user_id uuid not null references users on delete cascade,
  key text not null check (length(key) between 1 and 200),
  body_hash bytea not null,
  order_id uuid not null references orders deferrable initially deferred,
  created_at timestamptz not null,
  primary key (user_id, key)
);
create index order_request_created on order_request (created_at);

-- A coupon used by an order. Released when the order lapses or is cancelled; it then counts no more.
create table coupon_redemption (
  order_id uuid primary key references orders,
  coupon_id uuid not null references coupon,
  user_id uuid not null references users,
  -- A keyed hash of the e-mail in lower case: the same person with another account, also when the first is
  -- closed. It tells nobody who that was.
  customer bytea not null,
  redeemed_at timestamptz not null,
  released_at timestamptz
);
create index coupon_redemption_counts on coupon_redemption (coupon_id, user_id) where released_at is null;
create index coupon_redemption_of_customer on coupon_redemption (coupon_id, customer) where released_at is null;

-- Every change of a variant's stock, with the stock after it, so that a change beside the ledger shows.
create table stock_movement (
  id bigint generated always as identity primary key,
  variant_id uuid not null references variant,
  delta integer not null check (delta <> 0),
  stock_after integer not null check (stock_after >= 0),
  cause text not null check (cause in ('HOLD', 'RELEASE', 'RESTOCK', 'ADJUSTMENT')),
  order_id uuid references orders,
  actor_id uuid references users,
  note text,
  at timestamptz not null,
  check ((cause in ('HOLD', 'RELEASE', 'RESTOCK')) = (order_id is not null))
);
create index stock_movement_of_variant on stock_movement (variant_id, id);
create index stock_movement_of_order on stock_movement (order_id);

-- One attempt to pay an order.
create table payment (
  id uuid primary key,
  order_id uuid not null references orders,
  attempt integer not null,
  method text not null check (method in ('STRIPE', 'PAYPAL', 'USDT', 'COD', 'MANUAL')),
  status text not null check (
    status in ('PENDING', 'PROCESSING', 'PAID', 'FAILED', 'REFUNDED', 'PARTIALLY_REFUNDED')
  ),
  amount_cents integer not null check (amount_cents >= 0),
  -- What the provider calls it: a checkout session, an order, an address. Null until the provider has answered.
  provider_ref text,
  -- Where the shopper pays; null when there is nothing to open.
  approval_url text,
  -- What a refund is made of: a payment intent, a capture.
  capture_ref text,
  captured_cents integer not null default 0 check (captured_cents >= 0),
  refunded_cents integer not null default 0 check (refunded_cents >= 0),
  -- Until when the provider takes the money.
  expires_at timestamptz,
  -- Why it failed, for staff.
  failure text,
  -- Why someone must look at it: another amount than due, money for an order already paid …
  review text,
  created_at timestamptz not null,
  -- When the provider was last asked how it stands.
  asked_at timestamptz,
  settled_at timestamptz,
  unique (order_id, attempt),
  unique (method, provider_ref),
  check (refunded_cents <= captured_cents)
) with (fillfactor = 80);
-- An order is paid once.
create unique index payment_one_paid on payment (order_id) where status in ('PAID', 'PARTIALLY_REFUNDED');
create index payment_open on payment (coalesce(asked_at, created_at)) where status in ('PENDING', 'PROCESSING');
create index payment_of_capture on payment (capture_ref) where capture_ref is not null;

create table payment_transition (
  id bigint generated always as identity primary key,
  payment_id uuid not null references payment,
  from_status text,
  to_status text not null,
  reason text not null,
  at timestamptz not null
);
create index payment_transition_of_payment on payment_transition (payment_id, id);

create table refund (
  id uuid primary key,
  payment_id uuid not null references payment,
  -- Made up by who asks: asked twice, it is one refund.
  key text not null check (length(key) between 1 and 200),
  amount_cents integer not null check (amount_cents > 0),
  status text not null check (status in ('PENDING', 'SUCCEEDED', 'FAILED')),
  reason text not null,
  requested_by uuid references users,
  provider_ref text,
  failure text,
  created_at timestamptz not null,
  settled_at timestamptz,
  unique (payment_id, key)
);
create index refund_pending on refund (created_at) where status = 'PENDING';

-- What providers tell us, kept as it came before anything is made of it.
create table provider_event (
  provider text not null check (provider in ('STRIPE', 'PAYPAL')),
  event_id text not null,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  primary key (provider, event_id)
);
create index provider_event_unprocessed on provider_event (received_at) where processed_at is null;

-- The token that is taken on a chain, and how far its transfers have been read there.
create table usdt_watch (
  chain_id integer not null,
  -- The contract, in lower case.
  token text not null check (token ~ '^0x[0-9a-f]{40}$'),
  symbol text not null,
  -- A whole token is 10 to the power of this many units.
  decimals integer not null check (decimals between 2 and 30),
  next_block bigint not null,
  primary key (chain_id, token)
);
-- One address of the house's extended public key an attempt. Units are the token's smallest.
create sequence usdt_address_index minvalue 0 start 0;
create table usdt_payment (
  payment_id uuid primary key references payment,
  chain_id integer not null,
  token text not null,
  address_index integer not null unique,
  -- In lower case.
  address text not null unique check (address ~ '^0x[0-9a-f]{40}$'),
  due_units numeric(78) not null check (due_units > 0),
  order_number text not null,
  created_at timestamptz not null,
  foreign key (chain_id, token) references usdt_watch
);
create index usdt_payment_watched on usdt_payment (chain_id, token, created_at);
create table usdt_transfer (
  transaction_hash text not null,
  log_index integer not null,
  payment_id uuid not null references usdt_payment,
  sender text not null,
  units numeric(78) not null check (units > 0),
  block_number bigint not null,
  block_hash text not null,
  -- Since when so many blocks follow that it stays.
  confirmed_at timestamptz,
  primary key (transaction_hash, log_index)
);
create index usdt_transfer_of_payment on usdt_transfer (payment_id);
create index usdt_transfer_unconfirmed on usdt_transfer (block_number) where confirmed_at is null;

-- Ends the transaction unless `is_so`, so that statements can be sent together with the commit. `what` is
-- the message of the error.
create function refuse_unless(is_so boolean, what text) returns void language plpgsql as $$
begin
  if is_so is not true then
    raise exception using errcode = 'SV001', message = what;
  end if;
end
$$;

-- A NOTIFY makes commits wait for one another. Stock movements are most updates of variants, and pages tell
-- only the last three of a piece apart: above that whoever moves stock tells the processes after the commit.
drop trigger variant_update_notifies on variant;
drop function notify_products_of_variants();
create function notify_products_of_updated_variants() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'product:' || product_id) from (
    select distinct n.product_id
    from changed n join replaced o using (id)
    where least(o.stock, 4) <> least(n.stock, 4)
      or (o.product_id, o.position, o.price_cents, o.sale_price_cents, o.sale_starts_at, o.sale_ends_at,
          o.is_enabled, o.attributes, o.pictures, o.deleted_at)
        is distinct from (n.product_id, n.position, n.price_cents, n.sale_price_cents, n.sale_starts_at,
          n.sale_ends_at, n.is_enabled, n.attributes, n.pictures, n.deleted_at)) p;
  return null;
end
$$;
create trigger variant_update_notifies after update on variant
  referencing old table as replaced new table as changed
  for each statement execute function notify_products_of_updated_variants();
