-- The tables of the shop, grouped by subject.
-- Functions and triggers are in ../functions; here are only those that a column or an index is made with.
-- ../schema.sql shows everything that is true after all migrations.
--
-- Amounts are US cents unless the name says otherwise. Tables named in the plural (`users`, `orders`) are
-- so because the singular is a word of SQL.

-- Text search ---------------------------------------------------------------------------------------

create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists fuzzystrmatch;

-- Stemming with accents folded: "Tötes" finds "tote".
create text search configuration shop (copy = english);
alter text search configuration shop alter mapping
  for asciiword, asciihword, hword_asciipart, word, hword, hword_part with unaccent, english_stem;

-- The same without stemming, so that an incomplete word still matches as a prefix.
create text search configuration shop_plain (copy = simple);
alter text search configuration shop_plain alter mapping
  for asciiword, asciihword, hword_asciipart, word, hword, hword_part with unaccent, simple;

-- Words as synonym terms are compared: each by its stem, so that "trainer" is found under "trainers".
create function stemmed_words(words text) returns text
language sql immutable parallel safe
return (
  select string_agg(coalesce((ts_lexize('english_stem', word))[1], word), ' ' order by place)
  from string_to_table(words, ' ') with ordinality as w (word, place));

-- A name as it is typed: lower case letters and digits, accents folded, one blank between words.
create function spelled(name text) returns text
language sql immutable parallel safe
return left(trim(regexp_replace(
  lower(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g')), '[^[:alnum:]]+', ' ', 'g')), 400);

-- Catalog -------------------------------------------------------------------------------------------

create table color (
  name text primary key,
  hex text not null check (hex ~ '^#[0-9a-f]{6}$'),
  position integer not null,
  words tsvector not null generated always as (
    strip(to_tsvector('shop', name) || to_tsvector('shop_plain', name))) stored
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
  -- How many products it lists, with all categories below it; kept by a trigger on category_product.
  product_count integer not null default 0,
  unique (parent_id, slug)
);
-- One root, which the menu does not show: it lists everything.
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
  -- Since then it is in no list and can't be bought. If it is also withdrawn, staff still work on it: it is
  -- not published yet, or unpublished for a while.
  deleted_at timestamptz,
  is_withdrawn boolean not null default false,
  -- Raised by every edit: of two concurrent edits the second is rejected.
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  constraint product_withdrawn check (not is_withdrawn or deleted_at is not null)
);
create index product_spelled on product (spelled(name) collate "C", published_at desc, id desc);
create index product_staff_search on product
  using gin (lower(name || ' ' || identifier || ' ' || material) gin_trgm_ops);

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

-- Earlier identifiers of products, whose links redirect. If several products had one, the last of them.
create table product_former_identifier (
  identifier text primary key,
  product_id uuid not null references product on delete cascade
);
create index product_former_identifier_of on product_former_identifier (product_id);

-- Listings ------------------------------------------------------------------------------------------

-- The rows that lists, filters and product pages read: derived from the tables above by refresh_product_listing.

-- What lists, filters and search read of a product that time does not change. Sell-outs are most updates: an
-- index of what they write would make each of them write every index.
create table product_listing (
  product_id uuid primary key references product on delete cascade,
  identifier text not null,
  name text not null,
  material text not null,
  cover jsonb,
  hover_cover jsonb,
  -- [{name, hex}], in the product's order.
  colors jsonb not null,
  published_at timestamptz not null,
  -- Until then the product is new.
  new_until timestamptz not null,
  -- Every pair of color and size that a variant has, in one order ('' where it has none), and whether one of
  -- these variants is in stock.
  pair_colors text[] not null,
  pair_sizes text[] not null,
  pair_in_stock boolean[] not null,
  -- The words of the name (weight A), the categories (B), the material and colors (C), the description (D).
  words tsvector not null
  -- The words stay in the row, uncompressed: a search reads those of thousands of products.
) with (fillfactor = 85, toast_tuple_target = 4080);
alter table product_listing alter column words set storage external;
create index product_listing_newest on product_listing (published_at, product_id);
create index product_listing_words on product_listing using gin (words) with (fastupdate = off);

-- A product's price is a step function of time: the sale windows of its variants are its steps. Of every step
-- the price of the cheapest variant that is available, if any is.
create table product_price (
  product_id uuid not null references product_listing on delete cascade,
  from_at timestamptz not null,
  until_at timestamptz not null,
  price_cents integer not null,
  list_price_cents integer not null,
  has_range boolean not null,
  variant_id uuid not null,
  is_available boolean not null,
  primary key (product_id, from_at)
);
create index product_price_by_price on product_price (price_cents, product_id);
create index product_price_until on product_price (until_at) where until_at < 'infinity';

-- Every category a product is listed in: its own and all above.
create table category_product (
  category_id uuid not null references category on delete cascade,
  published_at timestamptz not null,
  product_id uuid not null references product_listing on delete cascade,
  primary key (category_id, published_at, product_id)
);
create index category_product_of_product on category_product (product_id);

-- Search --------------------------------------------------------------------------------------------

-- Every word of the listings, and how many products have it: in name or categories, in those or material or
-- colors, and anywhere. Search corrects slips with it and completes words.
create table search_word (
  word text primary key,
  in_place integer not null,
  in_matter integer not null,
  in_document integer not null
) with (fillfactor = 70);
create index search_word_similar on search_word using gin (word gin_trgm_ops);

create table search_synonym (
  term text primary key check (term = lower(term) and term <> ''),
  synonyms text[] not null check (cardinality(synonyms) > 0)
);
create index search_synonym_stemmed on search_synonym (stemmed_words(term));
create index search_synonym_similar on search_synonym using gin (term gin_trgm_ops);

-- Content -------------------------------------------------------------------------------------------

-- What staff can edit of texts and settings: one document a key, validated by the code that reads and
-- writes it.
create table content (
  key text primary key,
  value jsonb not null
);

-- Accounts ------------------------------------------------------------------------------------------

-- Shoppers and staff. A deleted account keeps its row for the orders' sake, without personal data.
create table users (
  id uuid primary key,
  email text,
  nick_name text,
  role text not null default 'USER' check (role in ('USER', 'ADMIN')),
  -- Each may do what the one before may: support answers shoppers, a manager runs the shop, an owner also
  -- decides who is staff.
  staff_role text check (staff_role in ('SUPPORT', 'MANAGER', 'OWNER')),
  password_hash text,
  email_verified_at timestamptz,
  blocked_at timestamptz,
  -- Why staff have blocked the account.
  blocked_reason text,
  -- Since when staff have lifted the limits on orders for the account; null: they apply.
  order_limits_lifted_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  check (deleted_at is not null or (email is not null and password_hash is not null)),
  check (deleted_at is null or (email is null and nick_name is null and password_hash is null)),
  constraint users_staff_role check ((role = 'ADMIN') = (staff_role is not null)),
  constraint users_blocked_reason check (blocked_reason is null or blocked_at is not null)
);
-- One account an address, whatever its case.
create unique index users_email on users (lower(email));
create index users_customers on users (created_at, id) where role = 'USER' and deleted_at is null;
create index users_search on users using gin (lower(coalesce(email, '') || ' ' || coalesce(nick_name, '')) gin_trgm_ops)
  where role = 'USER' and deleted_at is null;

-- One sign-in: the family of refresh tokens that renew it.
create table session (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- A keyed hash of the network address: repeated sign-ins from one address show without storing it.
  origin bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_of_user on session (user_id, origin);
create index session_expires on session (expires_at);

-- Every refresh token issued, as its SHA-256. A token used twice was stolen.
create table refresh_token (
  hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz
);
create index refresh_token_of_session on refresh_token (session_id);
create index refresh_token_created on refresh_token (created_at);

-- What a link in an e-mail allows, as the SHA-256 of its token; valid for one use.
create table account_link (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password')),
  expires_at timestamptz not null
);
create index account_link_of_user on account_link (user_id, purpose);
create index account_link_expires on account_link (expires_at);

-- Secrets that all processes share; the first process that needs one creates it.
create table server_key (
  name text primary key,
  secret bytea not null check (length(secret) = 32)
);

-- The outbox: an e-mail is written in the transaction that causes it and sent by a job. `key` makes it
-- unique among those of its kind.
create table mail (
  id uuid primary key,
  kind text not null,
  key text not null,
  recipient text not null,
  subject text not null,
  -- Removed once sent: it may contain a link that opens the account.
  html text,
  text text,
  created_at timestamptz not null,
  sent_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  -- Why it is never sent; its content is removed too.
  dropped_reason text,
  unique (kind, key),
  constraint mail_content
    check (sent_at is not null or dropped_reason is not null or (html is not null and text is not null))
);
create index mail_newest on mail (created_at desc, id);
create index mail_of_recipient on mail (lower(recipient));
create index mail_unsent on mail (created_at desc, id) include (last_error) where sent_at is null;
create index mail_search on mail using gin (lower(recipient || ' ' || subject) gin_trgm_ops);

-- Counters of rate limits. Unlogged: nothing is lost when a crash empties it.
create unlogged table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limit_expires on rate_limit (expire);

-- Messages between processes that are too long for a NOTIFY, removed after a minute. The table of
-- Socket.IO's adapter, under its names.
create unlogged table socket_io_attachments (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  payload bytea not null
);

-- Carts, favorites, addresses -----------------------------------------------------------------------

create table cart (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references users on delete cascade,
  -- Made up by the browser of a caller who is not signed in.
  guest_id uuid unique,
  -- To the day. Not indexed, so that an update stays heap-only; the daily cleanup reads the whole table.
  used_at timestamptz not null,
  constraint cart_of_one_owner check (num_nonnulls(user_id, guest_id) = 1)
) with (fillfactor = 80);

-- No price counts from here: a cart shows current prices. `added_cents` only shows that one has changed.
create table cart_item (
  id uuid primary key default gen_random_uuid(),
  cart_id uuid not null references cart on delete cascade,
  variant_id uuid not null references variant on delete cascade,
  quantity integer not null check (quantity > 0),
  added_cents integer not null check (added_cents >= 0),
  added_at timestamptz not null,
  unique (cart_id, variant_id)
) with (fillfactor = 80);

-- One a product; the variant is the one whose heart was pressed.
create table favorite (
  user_id uuid not null references users on delete cascade,
  product_id uuid not null references product on delete cascade,
  variant_id uuid not null references variant on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, product_id)
);
create index favorite_newest on favorite (user_id, created_at desc, product_id desc);

create table address (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  title text not null,
  full_name text not null,
  phone_number text not null,
  phone_region text,
  street_address text not null,
  address_line2 text,
  city text not null,
  state text,
  postal_code text,
  country text not null,
  is_default boolean not null,
  created_at timestamptz not null
);
create index address_of_user on address (user_id, created_at);
create unique index address_one_default on address (user_id) where is_default;

-- Coupons -------------------------------------------------------------------------------------------

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
  -- Inclusive.
  valid_until timestamptz,
  -- 0: used up for everyone.
  total_limit integer check (total_limit >= 0),
  customer_limit integer check (customer_limit > 0),
  -- Shown to every customer who can use it; an unlisted one works for whoever knows its code.
  is_listed boolean not null default true,
  is_enabled boolean not null default true,
  created_at timestamptz not null,
  -- Raised by every edit: of two concurrent edits the second is rejected.
  version integer not null default 1,
  check (discount_type <> 'PERCENTAGE' or discount_value <= 10000),
  check (starts_at <= valid_until)
);
create unique index coupon_code on coupon (lower(code));

-- Orders --------------------------------------------------------------------------------------------

-- Numbers that customers say on the telephone. Gaps are fine.
create sequence order_number start 100001;

-- What was bought and where it goes is a copy: it outlives the product, the price and the address it was
-- taken from.
create table orders (
  id uuid primary key,
  number integer not null unique default nextval('order_number'),
  user_id uuid not null references users,
  -- Null, like the rest of the personal data, once the account is closed.
  email text,
  status text not null
    check (status in ('UNPAID', 'PENDING', 'PROCESSING', 'SHIPPED', 'DELIVERED', 'COMPLETED', 'CANCELLED')),
  items_cents integer not null check (items_cents >= 0),
  shipping_cents integer not null check (shipping_cents >= 0),
  discount_cents integer not null check (discount_cents >= 0),
  total_cents integer not null,
  coupon_id uuid references coupon,
  -- What the shopper was shown of it: code, name, discount.
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
  -- Of the lines, the coupon and the address: recognizes the same order sent twice.
  draft_hash bytea not null,
  created_at timestamptz not null,
  -- Since when its stock is reserved, and until when it can be paid. PENDING only.
  held_since timestamptz,
  hold_ends_at timestamptz,
  -- When it is cancelled because nobody paid it. UNPAID only.
  given_up_at timestamptz,
  tracking_carrier text,
  tracking_number text,
  tracking_url text,
  -- When it completes by itself. DELIVERED only.
  completes_at timestamptz,
  -- Raised by each correction: one based on an older version is rejected.
  version integer not null default 0,
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
-- The staff's list of orders, in every order it can be sorted in.
create index orders_newest on orders (created_at, id);
create index orders_of_status on orders (status, created_at, id);
create index orders_by_total on orders (total_cents, id);
-- Sales figures are summed from this index alone.
create index orders_sales on orders (created_at) include (total_cents, id)
  where status in ('PROCESSING', 'SHIPPED', 'DELIVERED', 'COMPLETED');

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
  -- Its share of the coupon's discount; the shares add up to it.
  discount_cents integer not null check (discount_cents >= 0),
  primary key (order_id, position),
  unique (order_id, variant_id),
  check (discount_cents <= unit_cents * quantity)
);
create index order_line_of_variant on order_line (variant_id);

-- Every change of an order's status: who, when, why. The first has no `from_status`.
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

-- Notes of staff about an order. Shoppers never see them.
create table order_note (
  id uuid primary key,
  order_id uuid not null references orders,
  author_id uuid not null references users,
  text text not null check (text <> ''),
  at timestamptz not null
);
create index order_note_of_order on order_note (order_id, at, id);

-- What staff have corrected: the carrier's tracking number, the address, the e-mail address.
create table order_correction (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  kind text not null check (kind in ('TRACKING', 'ADDRESS', 'EMAIL')),
  -- The fields that have changed. The rows are removed when the account is closed.
  before jsonb not null,
  after jsonb not null,
  actor_id uuid not null references users,
  at timestamptz not null,
  unique (order_id, id)
);

-- What staff search orders by. A table of its own: changes of status, which are most updates of orders,
-- must not touch this index.
create table order_search (
  order_id uuid primary key references orders,
  text text not null
);
create index order_search_text on order_search using gin (text gin_trgm_ops);

-- A coupon used by an order. Released when the order expires or is cancelled; it then no longer counts.
create table coupon_redemption (
  order_id uuid primary key references orders,
  coupon_id uuid not null references coupon,
  user_id uuid not null references users,
  -- A keyed hash of the e-mail in lower case: the same person with another account, even when the first is
  -- closed. It reveals nobody's address.
  customer bytea not null,
  redeemed_at timestamptz not null,
  released_at timestamptz
);
create index coupon_redemption_counts on coupon_redemption (coupon_id, user_id) where released_at is null;
create index coupon_redemption_of_customer on coupon_redemption (coupon_id, customer) where released_at is null;
create index coupon_redemption_newest on coupon_redemption (coupon_id, redeemed_at, order_id);
create index coupon_redemption_of_user on coupon_redemption (user_id, redeemed_at);

-- Stock ---------------------------------------------------------------------------------------------

-- Every change of a variant's stock, with the stock after it, so that a change outside the ledger shows.
-- What staff put back may name the order that it came back from.
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
  check (cause = 'ADJUSTMENT' or order_id is not null)
);
create index stock_movement_of_variant on stock_movement (variant_id, id);
create index stock_movement_of_order on stock_movement (order_id);

-- Payments ------------------------------------------------------------------------------------------

-- One attempt to pay an order.
create table payment (
  id uuid primary key,
  order_id uuid not null references orders,
  attempt integer not null,
  method text not null check (method in ('STRIPE', 'PAYPAL', 'USDT', 'COD', 'MANUAL')),
  status text not null check (status in ('PENDING', 'PROCESSING', 'PAID', 'FAILED', 'REFUNDED', 'PARTIALLY_REFUNDED')),
  amount_cents integer not null check (amount_cents >= 0),
  -- The provider's id: a checkout session, an order, an address. Null until the provider has answered.
  provider_ref text,
  -- Where the shopper pays; null when there is nothing to open.
  approval_url text,
  -- What a refund refers to: a payment intent, a capture.
  capture_ref text,
  captured_cents integer not null default 0 check (captured_cents >= 0),
  refunded_cents integer not null default 0 check (refunded_cents >= 0),
  -- Until when the provider accepts the money.
  expires_at timestamptz,
  -- Why it failed, for staff.
  failure text,
  -- Why staff must look at it: another amount than due, money for an order already paid …
  review text,
  created_at timestamptz not null,
  -- When the provider was last asked for the status.
  asked_at timestamptz,
  settled_at timestamptz,
  -- Whether this is the attempt that tells how its order is paid; kept by a trigger, so that lists of
  -- orders can be filtered by it through an index.
  counts boolean not null default false,
  -- Since when the provider does not answer; null when the last question was answered.
  unreached_since timestamptz,
  unique (order_id, attempt),
  unique (method, provider_ref),
  check (refunded_cents <= captured_cents)
) with (fillfactor = 80);
-- An order is paid once.
create unique index payment_one_paid on payment (order_id) where status in ('PAID', 'PARTIALLY_REFUNDED');
create index payment_open on payment (coalesce(asked_at, created_at)) where status in ('PENDING', 'PROCESSING');
create index payment_of_capture on payment (capture_ref) where capture_ref is not null;
create index payment_reviewed on payment (order_id) where review is not null;
create index payment_counting on payment (status, method, order_id) where counts;
create index payment_unreached on payment (unreached_since) where unreached_since is not null;

create table payment_transition (
  id bigint generated always as identity primary key,
  payment_id uuid not null references payment,
  from_status text,
  to_status text not null,
  reason text not null,
  at timestamptz not null
);
create index payment_transition_of_payment on payment_transition (payment_id, id);

-- An attempt that needed a look, and how staff have resolved it.
create table payment_review (
  id uuid primary key,
  payment_id uuid not null references payment,
  -- What `payment.review` said.
  review text not null,
  reason text not null,
  resolved_by uuid not null references users,
  at timestamptz not null
);
create index payment_review_of_payment on payment_review (payment_id, at, id);

create table refund (
  id uuid primary key,
  payment_id uuid not null references payment,
  -- The client's idempotency key: sent twice, it is one refund.
  key text not null check (length(key) between 1 and 200),
  amount_cents integer not null check (amount_cents > 0),
  status text not null check (status in ('PENDING', 'SUCCEEDED', 'FAILED')),
  reason text not null,
  requested_by uuid references users,
  provider_ref text,
  failure text,
  created_at timestamptz not null,
  -- When the provider was last asked for it.
  asked_at timestamptz,
  settled_at timestamptz,
  unique (payment_id, key)
);
create index refund_pending on refund (created_at) where status = 'PENDING';
create index refund_settled on refund (settled_at) include (amount_cents) where status = 'SUCCEEDED';

-- Webhook events, stored as they came before they are processed.
create table provider_event (
  provider text not null check (provider in ('STRIPE', 'PAYPAL')),
  event_id text not null,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  -- Which attempt it is about, where that is known on arrival.
  payment_id uuid references payment,
  tried_at timestamptz,
  primary key (provider, event_id)
);
create index provider_event_unprocessed on provider_event (received_at) where processed_at is null;

-- USDT ----------------------------------------------------------------------------------------------

-- The token that is accepted on a chain, and up to which block its transfers have been read.
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

-- Each attempt has an address of its own, derived from the shop's extended public key. Units are the
-- token's smallest.
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
  -- Since when enough blocks follow to make it final.
  confirmed_at timestamptz,
  primary key (transaction_hash, log_index)
);
create index usdt_transfer_of_payment on usdt_transfer (payment_id);
create index usdt_transfer_unconfirmed on usdt_transfer (block_number) where confirmed_at is null;

-- Chat ----------------------------------------------------------------------------------------------

-- The id of a guest's room is all that is needed to read it, so it is 128 random bits, as base64url.
create table chat_room (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{22}$'),
  -- Null for a guest, until the room is claimed at sign-in; a shopper has one room.
  user_id uuid unique references users on delete cascade,
  -- SHA-256 of a secret of the guest's browser, by which its first message finds the room it opened.
  guest_hash bytea unique,
  -- The guest's cart, shown to staff beside the conversation.
  guest_cart_id uuid,
  state text not null default 'OPEN' check (state in ('OPEN', 'CLOSED')),
  assigned_to uuid references users,
  -- Where a guest wants the answer.
  email text,
  last_seq integer not null default 0,
  -- The last message of either side, without internal notes; its beginning is shown in the inbox.
  last_message_at timestamptz,
  last_message text not null default '',
  -- How far each side has read, and how many messages of the other side came after that.
  shopper_read_seq integer not null default 0,
  support_read_seq integer not null default 0,
  shopper_unread integer not null default 0 check (shopper_unread >= 0),
  support_unread integer not null default 0 check (support_unread >= 0),
  -- Since when the shopper has unread messages.
  unread_since timestamptz,
  -- Since when the shopper waits for an answer.
  waiting_since timestamptz,
  -- When the shopper was last notified that nobody is there.
  away_message_at timestamptz,
  -- Where `shopper_read_seq` was when the shopper last got an e-mail about unread messages.
  emailed_read_seq integer,
  created_at timestamptz not null,
  constraint chat_room_of_one check (user_id is null or guest_hash is null)
) with (fillfactor = 70);
create index chat_room_waiting on chat_room (waiting_since, id) where state = 'OPEN' and waiting_since is not null;
create index chat_room_newest on chat_room (last_message_at desc, id);
create index chat_room_of_staff on chat_room (assigned_to) where assigned_to is not null;
create index chat_room_unread on chat_room (unread_since) where unread_since is not null;

create table chat_message (
  id uuid primary key,
  room_id text not null references chat_room on delete cascade,
  -- From 1, without gaps, in the order in which the room accepted them.
  seq integer not null,
  -- Made up by the sender: the same id twice is the same message.
  client_message_id text not null,
  -- CUSTOMER is customer service, the shop's side (a wire name of the spec). USER is the shopper.
  sender_type text not null check (sender_type in ('USER', 'CUSTOMER', 'SYSTEM')),
  -- Which member of staff; null for everyone else.
  sender_id uuid references users,
  content text not null,
  -- [{id, url, width, height}]
  attachments jsonb not null default '[]',
  product_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  unique (room_id, seq),
  unique (room_id, client_message_id),
  check (sender_type = 'CUSTOMER' or sender_id is null)
);
create index chat_message_words on chat_message using gin (content gin_trgm_ops);

-- Ready-made replies of staff.
create table chat_canned_reply (
  id uuid primary key,
  title text not null,
  content text not null,
  updated_at timestamptz not null
);
create unique index chat_canned_reply_title on chat_canned_reply (lower(title));

-- When support answers at once: one row.
create table chat_office_hours (
  is_only boolean primary key default true check (is_only),
  time_zone text not null,
  -- From Monday to Sunday: {from, to} as '09:00', or null.
  week jsonb not null,
  closed_on date[] not null default '{}',
  updated_at timestamptz not null
);
insert into chat_office_hours (time_zone, week, updated_at) values ('Europe/Paris',
  '[{"from":"09:00","to":"19:00"},{"from":"09:00","to":"19:00"},{"from":"09:00","to":"19:00"},{"from":"09:00","to":"19:00"},{"from":"09:00","to":"19:00"},{"from":"10:00","to":"18:00"},null]',
  '2026-01-01T00:00:00Z');

-- Staff ---------------------------------------------------------------------------------------------

-- Every call of staff that changes something: recorded before it is carried out, and its outcome after.
create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id uuid not null references users,
  call text not null,
  -- What its path names, and what was sent, without secrets and overlong values.
  target text,
  input jsonb not null,
  -- 'DONE', or the error's code; null while it runs, or when the process ended during it.
  outcome text
);
create index audit_entry_of_actor on audit_entry (actor_id, id);
create index audit_entry_of_target on audit_entry (target, id);
create index audit_entry_newest on audit_entry (at, id);
create index audit_entry_of_call on audit_entry (call, at, id);

-- What each call changed, by name.
create table audit_subject (
  id bigint generated always as identity primary key,
  entry_id bigint not null references audit_entry on delete cascade,
  -- Such as 'PRODUCT', and the id among those.
  kind text not null,
  subject_id text not null,
  -- Its name at that time.
  label text not null,
  -- Field → {before, after}, of those that differ; null where nothing is known.
  changes jsonb,
  -- Of the subject after the call, where it has versions.
  version integer,
  -- Whose personal data the changes hold; they are removed with the account.
  user_id uuid references users
);
create index audit_subject_of_entry on audit_subject (entry_id);
create index audit_subject_of_subject on audit_subject (subject_id, entry_id);
create index audit_subject_of_user on audit_subject (user_id) where user_id is not null;
create index audit_subject_label on audit_subject using gin (lower(label) gin_trgm_ops);

-- A picture that someone has uploaded, as the shop keeps it; its bytes are in the storage, under its id.
create table upload (
  id uuid primary key,
  owner_id uuid not null references users,
  -- CHAT: for the people of a conversation. PICTURE: public.
  purpose text not null check (purpose in ('CHAT', 'PICTURE')),
  -- The first eight digits of the hash of its bytes, which are part of its URL.
  hash text not null check (hash ~ '^[0-9a-f]{8}$'),
  bytes integer not null,
  width integer not null,
  height integer not null,
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  created_at timestamptz not null,
  -- When it is deleted; null once something shows it.
  forget_at timestamptz
);
create index upload_forgotten on upload (forget_at) where forget_at is not null;
create index upload_of_owner on upload (owner_id) where purpose = 'CHAT';

-- Imports and exports of products as CSV, which run in the background.
create table csv_job (
  id uuid primary key,
  -- An import is checked first, then applied.
  step text not null check (step in ('EXPORT', 'CHECK', 'APPLY')),
  state text not null check (state in ('READING', 'QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  actor_id uuid not null references users,
  file_name text not null,
  -- Of an export: which products.
  filter jsonb,
  -- Of an import: the columns of the file, the hash of its bytes, and whether it sets stock as counted.
  columns text[] not null default '{}',
  hash text,
  sets_stock boolean not null default false,
  lines integer not null default 0,
  lines_done integer not null default 0,
  lines_failed integer not null default 0,
  -- The last identifier that is done, and whether only relations between products are left.
  position text not null default '',
  is_relating boolean not null default false,
  -- Parts of an export that are in the storage.
  parts integer not null default 0,
  report jsonb,
  failure text,
  -- The run that may write: an earlier one that is still alive stops.
  run uuid,
  -- Runs since the last progress.
  attempts integer not null default 0,
  started_at timestamptz not null,
  updated_at timestamptz not null,
  kept_until timestamptz not null
);
create index csv_job_by_start on csv_job (started_at desc, id);

-- The lines of a file that is imported.
create table csv_line (
  job_id uuid not null references csv_job on delete cascade,
  line integer not null,
  -- Of its product, as far as an index takes it.
  identifier text not null,
  -- One a column, as text.
  cells jsonb not null,
  -- The stock in the dry run, where the file does not say what it was when it was written.
  stock_seen integer,
  -- Its relations wait until the products that it names are there.
  is_postponed boolean not null default false,
  -- Why it was not imported.
  problem text,
  primary key (job_id, line)
);
create index csv_line_by_product on csv_line (job_id, identifier, line);
