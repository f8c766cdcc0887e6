create extension fuzzystrmatch;
create extension pg_trgm;
create extension unaccent;
create text search configuration shop (asciihword: unaccent then english_stem, asciiword: unaccent then english_stem, email: simple, file: simple, float: simple, host: simple, hword: unaccent then english_stem, hword_asciipart: unaccent then english_stem, hword_numpart: simple, hword_part: unaccent then english_stem, int: simple, numhword: simple, numword: simple, sfloat: simple, uint: simple, url: simple, url_path: simple, version: simple, word: unaccent then english_stem);
create text search configuration shop_plain (asciihword: unaccent then simple, asciiword: unaccent then simple, email: simple, file: simple, float: simple, host: simple, hword: unaccent then simple, hword_asciipart: unaccent then simple, hword_numpart: simple, hword_part: unaccent then simple, int: simple, numhword: simple, numword: simple, sfloat: simple, uint: simple, url: simple, url_path: simple, version: simple, word: unaccent then simple);
create sequence order_number as bigint start 100001 minvalue 1;
create sequence return_number as bigint start 10001 minvalue 1;
create sequence usdt_address_index as bigint start 0 minvalue 0;

create table account_link (
  hash bytea not null,
  user_id uuid not null,
  purpose text not null,
  expires_at timestamp with time zone not null,
  constraint account_link_purpose_check CHECK ((purpose = ANY (ARRAY['verify-email'::text, 'reset-password'::text]))),
  constraint account_link_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint account_link_pkey PRIMARY KEY (hash)
);
CREATE INDEX account_link_expires ON public.account_link USING btree (expires_at);
CREATE INDEX account_link_of_user ON public.account_link USING btree (user_id, purpose);

create table address (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
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
  created_at timestamp with time zone not null,
  constraint address_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint address_pkey PRIMARY KEY (id)
);
CREATE INDEX address_of_user ON public.address USING btree (user_id, created_at);
CREATE UNIQUE INDEX address_one_default ON public.address USING btree (user_id) WHERE is_default;

create table adviser_selection (
  id uuid not null,
  token_hash bytea not null,
  state text not null default 'OPEN'::text,
  note text not null,
  adviser_id uuid not null,
  user_id uuid,
  room_id text,
  made_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  order_id uuid,
  caller_email text,
  constraint adviser_selection_check CHECK ((ends_at > made_at)),
  constraint adviser_selection_check1 CHECK (((state = 'OPEN'::text) = (ended_at IS NULL))),
  constraint adviser_selection_check2 CHECK (((state = 'ORDERED'::text) = (order_id IS NOT NULL))),
  constraint adviser_selection_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'ORDERED'::text, 'EXPIRED'::text, 'TAKEN_BACK'::text]))),
  constraint adviser_selection_adviser_id_fkey FOREIGN KEY (adviser_id) REFERENCES users(id),
  constraint adviser_selection_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint adviser_selection_room_id_fkey FOREIGN KEY (room_id) REFERENCES chat_room(id) ON DELETE SET NULL,
  constraint adviser_selection_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint adviser_selection_pkey PRIMARY KEY (id),
  constraint adviser_selection_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX adviser_selection_ended ON public.adviser_selection USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX adviser_selection_of_room ON public.adviser_selection USING btree (room_id, made_at) WHERE (room_id IS NOT NULL);
CREATE INDEX adviser_selection_of_user ON public.adviser_selection USING btree (user_id, made_at) WHERE (user_id IS NOT NULL);
CREATE INDEX adviser_selection_open ON public.adviser_selection USING btree (ends_at) WHERE (state = 'OPEN'::text);

create table adviser_selection_line (
  selection_id uuid not null,
  position smallint not null,
  variant_id uuid not null,
  quantity integer not null,
  constraint adviser_selection_line_quantity_check CHECK ((quantity > 0)),
  constraint adviser_selection_line_selection_id_fkey FOREIGN KEY (selection_id) REFERENCES adviser_selection(id) ON DELETE CASCADE,
  constraint adviser_selection_line_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES variant(id),
  constraint adviser_selection_line_pkey PRIMARY KEY (selection_id, variant_id)
);
CREATE INDEX adviser_selection_line_of_variant ON public.adviser_selection_line USING btree (variant_id);

create table audit_entry (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  actor_id uuid not null,
  call text not null,
  target text,
  input jsonb not null,
  outcome text,
  confirmed_by text,
  constraint audit_entry_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint audit_entry_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entry_newest ON public.audit_entry USING btree (at, id);
CREATE INDEX audit_entry_of_actor ON public.audit_entry USING btree (actor_id, id);
CREATE INDEX audit_entry_of_call ON public.audit_entry USING btree (call, at, id);
CREATE INDEX audit_entry_of_target ON public.audit_entry USING btree (target, id);

create table audit_subject (
  id bigint not null generated always as identity,
  entry_id bigint not null,
  kind text not null,
  subject_id text not null,
  label text not null,
  changes jsonb,
  version integer,
  user_id uuid,
  constraint audit_subject_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES audit_entry(id) ON DELETE CASCADE,
  constraint audit_subject_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint audit_subject_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_subject_label ON public.audit_subject USING gin (lower(label) gin_trgm_ops);
CREATE INDEX audit_subject_of_entry ON public.audit_subject USING btree (entry_id);
CREATE INDEX audit_subject_of_subject ON public.audit_subject USING btree (subject_id, entry_id);
CREATE INDEX audit_subject_of_user ON public.audit_subject USING btree (user_id) WHERE (user_id IS NOT NULL);

create table cart (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  guest_id uuid,
  used_at timestamp with time zone not null,
  constraint cart_of_one_owner CHECK ((num_nonnulls(user_id, guest_id) = 1)),
  constraint cart_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint cart_pkey PRIMARY KEY (id),
  constraint cart_guest_id_key UNIQUE (guest_id),
  constraint cart_user_id_key UNIQUE (user_id)
) with (fillfactor=80);

create table cart_item (
  id uuid not null default gen_random_uuid(),
  cart_id uuid not null,
  variant_id uuid not null,
  quantity integer not null,
  added_cents integer not null,
  added_at timestamp with time zone not null,
  constraint cart_item_added_cents_check CHECK ((added_cents >= 0)),
  constraint cart_item_quantity_check CHECK ((quantity > 0)),
  constraint cart_item_cart_id_fkey FOREIGN KEY (cart_id) REFERENCES cart(id) ON DELETE CASCADE,
  constraint cart_item_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES variant(id) ON DELETE CASCADE,
  constraint cart_item_pkey PRIMARY KEY (id),
  constraint cart_item_cart_id_variant_id_key UNIQUE (cart_id, variant_id)
) with (fillfactor=80);

create table category (
  id uuid not null,
  parent_id uuid,
  identifier text not null,
  slug text not null,
  name text not null,
  description text not null default ''::text,
  picture jsonb,
  position integer not null default 0,
  product_count integer not null default 0,
  constraint category_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES category(id),
  constraint category_pkey PRIMARY KEY (id),
  constraint category_identifier_key UNIQUE (identifier),
  constraint category_parent_id_slug_key UNIQUE (parent_id, slug)
);
CREATE UNIQUE INDEX category_one_root ON public.category USING btree (((parent_id IS NULL))) WHERE (parent_id IS NULL);
CREATE TRIGGER category_publishes AFTER INSERT OR DELETE OR UPDATE OF parent_id, identifier, slug, name, description, picture, "position" ON public.category FOR EACH STATEMENT EXECUTE FUNCTION publish_tag('tree');

create table category_position (
  category_id uuid not null,
  product_id uuid not null,
  position integer not null,
  constraint category_position_position_check CHECK ((("position" >= 1) AND ("position" <= 100000))),
  constraint category_position_category_id_fkey FOREIGN KEY (category_id) REFERENCES category(id) ON DELETE CASCADE,
  constraint category_position_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  constraint category_position_pkey PRIMARY KEY (category_id, product_id)
);
CREATE INDEX category_position_of_product ON public.category_position USING btree (product_id);
CREATE TRIGGER category_position_publishes AFTER INSERT OR DELETE OR UPDATE ON public.category_position FOR EACH STATEMENT EXECUTE FUNCTION publish_tag('tree');

create table category_product (
  category_id uuid not null,
  published_at timestamp with time zone not null,
  product_id uuid not null,
  position integer,
  constraint category_product_category_id_fkey FOREIGN KEY (category_id) REFERENCES category(id) ON DELETE CASCADE,
  constraint category_product_product_id_fkey FOREIGN KEY (product_id) REFERENCES product_listing(product_id) ON DELETE CASCADE,
  constraint category_product_pkey PRIMARY KEY (category_id, published_at, product_id)
);
CREATE INDEX category_product_of_product ON public.category_product USING btree (product_id);
CREATE INDEX category_product_selection ON public.category_product USING btree (category_id, "position", published_at DESC, product_id DESC);
CREATE TRIGGER category_product_deleted AFTER DELETE ON public.category_product REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_category_products();
CREATE TRIGGER category_product_inserted AFTER INSERT ON public.category_product REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_category_products();

create table chat_canned_reply (
  id uuid not null,
  title text not null,
  content text not null,
  updated_at timestamp with time zone not null,
  constraint chat_canned_reply_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX chat_canned_reply_title ON public.chat_canned_reply USING btree (lower(title));

create table chat_message (
  id uuid not null,
  room_id text not null,
  seq integer not null,
  client_message_id text not null,
  sender_type text not null,
  sender_id uuid,
  content text not null,
  attachments jsonb not null default '[]'::jsonb,
  product_ids uuid[] not null default '{}'::uuid[],
  created_at timestamp with time zone not null,
  constraint chat_message_check CHECK (((sender_type = 'CUSTOMER'::text) OR (sender_id IS NULL))),
  constraint chat_message_sender_type_check CHECK ((sender_type = ANY (ARRAY['USER'::text, 'CUSTOMER'::text, 'SYSTEM'::text]))),
  constraint chat_message_room_id_fkey FOREIGN KEY (room_id) REFERENCES chat_room(id) ON DELETE CASCADE,
  constraint chat_message_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES users(id),
  constraint chat_message_pkey PRIMARY KEY (id),
  constraint chat_message_room_id_client_message_id_key UNIQUE (room_id, client_message_id),
  constraint chat_message_room_id_seq_key UNIQUE (room_id, seq)
);
CREATE INDEX chat_message_words ON public.chat_message USING gin (content gin_trgm_ops);

create table chat_office_hours (
  is_only boolean not null default true,
  time_zone text not null,
  week jsonb not null,
  closed_on date[] not null default '{}'::date[],
  updated_at timestamp with time zone not null,
  constraint chat_office_hours_is_only_check CHECK (is_only),
  constraint chat_office_hours_pkey PRIMARY KEY (is_only)
);
CREATE TRIGGER chat_office_hours_publishes AFTER INSERT OR UPDATE ON public.chat_office_hours FOR EACH STATEMENT EXECUTE FUNCTION publish_tag('content');

create table chat_room (
  id text not null,
  user_id uuid,
  guest_hash bytea,
  guest_cart_id uuid,
  state text not null default 'OPEN'::text,
  assigned_to uuid,
  email text,
  last_seq integer not null default 0,
  last_message_at timestamp with time zone,
  last_message text not null default ''::text,
  shopper_read_seq integer not null default 0,
  support_read_seq integer not null default 0,
  shopper_unread integer not null default 0,
  support_unread integer not null default 0,
  unread_since timestamp with time zone,
  waiting_since timestamp with time zone,
  away_message_at timestamp with time zone,
  emailed_read_seq integer,
  created_at timestamp with time zone not null,
  constraint chat_room_id_check CHECK ((id ~ '^[A-Za-z0-9_-]{22}$'::text)),
  constraint chat_room_of_one CHECK (((user_id IS NULL) OR (guest_hash IS NULL))),
  constraint chat_room_shopper_unread_check CHECK ((shopper_unread >= 0)),
  constraint chat_room_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'CLOSED'::text]))),
  constraint chat_room_support_unread_check CHECK ((support_unread >= 0)),
  constraint chat_room_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES users(id),
  constraint chat_room_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint chat_room_pkey PRIMARY KEY (id),
  constraint chat_room_guest_hash_key UNIQUE (guest_hash),
  constraint chat_room_user_id_key UNIQUE (user_id)
) with (fillfactor=70);
CREATE INDEX chat_room_newest ON public.chat_room USING btree (last_message_at DESC, id);
CREATE INDEX chat_room_of_staff ON public.chat_room USING btree (assigned_to) WHERE (assigned_to IS NOT NULL);
CREATE INDEX chat_room_unread ON public.chat_room USING btree (unread_since) WHERE (unread_since IS NOT NULL);
CREATE INDEX chat_room_waiting ON public.chat_room USING btree (waiting_since, id) WHERE ((state = 'OPEN'::text) AND (waiting_since IS NOT NULL));

create table color (
  name text not null,
  hex text not null,
  position integer not null,
  words tsvector not null generated always as (strip((to_tsvector('shop'::regconfig, name) || to_tsvector('shop_plain'::regconfig, name)))) stored,
  constraint color_hex_check CHECK ((hex ~ '^#[0-9a-f]{6}$'::text)),
  constraint color_pkey PRIMARY KEY (name)
);
CREATE TRIGGER color_publishes AFTER INSERT OR DELETE OR UPDATE ON public.color FOR EACH STATEMENT EXECUTE FUNCTION publish_tag('catalogue');

create table content (
  key text not null,
  value jsonb not null,
  constraint content_pkey PRIMARY KEY (key)
);
CREATE TRIGGER content_publishes AFTER INSERT OR DELETE OR UPDATE ON public.content FOR EACH STATEMENT EXECUTE FUNCTION publish_tag('content');

create table coupon (
  id uuid not null default gen_random_uuid(),
  code text not null,
  name text not null,
  discount_type text not null,
  discount_value integer not null,
  minimum_cents integer not null default 0,
  starts_at timestamp with time zone,
  valid_until timestamp with time zone,
  total_limit integer,
  customer_limit integer,
  is_listed boolean not null default true,
  is_enabled boolean not null default true,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  constraint coupon_check CHECK (((discount_type <> 'PERCENTAGE'::text) OR (discount_value <= 10000))),
  constraint coupon_check1 CHECK ((starts_at <= valid_until)),
  constraint coupon_code_check CHECK (((code = btrim(code)) AND (code <> ''::text))),
  constraint coupon_customer_limit_check CHECK ((customer_limit > 0)),
  constraint coupon_discount_type_check CHECK ((discount_type = ANY (ARRAY['PERCENTAGE'::text, 'FIXED_AMOUNT'::text]))),
  constraint coupon_discount_value_check CHECK ((discount_value > 0)),
  constraint coupon_minimum_cents_check CHECK ((minimum_cents >= 0)),
  constraint coupon_total_limit_check CHECK ((total_limit >= 0)),
  constraint coupon_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX coupon_code ON public.coupon USING btree (lower(code));

create table coupon_redemption (
  order_id uuid not null,
  coupon_id uuid not null,
  user_id uuid not null,
  customer bytea not null,
  redeemed_at timestamp with time zone not null,
  released_at timestamp with time zone,
  constraint coupon_redemption_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES coupon(id),
  constraint coupon_redemption_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint coupon_redemption_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint coupon_redemption_pkey PRIMARY KEY (order_id)
);
CREATE INDEX coupon_redemption_counts ON public.coupon_redemption USING btree (coupon_id, user_id) WHERE (released_at IS NULL);
CREATE INDEX coupon_redemption_newest ON public.coupon_redemption USING btree (coupon_id, redeemed_at, order_id);
CREATE INDEX coupon_redemption_of_customer ON public.coupon_redemption USING btree (coupon_id, customer) WHERE (released_at IS NULL);
CREATE INDEX coupon_redemption_of_user ON public.coupon_redemption USING btree (user_id, redeemed_at);

create table csv_job (
  id uuid not null,
  step text not null,
  state text not null,
  actor_id uuid not null,
  file_name text not null,
  filter jsonb,
  columns text[] not null default '{}'::text[],
  hash text,
  sets_stock boolean not null default false,
  lines integer not null default 0,
  lines_done integer not null default 0,
  lines_failed integer not null default 0,
  position text not null default ''::text,
  is_relating boolean not null default false,
  parts integer not null default 0,
  report jsonb,
  failure text,
  run uuid,
  attempts integer not null default 0,
  started_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  kept_until timestamp with time zone not null,
  constraint csv_job_state_check CHECK ((state = ANY (ARRAY['READING'::text, 'QUEUED'::text, 'RUNNING'::text, 'DONE'::text, 'FAILED'::text]))),
  constraint csv_job_step_check CHECK ((step = ANY (ARRAY['EXPORT'::text, 'CHECK'::text, 'APPLY'::text]))),
  constraint csv_job_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint csv_job_pkey PRIMARY KEY (id)
);
CREATE INDEX csv_job_by_start ON public.csv_job USING btree (started_at DESC, id);

create table csv_line (
  job_id uuid not null,
  line integer not null,
  identifier text not null,
  cells jsonb not null,
  stock_seen integer,
  is_postponed boolean not null default false,
  problem text,
  constraint csv_line_job_id_fkey FOREIGN KEY (job_id) REFERENCES csv_job(id) ON DELETE CASCADE,
  constraint csv_line_pkey PRIMARY KEY (job_id, line)
);
CREATE INDEX csv_line_by_product ON public.csv_line USING btree (job_id, identifier, line);

create table dispute (
  provider text not null,
  provider_ref text not null,
  payment_id uuid not null,
  status text not null,
  amount_cents integer not null,
  currency text not null,
  reason text not null,
  answer_by timestamp with time zone,
  opened_at timestamp with time zone not null,
  reported_at timestamp with time zone not null,
  constraint dispute_amount_cents_check CHECK ((amount_cents >= 0)),
  constraint dispute_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'WON'::text, 'LOST'::text]))),
  constraint dispute_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id),
  constraint dispute_pkey PRIMARY KEY (provider, provider_ref, payment_id)
);
CREATE INDEX dispute_of_payment ON public.dispute USING btree (payment_id);

create table favorite (
  user_id uuid not null,
  product_id uuid not null,
  variant_id uuid not null,
  created_at timestamp with time zone not null,
  constraint favorite_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  constraint favorite_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint favorite_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES variant(id) ON DELETE CASCADE,
  constraint favorite_pkey PRIMARY KEY (user_id, product_id)
);
CREATE INDEX favorite_newest ON public.favorite USING btree (user_id, created_at DESC, product_id DESC);

create table function_file (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  constraint function_file_pkey PRIMARY KEY (name)
);

create table gift_link (
  code_hash bytea not null,
  order_id uuid not null,
  created_at timestamp with time zone not null,
  constraint gift_link_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
  constraint gift_link_pkey PRIMARY KEY (code_hash)
);
CREATE INDEX gift_link_of_order ON public.gift_link USING btree (order_id);

create table gift_recipient (
  return_id uuid not null,
  email text not null,
  full_name text not null,
  phone_number text not null,
  street_address text not null,
  address_line2 text,
  city text not null,
  state text,
  postal_code text,
  country text not null,
  constraint gift_recipient_return_id_fkey FOREIGN KEY (return_id) REFERENCES return_request(id) ON DELETE CASCADE,
  constraint gift_recipient_pkey PRIMARY KEY (return_id)
);
CREATE INDEX gift_recipient_by_email ON public.gift_recipient USING btree (lower(email));

create table goods_receipt (
  id uuid not null,
  reference text not null,
  note text,
  actor_id uuid not null,
  at timestamp with time zone not null,
  constraint goods_receipt_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint goods_receipt_pkey PRIMARY KEY (id)
);
CREATE INDEX goods_receipt_newest ON public.goods_receipt USING btree (at, id);

create table invoice (
  id uuid not null,
  kind text not null,
  series text not null,
  number integer not null,
  order_id uuid not null,
  refund_id uuid,
  reverses uuid,
  issued_at timestamp with time zone not null,
  country text not null,
  gross_cents integer not null,
  tax_cents integer not null,
  content jsonb not null,
  constraint invoice_check CHECK (((kind = 'CREDIT_NOTE'::text) OR (refund_id IS NULL))),
  constraint invoice_check1 CHECK (((reverses IS NULL) OR (kind = 'CREDIT_NOTE'::text))),
  constraint invoice_check2 CHECK (((reverses IS NOT NULL) OR (gross_cents >= 0))),
  constraint invoice_kind_check CHECK ((kind = ANY (ARRAY['INVOICE'::text, 'CREDIT_NOTE'::text]))),
  constraint invoice_number_check CHECK ((number > 0)),
  constraint invoice_reverses_refund_check CHECK (((reverses IS NULL) OR (refund_id IS NOT NULL))),
  constraint invoice_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint invoice_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund(id),
  constraint invoice_reverses_fkey FOREIGN KEY (reverses) REFERENCES invoice(id),
  constraint invoice_series_fkey FOREIGN KEY (series) REFERENCES invoice_series(prefix),
  constraint invoice_pkey PRIMARY KEY (id),
  constraint invoice_series_number_key UNIQUE (series, number)
);
CREATE UNIQUE INDEX credit_note_of_refund ON public.invoice USING btree (refund_id) WHERE ((reverses IS NULL) AND (refund_id IS NOT NULL));
CREATE UNIQUE INDEX credit_note_of_unpaid ON public.invoice USING btree (order_id) WHERE ((kind = 'CREDIT_NOTE'::text) AND (refund_id IS NULL));
CREATE UNIQUE INDEX credit_note_reversed ON public.invoice USING btree (reverses) WHERE (reverses IS NOT NULL);
CREATE UNIQUE INDEX invoice_of_order ON public.invoice USING btree (order_id) WHERE (kind = 'INVOICE'::text);
CREATE INDEX invoices_by_time ON public.invoice USING btree (issued_at, id);
CREATE INDEX invoices_of_order ON public.invoice USING btree (order_id, issued_at);

create table invoice_series (
  prefix text not null,
  last integer not null,
  constraint invoice_series_last_check CHECK ((last > 0)),
  constraint invoice_series_pkey PRIMARY KEY (prefix)
);

create table mail (
  id uuid not null,
  kind text not null,
  key text not null,
  recipient text not null,
  subject text not null,
  html text,
  text text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  attempts integer not null default 0,
  last_error text,
  dropped_reason text,
  constraint mail_content CHECK (((sent_at IS NOT NULL) OR (dropped_reason IS NOT NULL) OR ((html IS NOT NULL) AND (text IS NOT NULL)))),
  constraint mail_pkey PRIMARY KEY (id),
  constraint mail_kind_key_key UNIQUE (kind, key)
);
CREATE INDEX mail_newest ON public.mail USING btree (created_at DESC, id);
CREATE INDEX mail_of_recipient ON public.mail USING btree (lower(recipient));
CREATE INDEX mail_search ON public.mail USING gin (lower(((recipient || ' '::text) || subject)) gin_trgm_ops);
CREATE INDEX mail_unsent ON public.mail USING btree (created_at DESC, id) INCLUDE (last_error) WHERE (sent_at IS NULL);

create table migration (
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  works_with text,
  constraint migration_pkey PRIMARY KEY (name)
);

create table no_result_dismissal (
  term text not null,
  constraint no_result_dismissal_pkey PRIMARY KEY (term)
);

create table no_result_search (
  day date not null,
  term text not null,
  times integer not null,
  constraint no_result_search_term_check CHECK (((length(term) >= 1) AND (length(term) <= 80))),
  constraint no_result_search_times_check CHECK ((times > 0)),
  constraint no_result_search_pkey PRIMARY KEY (day, term)
);

create table order_correction (
  id bigint not null generated always as identity,
  order_id uuid not null,
  kind text not null,
  before jsonb not null,
  after jsonb not null,
  actor_id uuid not null,
  at timestamp with time zone not null,
  constraint order_correction_kind_check CHECK ((kind = ANY (ARRAY['TRACKING'::text, 'ADDRESS'::text, 'EMAIL'::text]))),
  constraint order_correction_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint order_correction_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_correction_pkey PRIMARY KEY (id),
  constraint order_correction_order_id_id_key UNIQUE (order_id, id)
);

create table order_edit (
  id uuid not null,
  order_id uuid not null,
  before jsonb not null,
  after jsonb not null,
  supplement_id uuid,
  refund_cents integer not null,
  actor_id uuid not null,
  at timestamp with time zone not null,
  constraint order_edit_check CHECK (((supplement_id IS NULL) OR (refund_cents = 0))),
  constraint order_edit_refund_cents_check CHECK ((refund_cents >= 0)),
  constraint order_edit_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint order_edit_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_edit_supplement_id_fkey FOREIGN KEY (supplement_id) REFERENCES orders(id),
  constraint order_edit_pkey PRIMARY KEY (id),
  constraint order_edit_supplement_id_key UNIQUE (supplement_id)
);
CREATE INDEX order_edit_of_order ON public.order_edit USING btree (order_id, at, id);

create table order_line (
  order_id uuid not null,
  position integer not null,
  variant_id uuid not null,
  product_id uuid not null,
  identifier text not null,
  name text not null,
  attributes jsonb not null,
  picture jsonb,
  unit_cents integer not null,
  quantity integer not null,
  discount_cents integer not null,
  tax_bp integer,
  tax_cents integer,
  constraint order_line_check CHECK ((discount_cents <= (unit_cents * quantity))),
  constraint order_line_check1 CHECK (((tax_bp IS NULL) = (tax_cents IS NULL))),
  constraint order_line_discount_cents_check CHECK ((discount_cents >= 0)),
  constraint order_line_quantity_check CHECK ((quantity > 0)),
  constraint order_line_tax_bp_check CHECK (((tax_bp >= 0) AND (tax_bp <= 10000))),
  constraint order_line_tax_cents_check CHECK ((tax_cents >= 0)),
  constraint order_line_unit_cents_check CHECK ((unit_cents >= 0)),
  constraint order_line_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_line_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id),
  constraint order_line_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES variant(id),
  constraint order_line_pkey PRIMARY KEY (order_id, "position"),
  constraint order_line_order_id_variant_id_key UNIQUE (order_id, variant_id)
);
CREATE INDEX order_line_of_variant ON public.order_line USING btree (variant_id);
CREATE INDEX order_line_picture ON public.order_line USING btree (((picture ->> 'src'::text))) WHERE ((picture ->> 'src'::text) ~~ '/media/uploads/%'::text);

create table order_note (
  id uuid not null,
  order_id uuid not null,
  author_id uuid not null,
  text text not null,
  at timestamp with time zone not null,
  constraint order_note_text_check CHECK ((text <> ''::text)),
  constraint order_note_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint order_note_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_note_pkey PRIMARY KEY (id)
);
CREATE INDEX order_note_of_order ON public.order_note USING btree (order_id, at, id);

create table order_request (
  user_id uuid not null,
  key text not null,
  body_hash bytea not null,
  order_id uuid not null,
  created_at timestamp with time zone not null,
  constraint order_request_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200))),
  constraint order_request_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) DEFERRABLE INITIALLY DEFERRED,
  constraint order_request_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint order_request_pkey PRIMARY KEY (user_id, key)
);
CREATE INDEX order_request_created ON public.order_request USING btree (created_at);

create table order_search (
  order_id uuid not null,
  text text not null,
  constraint order_search_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_search_pkey PRIMARY KEY (order_id)
);
CREATE INDEX order_search_text ON public.order_search USING gin (text gin_trgm_ops);

create table order_transition (
  id bigint not null generated always as identity,
  order_id uuid not null,
  from_status text,
  to_status text not null,
  actor text not null,
  actor_id uuid,
  reason text not null,
  at timestamp with time zone not null,
  constraint order_transition_actor_check CHECK ((actor = ANY (ARRAY['SHOPPER'::text, 'STAFF'::text, 'PROVIDER'::text, 'SYSTEM'::text]))),
  constraint order_transition_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint order_transition_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint order_transition_pkey PRIMARY KEY (id),
  constraint order_transition_order_id_id_key UNIQUE (order_id, id)
);

create table orders (
  id uuid not null,
  number integer not null default nextval('order_number'::regclass),
  user_id uuid not null,
  email text,
  status text not null,
  items_cents integer not null,
  shipping_cents integer not null,
  discount_cents integer not null,
  total_cents integer not null,
  coupon_id uuid,
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
  draft_hash bytea not null,
  created_at timestamp with time zone not null,
  held_since timestamp with time zone,
  hold_ends_at timestamp with time zone,
  given_up_at timestamp with time zone,
  tracking_carrier text,
  tracking_number text,
  tracking_url text,
  completes_at timestamp with time zone,
  version integer not null default 0,
  delivery_method text,
  arrives_from text,
  arrives_until text,
  exchange_of uuid,
  supplement_of uuid,
  supplement_cents integer not null default 0,
  gift jsonb,
  wrap_cents integer not null default 0,
  is_for_recipient boolean not null default false,
  tax_rule_id uuid,
  prices_include_tax boolean,
  tax_cents integer not null default 0,
  shipping_tax_bp integer,
  shipping_tax_cents integer not null default 0,
  wrap_tax_bp integer,
  wrap_tax_cents integer not null default 0,
  duties text,
  buyer_company text,
  buyer_tax_number text,
  constraint orders_arrival_check CHECK ((((arrives_from IS NULL) = (arrives_until IS NULL)) AND ((arrives_from IS NULL) OR (delivery_method IS NOT NULL)) AND (arrives_from <= arrives_until))),
  constraint orders_check CHECK ((discount_cents <= items_cents)),
  constraint orders_check2 CHECK (((status = 'PENDING'::text) = (held_since IS NOT NULL))),
  constraint orders_check3 CHECK (((status = 'PENDING'::text) = (hold_ends_at IS NOT NULL))),
  constraint orders_check4 CHECK (((status = 'UNPAID'::text) = (given_up_at IS NOT NULL))),
  constraint orders_check5 CHECK (((status = 'DELIVERED'::text) = (completes_at IS NOT NULL))),
  constraint orders_check6 CHECK (((coupon_id IS NULL) = (coupon IS NULL))),
  constraint orders_discount_cents_check CHECK ((discount_cents >= 0)),
  constraint orders_duties_check CHECK ((duties = ANY (ARRAY['DELIVERED_PAID'::text, 'CARRIER'::text]))),
  constraint orders_items_cents_check CHECK ((items_cents >= 0)),
  constraint orders_shipping_cents_check CHECK ((shipping_cents >= 0)),
  constraint orders_shipping_tax_bp_check CHECK (((shipping_tax_bp >= 0) AND (shipping_tax_bp <= 10000))),
  constraint orders_shipping_tax_cents_check CHECK ((shipping_tax_cents >= 0)),
  constraint orders_status_check CHECK ((status = ANY (ARRAY['UNPAID'::text, 'PENDING'::text, 'PROCESSING'::text, 'SHIPPED'::text, 'DELIVERED'::text, 'COMPLETED'::text, 'CANCELLED'::text]))),
  constraint orders_supplement_cents_check CHECK ((supplement_cents >= 0)),
  constraint orders_supplement_check CHECK (((supplement_of IS NULL) OR ((supplement_cents = 0) AND (coupon_id IS NULL) AND (exchange_of IS NULL) AND (status = ANY (ARRAY['PENDING'::text, 'UNPAID'::text, 'COMPLETED'::text, 'CANCELLED'::text]))))),
  constraint orders_tax_cents_check CHECK ((tax_cents >= 0)),
  constraint orders_tax_check CHECK ((((shipping_tax_cents + wrap_tax_cents) <= tax_cents) AND ((tax_cents = 0) OR (prices_include_tax IS NOT NULL)))),
  constraint orders_total_cents_check CHECK ((total_cents >= 0)),
  constraint orders_total_check CHECK ((total_cents = (((((items_cents + shipping_cents) + wrap_cents) - discount_cents) - supplement_cents) +
CASE
    WHEN (prices_include_tax IS FALSE) THEN tax_cents
    ELSE 0
END))),
  constraint orders_wrap_cents_check CHECK ((wrap_cents >= 0)),
  constraint orders_wrap_tax_bp_check CHECK (((wrap_tax_bp >= 0) AND (wrap_tax_bp <= 10000))),
  constraint orders_wrap_tax_cents_check CHECK ((wrap_tax_cents >= 0)),
  constraint orders_coupon_id_fkey FOREIGN KEY (coupon_id) REFERENCES coupon(id),
  constraint orders_exchange_of_fkey FOREIGN KEY (exchange_of) REFERENCES return_request(id),
  constraint orders_supplement_of_fkey FOREIGN KEY (supplement_of) REFERENCES orders(id),
  constraint orders_tax_rule_id_fkey FOREIGN KEY (tax_rule_id) REFERENCES tax_rule(id),
  constraint orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint orders_pkey PRIMARY KEY (id),
  constraint orders_number_key UNIQUE (number)
) with (fillfactor=80);
CREATE INDEX orders_by_total ON public.orders USING btree (total_cents, id);
CREATE INDEX orders_complete ON public.orders USING btree (completes_at) WHERE (status = 'DELIVERED'::text);
CREATE UNIQUE INDEX orders_exchange_of ON public.orders USING btree (exchange_of) WHERE (exchange_of IS NOT NULL);
CREATE INDEX orders_gifts ON public.orders USING btree (created_at, id) WHERE (gift IS NOT NULL);
CREATE INDEX orders_given_up ON public.orders USING btree (given_up_at) WHERE (status = 'UNPAID'::text);
CREATE INDEX orders_hold_ends ON public.orders USING btree (hold_ends_at) WHERE (status = 'PENDING'::text);
CREATE INDEX orders_newest ON public.orders USING btree (created_at, id);
CREATE INDEX orders_of_status ON public.orders USING btree (status, created_at, id);
CREATE INDEX orders_of_user ON public.orders USING btree (user_id, created_at DESC, id DESC);
CREATE INDEX orders_sales ON public.orders USING btree (created_at) INCLUDE (total_cents, id) WHERE (status = ANY (ARRAY['PROCESSING'::text, 'SHIPPED'::text, 'DELIVERED'::text, 'COMPLETED'::text]));
CREATE INDEX orders_supplement_of ON public.orders USING btree (supplement_of) WHERE (supplement_of IS NOT NULL);

create table parcel (
  id uuid not null,
  order_id uuid not null,
  carrier text not null,
  number text not null,
  url text,
  items jsonb not null,
  sent_at timestamp with time zone not null,
  constraint parcel_items_check CHECK (((jsonb_typeof(items) = 'array'::text) AND (jsonb_array_length(items) > 0))),
  constraint parcel_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint parcel_pkey PRIMARY KEY (id)
);
CREATE INDEX parcel_of_order ON public.parcel USING btree (order_id, sent_at, id);

create table passkey (
  id uuid not null,
  user_id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_credential_id_key UNIQUE (credential_id)
);
CREATE INDEX passkey_of_user ON public.passkey USING btree (user_id);

create table passkey_challenge (
  challenge bytea not null,
  purpose text not null,
  user_id uuid,
  expires_at timestamp with time zone not null,
  constraint passkey_challenge_check CHECK (((purpose = 'SIGN_IN'::text) = (user_id IS NULL))),
  constraint passkey_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['ADD'::text, 'CONFIRM'::text, 'SIGN_IN'::text]))),
  constraint passkey_challenge_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint passkey_challenge_pkey PRIMARY KEY (challenge)
);
CREATE INDEX passkey_challenge_expires ON public.passkey_challenge USING btree (expires_at);
CREATE INDEX passkey_challenge_of_user ON public.passkey_challenge USING btree (user_id);

create table payment (
  id uuid not null,
  order_id uuid not null,
  attempt integer not null,
  method text not null,
  status text not null,
  amount_cents integer not null,
  provider_ref text,
  approval_url text,
  capture_ref text,
  captured_cents integer not null default 0,
  refunded_cents integer not null default 0,
  expires_at timestamp with time zone,
  failure text,
  review text,
  created_at timestamp with time zone not null,
  asked_at timestamp with time zone,
  settled_at timestamp with time zone,
  counts boolean not null default false,
  unreached_since timestamp with time zone,
  is_superseded boolean not null default false,
  constraint payment_amount_cents_check CHECK ((amount_cents >= 0)),
  constraint payment_captured_cents_check CHECK ((captured_cents >= 0)),
  constraint payment_check CHECK ((refunded_cents <= captured_cents)),
  constraint payment_refunded_cents_check CHECK ((refunded_cents >= 0)),
  constraint payment_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text, 'PAID'::text, 'FAILED'::text, 'REFUNDED'::text, 'PARTIALLY_REFUNDED'::text]))),
  constraint payment_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint payment_pkey PRIMARY KEY (id),
  constraint payment_method_provider_ref_key UNIQUE (method, provider_ref),
  constraint payment_order_id_attempt_key UNIQUE (order_id, attempt)
) with (fillfactor=80);
CREATE INDEX payment_counting ON public.payment USING btree (status, method, order_id) WHERE counts;
CREATE INDEX payment_of_capture ON public.payment USING btree (capture_ref) WHERE (capture_ref IS NOT NULL);
CREATE UNIQUE INDEX payment_one_paid ON public.payment USING btree (order_id) WHERE (status = ANY (ARRAY['PAID'::text, 'PARTIALLY_REFUNDED'::text]));
CREATE INDEX payment_open ON public.payment USING btree (COALESCE(asked_at, created_at)) WHERE (status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text]));
CREATE INDEX payment_reviewed ON public.payment USING btree (order_id) WHERE (review IS NOT NULL);
CREATE INDEX payment_unreached ON public.payment USING btree (unreached_since) WHERE (unreached_since IS NOT NULL);

create table payment_review (
  id uuid not null,
  payment_id uuid not null,
  review text not null,
  reason text not null,
  resolved_by uuid not null,
  at timestamp with time zone not null,
  constraint payment_review_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id),
  constraint payment_review_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES users(id),
  constraint payment_review_pkey PRIMARY KEY (id)
);
CREATE INDEX payment_review_of_payment ON public.payment_review USING btree (payment_id, at, id);

create table payment_transition (
  id bigint not null generated always as identity,
  payment_id uuid not null,
  from_status text,
  to_status text not null,
  reason text not null,
  at timestamp with time zone not null,
  constraint payment_transition_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id),
  constraint payment_transition_pkey PRIMARY KEY (id)
);
CREATE INDEX payment_transition_of_payment ON public.payment_transition USING btree (payment_id, id);

create table price_history (
  variant_id uuid not null,
  at timestamp with time zone not null,
  price_cents integer not null,
  sale_price_cents integer,
  sale_starts_at timestamp with time zone,
  sale_ends_at timestamp with time zone,
  constraint price_history_price_cents_check CHECK ((price_cents >= 0)),
  constraint price_history_sale_price_cents_check CHECK ((sale_price_cents >= 0)),
  constraint price_history_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES variant(id) ON DELETE CASCADE,
  constraint price_history_pkey PRIMARY KEY (variant_id, at)
);

create table price_rule (
  country text not null,
  days integer not null,
  source text not null,
  valid_from date not null,
  is_applied boolean not null default false,
  constraint price_rule_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint price_rule_days_check CHECK (((days >= 1) AND (days <= 365))),
  constraint price_rule_source_check CHECK ((source <> ''::text)),
  constraint price_rule_pkey PRIMARY KEY (country)
);

create table product (
  id uuid not null,
  identifier text not null,
  name text not null,
  description text not null default ''::text,
  material text not null,
  details text[] not null default '{}'::text[],
  measurements text not null default ''::text,
  materials_and_care text not null default ''::text,
  size_and_fit text,
  size_guide text,
  pictures jsonb not null default '[]'::jsonb,
  published_at timestamp with time zone not null,
  is_new_flag boolean not null default false,
  deleted_at timestamp with time zone,
  is_withdrawn boolean not null default false,
  version integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  dimensions jsonb,
  fits_inside text not null default ''::text,
  composition text not null default ''::text,
  country_of_origin text,
  hs_code text,
  weight_grams integer,
  maker jsonb,
  responsible_person jsonb,
  seo_title text not null default ''::text,
  seo_description text not null default ''::text,
  withdraws_at timestamp with time zone,
  listing_due_at timestamp with time zone,
  was_listed boolean not null default false,
  tax_class text not null default 'STANDARD'::text,
  constraint product_country_of_origin_check CHECK ((country_of_origin ~ '^[A-Z]{2}$'::text)),
  constraint product_dimensions_check CHECK (((dimensions IS NULL) OR (jsonb_typeof(dimensions) = 'object'::text))),
  constraint product_hs_code_check CHECK ((hs_code ~ '^\d{6,10}$'::text)),
  constraint product_maker_check CHECK ((jsonb_typeof(maker) = 'object'::text)),
  constraint product_responsible_person_check CHECK ((jsonb_typeof(responsible_person) = 'object'::text)),
  constraint product_tax_class_check CHECK ((tax_class = ANY (ARRAY['STANDARD'::text, 'REDUCED'::text, 'ZERO'::text]))),
  constraint product_weight_grams_check CHECK ((weight_grams > 0)),
  constraint product_withdrawn CHECK (((NOT is_withdrawn) OR (deleted_at IS NOT NULL))),
  constraint product_pkey PRIMARY KEY (id),
  constraint product_identifier_key UNIQUE (identifier)
);
CREATE INDEX product_listing_due ON public.product USING btree (listing_due_at) WHERE (listing_due_at IS NOT NULL);
CREATE INDEX product_named ON public.product USING btree (lower(name), id);
CREATE INDEX product_newest ON public.product USING btree (published_at, id) INCLUDE (deleted_at, is_withdrawn);
CREATE INDEX product_picture ON public.product USING gin (pictures jsonb_path_ops);
CREATE INDEX product_spelled ON public.product USING btree (spelled(name) COLLATE "C", published_at DESC, id DESC);
CREATE INDEX product_staff_search ON public.product USING gin (lower(((((name || ' '::text) || identifier) || ' '::text) || material)) gin_trgm_ops);
CREATE INDEX product_updated ON public.product USING btree (updated_at, id);
CREATE TRIGGER product_publishes AFTER INSERT OR UPDATE ON public.product FOR EACH ROW EXECUTE FUNCTION publish_product();

create table product_category (
  product_id uuid not null,
  category_id uuid not null,
  constraint product_category_category_id_fkey FOREIGN KEY (category_id) REFERENCES category(id),
  constraint product_category_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  constraint product_category_pkey PRIMARY KEY (product_id, category_id)
);
CREATE INDEX product_category_by_category ON public.product_category USING btree (category_id);

create table product_former_identifier (
  identifier text not null,
  product_id uuid not null,
  constraint product_former_identifier_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  constraint product_former_identifier_pkey PRIMARY KEY (identifier)
);
CREATE INDEX product_former_identifier_of ON public.product_former_identifier USING btree (product_id);

create table product_listing (
  product_id uuid not null,
  identifier text not null,
  name text not null,
  material text not null,
  cover jsonb,
  hover_cover jsonb,
  colors jsonb not null,
  published_at timestamp with time zone not null,
  new_until timestamp with time zone not null,
  pair_colors text[] not null,
  pair_sizes text[] not null,
  pair_in_stock boolean[] not null,
  words tsvector not null storage external,
  constraint product_listing_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  constraint product_listing_pkey PRIMARY KEY (product_id)
) with (fillfactor=85, toast_tuple_target=4080);
CREATE INDEX product_listing_newest ON public.product_listing USING btree (published_at, product_id);
CREATE INDEX product_listing_words ON public.product_listing USING gin (words) WITH (fastupdate=off);

create table product_option (
  product_id uuid not null,
  position integer not null,
  name text not null,
  values text[] not null,
  constraint product_option_values_check CHECK ((cardinality("values") > 0)),
  constraint product_option_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  constraint product_option_pkey PRIMARY KEY (product_id, "position"),
  constraint product_option_product_id_name_key UNIQUE (product_id, name)
);

create table product_price (
  product_id uuid not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone not null,
  price_cents integer not null,
  list_price_cents integer not null,
  has_range boolean not null,
  variant_id uuid not null,
  is_available boolean not null,
  constraint product_price_product_id_fkey FOREIGN KEY (product_id) REFERENCES product_listing(product_id) ON DELETE CASCADE,
  constraint product_price_pkey PRIMARY KEY (product_id, from_at)
);
CREATE INDEX product_price_by_price ON public.product_price USING btree (price_cents, product_id);
CREATE INDEX product_price_until ON public.product_price USING btree (until_at) WHERE (until_at < 'infinity'::timestamp with time zone);

create table product_relation (
  product_id uuid not null,
  related_id uuid not null,
  position integer not null,
  constraint product_relation_check CHECK ((product_id <> related_id)),
  constraint product_relation_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  constraint product_relation_related_id_fkey FOREIGN KEY (related_id) REFERENCES product(id) ON DELETE CASCADE,
  constraint product_relation_pkey PRIMARY KEY (product_id, related_id)
);

create table product_turn (
  product_id uuid not null,
  color text not null default ''::text,
  frames jsonb not null,
  opening jsonb not null default '[]'::jsonb,
  constraint product_turn_frames_check CHECK (((jsonb_array_length(frames) >= 12) AND (jsonb_array_length(frames) <= 72))),
  constraint product_turn_opening_check CHECK ((jsonb_array_length(opening) <= 24)),
  constraint product_turn_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  constraint product_turn_pkey PRIMARY KEY (product_id, color)
);
CREATE INDEX product_turn_opening ON public.product_turn USING gin (opening jsonb_path_ops);
CREATE INDEX product_turn_picture ON public.product_turn USING gin (frames jsonb_path_ops);
CREATE TRIGGER product_turn_publishes AFTER INSERT OR DELETE OR UPDATE ON public.product_turn FOR EACH ROW EXECUTE FUNCTION publish_turn();

create table provider_event (
  provider text not null,
  event_id text not null,
  type text not null,
  payload jsonb not null,
  received_at timestamp with time zone not null,
  processed_at timestamp with time zone,
  attempts integer not null default 0,
  last_error text,
  payment_id uuid,
  tried_at timestamp with time zone,
  constraint provider_event_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id),
  constraint provider_event_pkey PRIMARY KEY (provider, event_id)
);
CREATE INDEX provider_event_unprocessed ON public.provider_event USING btree (received_at) WHERE (processed_at IS NULL);

create unlogged table rate_limit (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limit_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limit_expires ON public.rate_limit USING btree (expire);

create table recovery_code (
  hash bytea not null,
  user_id uuid not null,
  constraint recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint recovery_code_pkey PRIMARY KEY (hash)
);
CREATE INDEX recovery_code_of_user ON public.recovery_code USING btree (user_id);

create table refresh_token (
  hash bytea not null,
  session_id uuid not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint refresh_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  constraint refresh_token_pkey PRIMARY KEY (hash)
);
CREATE INDEX refresh_token_created ON public.refresh_token USING btree (created_at);
CREATE INDEX refresh_token_of_session ON public.refresh_token USING btree (session_id);

create table refund (
  id uuid not null,
  payment_id uuid not null,
  key text not null,
  amount_cents integer not null,
  status text not null,
  reason text not null,
  requested_by uuid,
  provider_ref text,
  failure text,
  created_at timestamp with time zone not null,
  asked_at timestamp with time zone,
  settled_at timestamp with time zone,
  parts jsonb,
  constraint refund_amount_cents_check CHECK ((amount_cents > 0)),
  constraint refund_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200))),
  constraint refund_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'SUCCEEDED'::text, 'FAILED'::text]))),
  constraint refund_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id),
  constraint refund_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id),
  constraint refund_pkey PRIMARY KEY (id),
  constraint refund_payment_id_key_key UNIQUE (payment_id, key)
);
CREATE INDEX refund_pending ON public.refund USING btree (created_at) WHERE (status = 'PENDING'::text);
CREATE INDEX refund_settled ON public.refund USING btree (settled_at) INCLUDE (amount_cents) WHERE (status = 'SUCCEEDED'::text);

create table return_line (
  return_id uuid not null,
  variant_id uuid not null,
  quantity integer not null,
  reason text,
  value_cents integer not null,
  condition text,
  exchange_variant_id uuid,
  constraint return_line_condition_check CHECK ((condition = ANY (ARRAY['RESTOCK'::text, 'NOT_RESTOCKED'::text, 'DAMAGED'::text]))),
  constraint return_line_quantity_check CHECK ((quantity > 0)),
  constraint return_line_reason_check CHECK ((reason = ANY (ARRAY['TOO_SMALL'::text, 'TOO_LARGE'::text, 'NOT_AS_EXPECTED'::text, 'DAMAGED'::text, 'WRONG_ITEM'::text, 'CHANGED_MIND'::text, 'OTHER'::text]))),
  constraint return_line_value_cents_check CHECK ((value_cents >= 0)),
  constraint return_line_exchange_variant_id_fkey FOREIGN KEY (exchange_variant_id) REFERENCES variant(id),
  constraint return_line_return_id_fkey FOREIGN KEY (return_id) REFERENCES return_request(id) ON DELETE CASCADE,
  constraint return_line_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES variant(id),
  constraint return_line_pkey PRIMARY KEY (return_id, variant_id)
);

create table return_photo (
  return_id uuid not null,
  upload_id uuid not null,
  position integer not null,
  constraint return_photo_return_id_fkey FOREIGN KEY (return_id) REFERENCES return_request(id) ON DELETE CASCADE,
  constraint return_photo_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES upload(id) ON DELETE CASCADE,
  constraint return_photo_pkey PRIMARY KEY (return_id, upload_id)
);
CREATE INDEX return_photo_of_upload ON public.return_photo USING btree (upload_id);

create table return_policy (
  id uuid not null default gen_random_uuid(),
  countries text[] not null,
  valid_from date not null,
  source text not null,
  notice_days integer not null,
  arrival_days integer not null,
  fee_from_bp integer not null,
  fee_until_bp integer not null,
  is_withdrawal boolean not null,
  refunds_delivery boolean not null,
  shop_pays_postage boolean not null,
  return_address text,
  created_at timestamp with time zone not null default now(),
  constraint return_policy_arrival_days_check CHECK (((arrival_days >= 1) AND (arrival_days <= 365))),
  constraint return_policy_check CHECK (((fee_until_bp >= fee_from_bp) AND (fee_until_bp <= 10000))),
  constraint return_policy_fee_from_bp_check CHECK (((fee_from_bp >= 0) AND (fee_from_bp <= 10000))),
  constraint return_policy_notice_days_check CHECK (((notice_days >= 1) AND (notice_days <= 365))),
  constraint return_policy_pkey PRIMARY KEY (id)
);

create table return_request (
  id uuid not null,
  number integer not null default nextval('return_number'::regclass),
  order_id uuid not null,
  paid_order_id uuid not null,
  key text not null,
  is_withdrawal boolean not null,
  status text not null,
  wish text not null,
  policy_id uuid not null,
  note text,
  answer text,
  arrives_by timestamp with time zone not null,
  tracking_carrier text,
  tracking_number text,
  fee_bp integer,
  refunded_cents integer,
  delivery_cents integer,
  created_at timestamp with time zone not null,
  is_gift boolean not null default false,
  wrap_cents integer not null default 0,
  constraint return_request_check CHECK (((delivery_cents >= 0) AND (delivery_cents <= refunded_cents))),
  constraint return_request_check1 CHECK (((status = 'REFUNDED'::text) = (refunded_cents IS NOT NULL))),
  constraint return_request_check2 CHECK (((refunded_cents IS NULL) = (delivery_cents IS NULL))),
  constraint return_request_check3 CHECK (((status <> ALL (ARRAY['INSPECTED'::text, 'REFUNDED'::text, 'EXCHANGED'::text, 'SENT_BACK'::text])) OR (fee_bp IS NOT NULL))),
  constraint return_request_fee_bp_check CHECK (((fee_bp >= 0) AND (fee_bp <= 10000))),
  constraint return_request_key_check CHECK (((length(key) >= 1) AND (length(key) <= 200))),
  constraint return_request_refunded_cents_check CHECK ((refunded_cents >= 0)),
  constraint return_request_status_check CHECK ((status = ANY (ARRAY['REQUESTED'::text, 'APPROVED'::text, 'DECLINED'::text, 'IN_TRANSIT'::text, 'RECEIVED'::text, 'INSPECTED'::text, 'REFUNDED'::text, 'EXCHANGED'::text, 'SENT_BACK'::text, 'CANCELLED'::text]))),
  constraint return_request_wish_check CHECK ((wish = ANY (ARRAY['REFUND'::text, 'EXCHANGE'::text]))),
  constraint return_request_wrap_cents_check CHECK ((wrap_cents >= 0)),
  constraint return_request_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint return_request_paid_order_id_fkey FOREIGN KEY (paid_order_id) REFERENCES orders(id),
  constraint return_request_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES return_policy(id),
  constraint return_request_pkey PRIMARY KEY (id),
  constraint return_request_number_key UNIQUE (number),
  constraint return_request_order_id_key_key UNIQUE (order_id, key)
);
CREATE INDEX return_request_newest ON public.return_request USING btree (created_at, id);
CREATE INDEX return_request_of_status ON public.return_request USING btree (status, created_at, id);

create table return_transition (
  id bigint not null generated always as identity,
  return_id uuid not null,
  from_status text,
  to_status text not null,
  actor text not null,
  actor_id uuid,
  at timestamp with time zone not null,
  constraint return_transition_actor_check CHECK ((actor = ANY (ARRAY['SHOPPER'::text, 'STAFF'::text, 'SYSTEM'::text]))),
  constraint return_transition_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint return_transition_return_id_fkey FOREIGN KEY (return_id) REFERENCES return_request(id) ON DELETE CASCADE,
  constraint return_transition_pkey PRIMARY KEY (id)
);
CREATE INDEX return_transition_of_return ON public.return_transition USING btree (return_id, id);

create table search_synonym (
  term text not null,
  synonyms text[] not null,
  constraint search_synonym_synonyms_check CHECK ((cardinality(synonyms) > 0)),
  constraint search_synonym_term_check CHECK (((term = lower(term)) AND (term <> ''::text))),
  constraint search_synonym_pkey PRIMARY KEY (term)
);
CREATE INDEX search_synonym_similar ON public.search_synonym USING gin (term gin_trgm_ops);
CREATE INDEX search_synonym_stemmed ON public.search_synonym USING btree (stemmed_words(term));
CREATE TRIGGER search_synonym_publishes AFTER INSERT OR DELETE OR UPDATE ON public.search_synonym FOR EACH STATEMENT EXECUTE FUNCTION publish_tag('search');

create table search_word (
  word text not null,
  in_place integer not null,
  in_matter integer not null,
  in_document integer not null,
  constraint search_word_pkey PRIMARY KEY (word)
) with (fillfactor=70);
CREATE INDEX search_word_similar ON public.search_word USING gin (word gin_trgm_ops);

create table server_key (
  name text not null,
  secret bytea not null,
  constraint server_key_secret_check CHECK ((length(secret) = 32)),
  constraint server_key_pkey PRIMARY KEY (name)
);

create table session (
  id uuid not null,
  user_id uuid not null,
  origin bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  confirmed_by text,
  constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint session_pkey PRIMARY KEY (id)
);
CREATE INDEX session_expires ON public.session USING btree (expires_at);
CREATE INDEX session_of_user ON public.session USING btree (user_id, origin);
CREATE TRIGGER session_publishes AFTER DELETE OR UPDATE OF ended_at ON public.session FOR EACH ROW EXECUTE FUNCTION publish_user('user_id');

create table sign_in_code (
  request_hash bytea not null,
  email text not null,
  code_hash bytea,
  attempts integer not null default 0,
  expires_at timestamp with time zone not null,
  purpose text not null default 'SIGN_IN'::text,
  constraint sign_in_code_purpose_check CHECK ((purpose = ANY (ARRAY['SIGN_IN'::text, 'DELETION'::text]))),
  constraint sign_in_code_pkey PRIMARY KEY (request_hash)
);
CREATE INDEX sign_in_code_expires ON public.sign_in_code USING btree (expires_at);
CREATE INDEX sign_in_code_of_email ON public.sign_in_code USING btree (lower(email));

create table sign_in_ticket (
  hash bytea not null,
  user_id uuid not null,
  attempts integer not null default 0,
  expires_at timestamp with time zone not null,
  constraint sign_in_ticket_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sign_in_ticket_pkey PRIMARY KEY (hash)
);
CREATE INDEX sign_in_ticket_expires ON public.sign_in_ticket USING btree (expires_at);
CREATE INDEX sign_in_ticket_of_user ON public.sign_in_ticket USING btree (user_id);

create unlogged table socket_io_attachments (
  id bigint not null generated always as identity,
  created_at timestamp with time zone not null default now(),
  payload bytea not null,
  constraint socket_io_attachments_pkey PRIMARY KEY (id)
);

create table stock_movement (
  id bigint not null generated always as identity,
  variant_id uuid not null,
  delta integer not null,
  stock_after integer not null,
  cause text not null,
  order_id uuid,
  actor_id uuid,
  note text,
  at timestamp with time zone not null,
  key uuid,
  goods_receipt_id uuid,
  return_id uuid,
  constraint stock_movement_cause_check CHECK ((cause = ANY (ARRAY['HOLD'::text, 'RELEASE'::text, 'RESTOCK'::text, 'ADJUSTMENT'::text, 'OFFER'::text, 'OFFER_END'::text]))),
  constraint stock_movement_check CHECK (((cause = ANY (ARRAY['ADJUSTMENT'::text, 'OFFER'::text, 'OFFER_END'::text])) OR (order_id IS NOT NULL))),
  constraint stock_movement_check1 CHECK (((goods_receipt_id IS NULL) OR (cause = 'ADJUSTMENT'::text))),
  constraint stock_movement_check2 CHECK (((return_id IS NULL) OR (cause = 'ADJUSTMENT'::text))),
  constraint stock_movement_delta_check CHECK ((delta <> 0)),
  constraint stock_movement_stock_after_check CHECK ((stock_after >= 0)),
  constraint stock_movement_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint stock_movement_goods_receipt_id_fkey FOREIGN KEY (goods_receipt_id) REFERENCES goods_receipt(id),
  constraint stock_movement_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint stock_movement_return_id_fkey FOREIGN KEY (return_id) REFERENCES return_request(id),
  constraint stock_movement_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES variant(id),
  constraint stock_movement_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX stock_movement_key ON public.stock_movement USING btree (key) WHERE (key IS NOT NULL);
CREATE INDEX stock_movement_of_order ON public.stock_movement USING btree (order_id);
CREATE INDEX stock_movement_of_receipt ON public.stock_movement USING btree (goods_receipt_id) WHERE (goods_receipt_id IS NOT NULL);
CREATE INDEX stock_movement_of_return ON public.stock_movement USING btree (return_id) WHERE (return_id IS NOT NULL);
CREATE INDEX stock_movement_of_variant ON public.stock_movement USING btree (variant_id, id);

create table tax_rule (
  id uuid not null default gen_random_uuid(),
  country text not null,
  valid_from date not null,
  source text not null,
  mode text not null,
  standard_bp integer not null,
  reduced_bp integer not null,
  delivery_class text not null,
  duties text,
  created_at timestamp with time zone not null default now(),
  constraint tax_rule_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint tax_rule_delivery_class_check CHECK ((delivery_class = ANY (ARRAY['STANDARD'::text, 'REDUCED'::text, 'ZERO'::text]))),
  constraint tax_rule_duties_check CHECK ((duties = ANY (ARRAY['DELIVERED_PAID'::text, 'CARRIER'::text]))),
  constraint tax_rule_mode_check CHECK ((mode = ANY (ARRAY['INCLUDED'::text, 'ADDED'::text, 'NONE'::text]))),
  constraint tax_rule_reduced_bp_check CHECK (((reduced_bp >= 0) AND (reduced_bp <= 10000))),
  constraint tax_rule_source_check CHECK ((source <> ''::text)),
  constraint tax_rule_standard_bp_check CHECK (((standard_bp >= 0) AND (standard_bp <= 10000))),
  constraint tax_rule_pkey PRIMARY KEY (id)
);
CREATE INDEX tax_rule_of_country ON public.tax_rule USING btree (country, valid_from DESC, created_at DESC);

create table token_key (
  id uuid not null,
  secret bytea not null,
  signs_from timestamp with time zone not null,
  constraint token_key_secret_check CHECK ((length(secret) = 32)),
  constraint token_key_pkey PRIMARY KEY (id)
);
CREATE TRIGGER token_key_publishes AFTER INSERT OR DELETE ON public.token_key FOR EACH STATEMENT EXECUTE FUNCTION publish_tag('keys');

create table totp_factor (
  user_id uuid not null,
  secret bytea,
  enabled_at timestamp with time zone,
  last_step bigint,
  pending_secret bytea,
  constraint totp_factor_check CHECK ((((secret IS NULL) = (enabled_at IS NULL)) AND ((secret IS NULL) = (last_step IS NULL)))),
  constraint totp_factor_check1 CHECK (((secret IS NOT NULL) OR (pending_secret IS NOT NULL))),
  constraint totp_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint totp_factor_pkey PRIMARY KEY (user_id)
);

create table upload (
  id uuid not null,
  owner_id uuid not null,
  purpose text not null,
  hash text not null,
  bytes integer not null,
  width integer not null,
  height integer not null,
  color text not null,
  created_at timestamp with time zone not null,
  forget_at timestamp with time zone,
  constraint upload_color_check CHECK ((color ~ '^#[0-9a-f]{6}$'::text)),
  constraint upload_hash_check CHECK ((hash ~ '^[0-9a-f]{8}$'::text)),
  constraint upload_purpose_check CHECK ((purpose = ANY (ARRAY['CHAT'::text, 'PICTURE'::text]))),
  constraint upload_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint upload_pkey PRIMARY KEY (id)
);
CREATE INDEX upload_forgotten ON public.upload USING btree (forget_at) WHERE (forget_at IS NOT NULL);
CREATE INDEX upload_of_owner ON public.upload USING btree (owner_id) WHERE (purpose = 'CHAT'::text);

create table usdt_payment (
  payment_id uuid not null,
  chain_id integer not null,
  token text not null,
  address_index integer not null,
  address text not null,
  due_units numeric(78,0) not null,
  order_number text not null,
  created_at timestamp with time zone not null,
  constraint usdt_payment_address_check CHECK ((address ~ '^0x[0-9a-f]{40}$'::text)),
  constraint usdt_payment_due_units_check CHECK ((due_units > (0)::numeric)),
  constraint usdt_payment_chain_id_token_fkey FOREIGN KEY (chain_id, token) REFERENCES usdt_watch(chain_id, token),
  constraint usdt_payment_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id),
  constraint usdt_payment_pkey PRIMARY KEY (payment_id),
  constraint usdt_payment_address_index_key UNIQUE (address_index),
  constraint usdt_payment_address_key UNIQUE (address)
);
CREATE INDEX usdt_payment_watched ON public.usdt_payment USING btree (chain_id, token, created_at);

create table usdt_transfer (
  transaction_hash text not null,
  log_index integer not null,
  payment_id uuid not null,
  sender text not null,
  units numeric(78,0) not null,
  block_number bigint not null,
  block_hash text not null,
  confirmed_at timestamp with time zone,
  constraint usdt_transfer_units_check CHECK ((units > (0)::numeric)),
  constraint usdt_transfer_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES usdt_payment(payment_id),
  constraint usdt_transfer_pkey PRIMARY KEY (transaction_hash, log_index)
);
CREATE INDEX usdt_transfer_of_payment ON public.usdt_transfer USING btree (payment_id);
CREATE INDEX usdt_transfer_unconfirmed ON public.usdt_transfer USING btree (block_number) WHERE (confirmed_at IS NULL);

create table usdt_watch (
  chain_id integer not null,
  token text not null,
  symbol text not null,
  decimals integer not null,
  next_block bigint not null,
  constraint usdt_watch_decimals_check CHECK (((decimals >= 2) AND (decimals <= 30))),
  constraint usdt_watch_token_check CHECK ((token ~ '^0x[0-9a-f]{40}$'::text)),
  constraint usdt_watch_pkey PRIMARY KEY (chain_id, token)
);

create table users (
  id uuid not null,
  email text,
  nick_name text,
  role text not null default 'USER'::text,
  staff_role text,
  password_hash text,
  email_verified_at timestamp with time zone,
  blocked_at timestamp with time zone,
  blocked_reason text,
  order_limits_lifted_at timestamp with time zone,
  deleted_at timestamp with time zone,
  created_at timestamp with time zone not null,
  email_verified_before_invitation timestamp with time zone,
  constraint users_blocked_reason CHECK (((blocked_reason IS NULL) OR (blocked_at IS NOT NULL))),
  constraint users_check CHECK (((deleted_at IS NOT NULL) OR ((email IS NOT NULL) AND (password_hash IS NOT NULL)))),
  constraint users_check1 CHECK (((deleted_at IS NULL) OR ((email IS NULL) AND (nick_name IS NULL) AND (password_hash IS NULL)))),
  constraint users_role_check CHECK ((role = ANY (ARRAY['USER'::text, 'ADMIN'::text]))),
  constraint users_staff_role CHECK (((role = 'ADMIN'::text) = (staff_role IS NOT NULL))),
  constraint users_staff_role_check CHECK ((staff_role = ANY (ARRAY['SUPPORT'::text, 'MANAGER'::text, 'OWNER'::text]))),
  constraint users_pkey PRIMARY KEY (id)
);
CREATE INDEX users_customers ON public.users USING btree (created_at, id) WHERE ((role = 'USER'::text) AND (deleted_at IS NULL));
CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email));
CREATE INDEX users_search ON public.users USING gin (lower(((COALESCE(email, ''::text) || ' '::text) || COALESCE(nick_name, ''::text))) gin_trgm_ops) WHERE ((role = 'USER'::text) AND (deleted_at IS NULL));
CREATE TRIGGER users_publish AFTER DELETE OR UPDATE OF role, staff_role, blocked_at, deleted_at ON public.users FOR EACH ROW EXECUTE FUNCTION publish_user('id');

create table variant (
  id uuid not null,
  product_id uuid not null,
  position integer not null,
  price_cents integer not null,
  sale_price_cents integer,
  sale_starts_at timestamp with time zone,
  sale_ends_at timestamp with time zone,
  stock integer not null,
  is_enabled boolean not null default true,
  attributes jsonb not null default '{}'::jsonb,
  pictures jsonb not null default '[]'::jsonb,
  deleted_at timestamp with time zone,
  sku text,
  gtin text,
  weight_grams integer,
  hs_code text,
  country_of_origin text,
  composition text not null default ''::text,
  prior_price_cents integer,
  constraint variant_check CHECK ((sale_starts_at <= sale_ends_at)),
  constraint variant_country_of_origin_check CHECK ((country_of_origin ~ '^[A-Z]{2}$'::text)),
  constraint variant_gtin_check CHECK ((gtin ~ '^(\d{8}|\d{12,14})$'::text)),
  constraint variant_hs_code_check CHECK ((hs_code ~ '^\d{6,10}$'::text)),
  constraint variant_price_cents_check CHECK ((price_cents >= 0)),
  constraint variant_prior_price_cents_check CHECK ((prior_price_cents >= 0)),
  constraint variant_sale_price_cents_check CHECK ((sale_price_cents >= 0)),
  constraint variant_sku_check CHECK ((sku <> ''::text)),
  constraint variant_stock_check CHECK ((stock >= 0)),
  constraint variant_weight_grams_check CHECK ((weight_grams > 0)),
  constraint variant_product_id_fkey FOREIGN KEY (product_id) REFERENCES product(id) ON DELETE CASCADE,
  constraint variant_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX variant_attributes ON public.variant USING btree (product_id, attributes) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX variant_gtin ON public.variant USING btree (lpad(gtin, 14, '0'::text)) WHERE (deleted_at IS NULL);
CREATE INDEX variant_of_product ON public.variant USING btree (product_id, "position");
CREATE INDEX variant_picture ON public.variant USING gin (pictures jsonb_path_ops) WHERE (pictures <> '[]'::jsonb);
CREATE INDEX variant_prices ON public.variant USING btree (product_id, price_cents) WHERE ((deleted_at IS NULL) AND is_enabled);
CREATE UNIQUE INDEX variant_sku ON public.variant USING btree (lower(sku) text_pattern_ops) WHERE (deleted_at IS NULL);
CREATE TRIGGER variant_stock AFTER UPDATE ON public.variant REFERENCING OLD TABLE AS replaced NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION follow_stock();

create table waiting_list_entry (
  id uuid not null,
  variant_id uuid not null,
  user_id uuid,
  email text not null,
  state text not null default 'UNCONFIRMED'::text,
  token_hash bytea,
  asked_at timestamp with time zone not null,
  offered_at timestamp with time zone,
  offer_ends_at timestamp with time zone,
  order_id uuid,
  link_sent_at timestamp with time zone,
  constraint waiting_list_entry_check CHECK (((state <> ALL (ARRAY['OFFERED'::text, 'ORDERED'::text, 'EXPIRED'::text])) OR (offered_at IS NOT NULL))),
  constraint waiting_list_entry_check1 CHECK (((state = 'ORDERED'::text) = (order_id IS NOT NULL))),
  constraint waiting_list_entry_state_check CHECK ((state = ANY (ARRAY['UNCONFIRMED'::text, 'WAITING'::text, 'OFFERED'::text, 'ORDERED'::text, 'EXPIRED'::text, 'LEFT'::text]))),
  constraint waiting_list_entry_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id),
  constraint waiting_list_entry_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint waiting_list_entry_variant_id_fkey FOREIGN KEY (variant_id) REFERENCES variant(id) ON DELETE CASCADE,
  constraint waiting_list_entry_pkey PRIMARY KEY (id),
  constraint waiting_list_entry_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX waiting_list_entry_by_date ON public.waiting_list_entry USING btree (asked_at);
CREATE INDEX waiting_list_entry_in_order ON public.waiting_list_entry USING btree (variant_id, asked_at, id) WHERE (state = 'WAITING'::text);
CREATE INDEX waiting_list_entry_of_user ON public.waiting_list_entry USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX waiting_list_entry_offered ON public.waiting_list_entry USING btree (offer_ends_at) WHERE (state = 'OFFERED'::text);
CREATE UNIQUE INDEX waiting_list_entry_open ON public.waiting_list_entry USING btree (variant_id, lower(email)) WHERE (state = ANY (ARRAY['UNCONFIRMED'::text, 'WAITING'::text, 'OFFERED'::text]));

create view waiting_for_provider as
 SELECT p.id AS payment_id,
    p.order_id,
    p.method,
    w.what,
    w.cents,
    w.since
   FROM (( SELECT r.payment_id,
            'REFUND'::text AS what,
            r.amount_cents AS cents,
            r.created_at AS since
           FROM (refund r
             JOIN payment ON ((payment.id = r.payment_id)))
          WHERE ((r.status = 'PENDING'::text) AND (r.provider_ref IS NULL) AND ((r.asked_at IS NOT NULL) OR (payment.review IS NULL)))
        UNION ALL
         SELECT payment.id,
            'ANSWER'::text,
            NULL::integer,
            payment.unreached_since
           FROM payment
          WHERE ((payment.unreached_since IS NOT NULL) AND (payment.status = ANY (ARRAY['PENDING'::text, 'PROCESSING'::text])))
        UNION ALL
         SELECT provider_event.payment_id,
            'EVENT'::text,
            NULL::integer,
            provider_event.received_at
           FROM provider_event
          WHERE ((provider_event.processed_at IS NULL) AND (provider_event.payment_id IS NOT NULL))) w
     JOIN payment p ON ((p.id = w.payment_id)));

CREATE OR REPLACE FUNCTION public.add_to_cart(of_user uuid, of_guest uuid, wanted uuid, more integer, most_lines integer, at timestamp with time zone, OUT outcome text, OUT available integer, OUT lines json)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  mine uuid;
  last_used timestamptz;
  cents integer;
begin
  select v.stock,
    current_price_cents(v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, at)
  into available, cents
  from variant v join product p on p.id = v.product_id
  where v.id = wanted and v.is_enabled and v.deleted_at is null
    and is_published(p.deleted_at, p.published_at, p.withdraws_at, at);
  if not found then
    outcome := 'not for sale';
    return;
  end if;

  if of_user is null then
    select c.id, c.used_at into mine, last_used from cart c where c.guest_id = of_guest for no key update;
  else
    select c.id, c.used_at into mine, last_used from cart c where c.user_id = of_user for no key update;
  end if;

  if mine is not null then
    update cart_item i set quantity = i.quantity + more, added_cents = cents
    where i.cart_id = mine and i.variant_id = wanted and i.quantity + more <= available;
    if found then
      outcome := 'added';
    elsif exists (select from cart_item i where i.cart_id = mine and i.variant_id = wanted) then
      outcome := 'too few';
    elsif (select count(*) from cart_item i where i.cart_id = mine) >= most_lines then
      outcome := 'full';
    end if;
  end if;
  if outcome is null and more > available then
    outcome := 'too few';
  end if;

  if outcome is null then
    if mine is null then
      insert into cart (user_id, guest_id, used_at)
      values (of_user, case when of_user is null then of_guest end, at)
      on conflict do nothing returning id into mine;
      if mine is null then
        -- Another request has made it meanwhile.
        select * into outcome, available, lines
        from add_to_cart(of_user, of_guest, wanted, more, most_lines, at);
        return;
      end if;
    end if;
    insert into cart_item (cart_id, variant_id, quantity, added_cents, added_at)
    values (mine, wanted, more, cents, at);
    outcome := 'added';
  end if;

  if outcome = 'added' then
    -- To the day is enough, and spares the other adds a new version of the row.
    if last_used < at - interval '1 day' then
      update cart c set used_at = at where c.id = mine;
    end if;
    lines := (select json_agg(l) from (
      select l.*, variant_of_line(l.variant_id) as variant from cart_lines(mine, at) l) l);
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.both_forms(text_value text)
 RETURNS tsvector
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select to_tsvector('shop', words) || to_tsvector('shop_plain', words)
  from (select regexp_replace(
    coalesce(text_value, ''), '[!-,./:-@[-`{-~]|-(?=\d)|(?<=\d)-', ' ', 'g') as words) text
$function$
;

CREATE OR REPLACE FUNCTION public.breadcrumb_category(of_product uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select c.identifier
  from product_category pc
  join category c on c.id = pc.category_id
  left join category above on above.id = c.parent_id and above.parent_id is not null
  left join category top on top.id = above.parent_id and top.parent_id is not null
  where pc.product_id = of_product
  order by array_remove(array[top.position, above.position, c.position], null), c.identifier
  limit 1
$function$
;

CREATE OR REPLACE FUNCTION public.cart_lines(of_cart uuid, at timestamp with time zone)
 RETURNS TABLE(id uuid, quantity integer, added_cents integer, variant_id uuid, price_cents integer, current_cents integer, is_for_sale boolean, stock integer, attributes jsonb, picture jsonb, product_id uuid, identifier text, name text)
 LANGUAGE sql
 STABLE
AS $function$
  select i.id, i.quantity, i.added_cents, v.id,
    list_price_cents(
      v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, v.prior_price_cents, at),
    current_price_cents(v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, at),
    v.is_enabled and v.deleted_at is null and is_published(p.deleted_at, p.published_at, p.withdraws_at, at), v.stock, v.attributes,
    coalesce(v.pictures -> 0, p.pictures -> 0), p.id, p.identifier, p.name
  from cart_item i
  join variant v on v.id = i.variant_id
  join product p on p.id = v.product_id
  where i.cart_id = of_cart
  order by i.added_at desc, i.id desc
$function$
;

CREATE OR REPLACE FUNCTION public.count_category_products()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- In id order, so that two writers can't wait for each other.
  perform 1 from category where id in (select category_id from changed) order by id for no key update;
  update category c set product_count = c.product_count + d.difference
  from (select category_id, case tg_op when 'INSERT' then 1 else -1 end * count(*) as difference
        from changed group by category_id) d
  where c.id = d.category_id;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.current_price_cents(price integer, sale_price integer, sale_starts timestamp with time zone, sale_ends timestamp with time zone, at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
  when sale_price < price
    and (sale_starts is null or sale_starts <= at)
    and (sale_ends is null or at <= sale_ends)
  then sale_price
  else price
end
$function$
;

CREATE OR REPLACE FUNCTION public.follow_stock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  ids uuid[];
begin
  perform pg_notify('changes', 'product:' || product_id) from (
    select distinct n.product_id from changed n join replaced o using (id)
    where least(o.stock, 4) <> least(n.stock, 4)) p;
  ids := array(
    select distinct n.product_id from changed n join replaced o using (id)
    where (o.stock > 0) <> (n.stock > 0));
  if ids = '{}' then
    return null;
  end if;
  perform 1 from product where id = any (ids) order by id for no key update;
  ids := array(select product_id from product_listing where product_id = any (ids));
  update product_listing l set pair_in_stock = pairs.in_stock
  from unnest(ids) as id, listing_pairs(id) pairs
  where l.product_id = id and l.pair_in_stock <> pairs.in_stock;
  perform refresh_listed_prices(ids);
  perform publish_changes(array(
    select distinct 'facts:' || c.identifier
    from category_product cp join category c on c.id = cp.category_id where cp.product_id = any (ids)));
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.is_published(deleted_at timestamp with time zone, published_at timestamp with time zone, withdraws_at timestamp with time zone, at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select deleted_at is null and published_at <= at and (withdraws_at is null or withdraws_at > at)
$function$
;

CREATE OR REPLACE FUNCTION public.list_price_cents(price integer, sale_price integer, sale_starts timestamp with time zone, sale_ends timestamp with time zone, prior integer, at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case
  when prior is not null and current_price_cents(price, sale_price, sale_starts, sale_ends, at) < price
  then greatest(prior, sale_price)
  else price
end
$function$
;

CREATE OR REPLACE FUNCTION public.listing_pairs(of_product uuid, OUT colors text[], OUT sizes text[], OUT in_stock boolean[])
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  select array_agg(color order by color, size), array_agg(size order by color, size),
    array_agg(is_in_stock order by color, size)
  from (
    select coalesce(v.attributes ->> 'Color', '') as color, coalesce(v.attributes ->> 'Size', '') as size,
      bool_or(v.stock > 0) as is_in_stock
    from variant v
    where v.product_id = of_product and v.deleted_at is null and v.is_enabled
    group by 1, 2
  ) pairs
$function$
;

CREATE OR REPLACE FUNCTION public.listing_words(p product)
 RETURNS tsvector
 LANGUAGE sql
 STABLE
AS $function$
  select setweight(both_forms(p.name), 'A')
    || setweight(both_forms((
      with recursive above as (
        select c.id, c.parent_id, c.name
        from product_category pc join category c on c.id = pc.category_id where pc.product_id = p.id
        union
        select c.id, c.parent_id, c.name from above join category c on c.id = above.parent_id
      )
      select string_agg(name, ' ' order by name, id) from above where parent_id is not null)), 'B')
    || setweight(both_forms(p.material || ' ' || coalesce((
      select string_agg(array_to_string(o.values, ' '), ' ') from product_option o
      where o.product_id = p.id and o.name = 'Color'), '')), 'C')
    || setweight(both_forms(p.description || ' ' || array_to_string(p.details, ' ')), 'D')
$function$
;

CREATE OR REPLACE FUNCTION public.namesakes(words text[], query tsquery)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  most constant integer := 50;
  typed text := spelled(array_to_string(words, ' '));
  -- A word by itself is the whole of one: "cal" means much else besides what is called Cal.
  beginning text := case when cardinality(words) > 1 then typed else typed || ' ' end;
  same uuid[];
  begun uuid[];
begin
  same := array(
    select p.id from product p join product_listing l on l.product_id = p.id and ts_filter(l.words, '{a}') @@ query
    where spelled(p.name) collate "C" = typed
    order by p.published_at desc, p.id desc limit most);
  begun := array(
    select p.id from (
      select id, published_at from product
      where spelled(name) collate "C" > typed
        and spelled(name) collate "C" >= beginning and spelled(name) collate "C" < beginning || U&'\+10FFFF'
      limit most + 1) p
    join product_listing l on l.product_id = p.id and ts_filter(l.words, '{a}') @@ query
    order by p.published_at desc, p.id desc);
  return same || case when cardinality(begun) <= most then begun else '{}' end;
end
$function$
;

CREATE OR REPLACE FUNCTION public.nearest_words(typed text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE ROWS 3
AS $function$
  select word from (
    select word, rank() over (order by
      slips + case when is_first_letter then 0 else 1.5 end + strangeness) as place
    from (
      select word, min(strangeness) as strangeness, left(word, 1) = left(typed, 1) as is_first_letter,
        least(
          levenshtein(word, typed)
            - case when length(word) = length(typed) and array(select unnest(string_to_array(word, null)) order by 1)
                = array(select unnest(string_to_array(typed, null)) order by 1) then 1 else 0 end,
          -- The beginning of a longer word.
          case when length(typed) >= 5 then levenshtein(left(word, length(typed)), typed) + 1 end) as slips
      from (
        select word, case when in_place > 0 then 0 when in_matter > 0 then 0.25 else 1.5 end as strangeness
        from search_word
        where word % typed
          -- Letters changed places: few trigrams are left of a short word.
          or (length(typed) >= 5 and word >= left(typed, 1) and word < left(typed, 1) || 'zzzz'
            and levenshtein_less_equal(word, typed, 2) <= 2)
        union all
        select unnest(array[term, rtrim(term, 's')]), 0 from search_synonym
        where strpos(term, ' ') = 0 and (term % typed
          or (length(typed) >= 5 and term >= left(typed, 1) and term < left(typed, 1) || 'zzzz'
            and levenshtein_less_equal(rtrim(term, 's'), rtrim(typed, 's'), 2) <= 2))
      ) similar_words
      group by word
    ) compared
    where slips + case when is_first_letter then 0 else 1 end
      <= case when length(typed) <= 4 then 1 when length(typed) <= 8 then 2 else 3 end
  ) near
  where place = 1
  order by similarity(word, typed) desc, word
  limit 3
$function$
;

CREATE OR REPLACE FUNCTION public.newest_of_category(in_category uuid, skipped integer, most integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
begin
  return array(
    select cp.product_id from category_product cp
    where cp.category_id = in_category
    order by cp.published_at desc, cp.product_id desc
    limit most offset skipped);
end
$function$
;

CREATE OR REPLACE FUNCTION public.post_chat_message(in_room text, message_id uuid, of_client text, of_type text, of_sender uuid, said text, beginning text, pictures jsonb, pieces uuid[], at timestamp with time zone)
 RETURNS TABLE(is_new boolean, id uuid, seq integer, sender_type text, sender_id uuid, content text, attachments jsonb, product_ids uuid[], created_at timestamp with time zone)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  place integer;
begin
  select r.last_seq + 1 into place from chat_room r where r.id = in_room for no key update;
  if not found then
    return;
  end if;
  return query
    select false, m.id, m.seq, m.sender_type, m.sender_id, m.content, m.attachments, m.product_ids, m.created_at
    from chat_message m where m.room_id = in_room and m.client_message_id = of_client;
  if found then
    return;
  end if;
  insert into chat_message (
    id, room_id, seq, client_message_id, sender_type, sender_id, content, attachments, product_ids, created_at
  ) values (message_id, in_room, place, of_client, of_type, of_sender, said, pictures, pieces, at);
  update chat_room r set
    last_seq = place,
    last_message_at = case when of_type = 'SYSTEM' then r.last_message_at else at end,
    last_message = case when of_type = 'SYSTEM' then r.last_message else beginning end,
    state = case when of_type = 'USER' then 'OPEN' else r.state end,
    shopper_unread = case when of_type = 'CUSTOMER' then r.shopper_unread + 1 else r.shopper_unread end,
    unread_since = case when of_type = 'CUSTOMER' then coalesce(r.unread_since, at) else r.unread_since end,
    support_unread = case when of_type = 'USER' then r.support_unread + 1 else r.support_unread end,
    -- Who answers first has it.
    assigned_to = coalesce(r.assigned_to, of_sender),
    waiting_since = case of_type
      when 'USER' then coalesce(r.waiting_since, at)
      when 'CUSTOMER' then null
      else r.waiting_since end
  where r.id = in_room;
  return query select true, message_id, place, of_type, of_sender, said, pictures, pieces, at;
end
$function$
;

CREATE OR REPLACE FUNCTION public.publish_changes(tags text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if cardinality(tags) > 500 then
    perform pg_notify('changes', 'catalogue');
  else
    perform pg_notify('changes', tag) from unnest(tags) as tag;
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.publish_product()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform publish_changes(array(
    select 'product:' || new.id where tg_op = 'UPDATE'
    union
    select 'product:' || product_id from product_former_identifier
    where identifier = new.identifier and product_id <> new.id));
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.publish_tag()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('changes', tg_argv[0]);
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.publish_turn()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('changes', 'product:' || coalesce(new.product_id, old.product_id));
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.publish_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('changes', 'user:' || (to_jsonb(old) ->> tg_argv[0]));
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.recount_search_words(gone tsvector[], come tsvector[])
 RETURNS void
 LANGUAGE sql
AS $function$
  with counted as (
    select w.word, sum(times * (w.weights && '{A,B}')::integer) as in_place,
      sum(times * (w.weights && '{A,B,C}')::integer) as in_matter, sum(times) as in_document
    from (
      select text, -1 as times from unnest(gone) as text union all select text, 1 from unnest(come) as text
    ) t
    cross join lateral (select lexeme as word, weights from unnest(t.text)) w
    where length(w.word) between 3 and 40
    group by w.word
  )
  insert into search_word as kept (word, in_place, in_matter, in_document)
  select * from counted
  where (in_place, in_matter, in_document) is distinct from (0::bigint, 0::bigint, 0::bigint)
  order by word
  on conflict (word) do update set
    in_place = kept.in_place + excluded.in_place, in_matter = kept.in_matter + excluded.in_matter,
    in_document = kept.in_document + excluded.in_document;

  delete from search_word
  where in_document <= 0 and word in (select lexeme from unnest(gone) as text, unnest(text));
$function$
;

CREATE OR REPLACE FUNCTION public.refresh_listed_categories(ids uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  with recursive under as (
    select pc.product_id, c.id, c.parent_id
    from product_category pc join category c on c.id = pc.category_id
    where pc.product_id = any (ids)
    union
    select id, (select id from category where parent_id is null), null::uuid from unnest(ids) as id
    union
    select u.product_id, c.id, c.parent_id from under u join category c on c.id = u.parent_id
  ), wanted as materialized (
    select distinct u.id as category_id, p.published_at, u.product_id, placed.position
    from under u join product p on p.id = u.product_id
    left join category_position placed on (placed.category_id, placed.product_id) = (u.id, u.product_id)
    where u.id is not null
  ), gone as (
    delete from category_product cp
    where cp.product_id = any (ids) and not exists (
      select from wanted w
      where (w.category_id, w.published_at, w.product_id) = (cp.category_id, cp.published_at, cp.product_id))
  )
  insert into category_product as cp (category_id, published_at, product_id, position)
  select category_id, published_at, product_id, position from wanted
  on conflict (category_id, published_at, product_id) do update set position = excluded.position
  where cp.position is distinct from excluded.position;
$function$
;

CREATE OR REPLACE FUNCTION public.refresh_listed_prices(ids uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  with wanted as materialized (
    select s.product_id, s.from_at, s.until_at, cheapest.now_cents as price_cents,
      cheapest.price_cents as list_price_cents, cheapest.highest > cheapest.now_cents as has_range,
      cheapest.id as variant_id, cheapest.is_available
    from (
      select product_id, at as from_at,
        lead(at, 1, 'infinity') over (partition by product_id order by at) as until_at
      from (
        select id as product_id, '-infinity'::timestamptz as at from unnest(ids) as id
        union
        select product_id, bound from variant
        cross join lateral (values (sale_starts_at), (sale_ends_at + interval '1 microsecond')) as b (bound)
        where product_id = any (ids) and deleted_at is null and sale_price_cents < price_cents
          and bound is not null
      ) bounds
    ) s
    cross join lateral (
      select v.id, list_price_cents(v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at,
          v.prior_price_cents, s.from_at) as price_cents, n.now_cents, max(n.now_cents) over (partition by v.stock > 0) as highest,
        v.stock > 0 as is_available
      from variant v
      cross join lateral (select current_price_cents(
        v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, s.from_at) as now_cents) n
      where v.product_id = s.product_id and v.deleted_at is null and v.is_enabled
      order by v.stock > 0 desc, n.now_cents, v.position
      limit 1
    ) cheapest
  ), gone as (
    delete from product_price p
    where p.product_id = any (ids) and not exists (
      select from wanted w where (w.product_id, w.from_at) = (p.product_id, p.from_at))
  )
  insert into product_price as p
    (product_id, from_at, until_at, price_cents, list_price_cents, has_range, variant_id, is_available)
  select * from wanted
  on conflict (product_id, from_at) do update set
    until_at = excluded.until_at, price_cents = excluded.price_cents,
    list_price_cents = excluded.list_price_cents, has_range = excluded.has_range,
    variant_id = excluded.variant_id, is_available = excluded.is_available
  where p is distinct from excluded;
$function$
;

CREATE OR REPLACE FUNCTION public.refresh_product_listing(ids uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  select refresh_product_listing(ids, now())
$function$
;

CREATE OR REPLACE FUNCTION public.refresh_product_listing(ids uuid[], at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  live uuid[];
  words_before tsvector[];
  shown_before text[];
  shown_after text[];
begin
  perform 1 from product where id = any (ids) order by id for no key update;
  shown_before := shown_by_tag(ids);
  words_before := array(select words from product_listing where product_id = any (ids));

  select coalesce(array_agg(p.id), '{}') into live
  from product p
  where p.id = any (ids) and is_published(p.deleted_at, p.published_at, p.withdraws_at, at)
    and exists (select from variant v where v.product_id = p.id and v.deleted_at is null and v.is_enabled);
  with gone as (
    delete from product_listing where product_id = any (ids) and product_id <> all (live) returning product_id
  )
  update product set was_listed = true where id in (select product_id from gone) and not was_listed;
  update product p set listing_due_at = due.at
  from (
    select id, case when deleted_at is null then (
      select min(bound) from (values (published_at), (withdraws_at)) as b (bound)
      where bound > refresh_product_listing.at) end as at
    from product where id = any (ids)) due
  where p.id = due.id and p.listing_due_at is distinct from due.at;
  if found then
    perform pg_notify('changes', 'schedule');
  end if;

  insert into product_listing as l (product_id, identifier, name, material, cover, hover_cover, colors,
    published_at, new_until, pair_colors, pair_sizes, pair_in_stock, words)
  select
    p.id, p.identifier, p.name, p.material, p.pictures -> 0, p.pictures -> 1,
    coalesce((
      select jsonb_agg(jsonb_build_object('name', c.name, 'hex', c.hex) order by x.position)
      from product_option po, unnest(po.values) with ordinality as x (name, position)
      join color c on c.name = x.name
      where po.product_id = p.id and po.name = 'Color'), '[]'),
    p.published_at,
    case when p.is_new_flag then 'infinity'::timestamptz else p.published_at + interval '60 days' end,
    pairs.colors, pairs.sizes, pairs.in_stock, listing_words(p)
  from product p cross join lateral listing_pairs(p.id) pairs
  where p.id = any (live)
  on conflict (product_id) do update set
    identifier = excluded.identifier, name = excluded.name, material = excluded.material,
    cover = excluded.cover, hover_cover = excluded.hover_cover, colors = excluded.colors,
    published_at = excluded.published_at, new_until = excluded.new_until,
    pair_colors = excluded.pair_colors, pair_sizes = excluded.pair_sizes,
    pair_in_stock = excluded.pair_in_stock, words = excluded.words
  where l is distinct from excluded;

  perform refresh_listed_categories(live);
  perform refresh_listed_prices(live);
  perform recount_search_words(
    words_before, array(select words from product_listing where product_id = any (ids)));

  shown_after := shown_by_tag(ids);
  perform publish_changes(array(
    select distinct split_part(line, e'\t', 1) from (
      (select unnest(shown_before) except select unnest(shown_after))
      union all
      (select unnest(shown_after) except select unnest(shown_before))) different (line)));
end
$function$
;

CREATE OR REPLACE FUNCTION public.refuse_unless(is_so boolean, what text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if is_so is not true then
    raise exception using errcode = 'SV001', message = what;
  end if;
end
$function$
;

CREATE OR REPLACE FUNCTION public.search_query(words text[], missing integer, OUT query tsquery, OUT colors text[], OUT first uuid[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  longest_term constant integer := 4;
  last constant integer := cardinality(words);
  stems text[] := array(
    select coalesce((ts_lexize('english_stem', word))[1], word)
    from unnest(words) with ordinality as w (word, at) order by at);
  at integer := 1;
  after integer;
  part tsquery;
  of_word tsquery;
  meant text[];
  synonym text;
  part_colors text[];
  every tsquery;
  all_but_one tsquery;
  anything tsquery;
begin
  colors := '{}';
  while at <= last loop
    after := at + 1;
    meant := '{}';
    part := null;
    if at < last then
      select at + cardinality(string_to_array(term, ' ')), synonyms into after, meant
      from search_synonym
      where stemmed_words(term) = any (array(
        select array_to_string(stems[at:until], ' ')
        from generate_series(at + 1, least(at + longest_term - 1, last)) as until))
      order by 1 desc, term limit 1;
      if not found and last - at < longest_term then
        select last + 1, synonyms into after, meant
        from search_synonym
        where starts_with(term, array_to_string(words[at:], ' '))
          and term >= array_to_string(words[at:], ' ') and term < array_to_string(words[at:], ' ') || 'zzzz'
        order by length(term), term limit 1;
      end if;
      after := coalesce(after, at + 1);
    end if;
    for place in at..after - 1 loop
      continue when numnode(plainto_tsquery('shop', words[place])) = 0
        and (place < last or part is not null or every is not null);
      of_word := word_query(words[place], place = last);
      part := case when part is null then of_word else part && of_word end;
    end loop;
    foreach synonym in array coalesce(meant, '{}') loop
      of_word := plainto_tsquery('shop', synonym);
      part := case when part is null then of_word else part || of_word end;
    end loop;
    at := after;
    continue when part is null;

    -- A letter or two begin too many names.
    if length(words[after - 1]) >= 3 then
      part_colors := array(select name from color c where c.words @@ part order by position);
      -- Navy blue is the one of the blues that is navy.
      colors := case
        when colors = '{}' or part_colors = '{}' then colors || part_colors
        when colors && part_colors then array(
          select color from unnest(colors) as color where color = any (part_colors))
        else colors || part_colors
      end;
    end if;

    all_but_one := case
      when every is null then null
      when all_but_one is null then every || part
      else all_but_one && part || every end;
    anything := case when anything is null then part else anything || part end;
    every := case when every is null then part else every && part end;
  end loop;

  query := case
    when missing = 0 or all_but_one is null then every
    when missing = 1 then all_but_one
    else anything end;
  first := case when query is null then '{}' else namesakes(words, query) end;
end
$function$
;

CREATE OR REPLACE FUNCTION public.shown_by_tag(ids uuid[])
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select array_agg(concat(tag, e'\t', md5(shown))) from (
    select 'product:' || product_id as tag,
      (identifier, name, material, cover, hover_cover, colors, new_until)::text as shown
    from product_listing where product_id = any (ids)
    union all
    select 'product:' || product_id, p::text from product_price p where product_id = any (ids)
    union all
    -- A page shows those of its related products that are for sale.
    select 'product:' || r.product_id, r.related_id::text
    from product_relation r join product_listing l on l.product_id = r.related_id
    where r.related_id = any (ids)
    union all
    select 'list:' || c.identifier, concat_ws(' ', cp.published_at, cp.product_id, cp.position)
    from category_product cp join category c on c.id = cp.category_id
    where cp.product_id = any (ids)
    union all
    select 'facts:' || c.identifier,
      (p, l.material, l.pair_colors, l.pair_sizes, l.pair_in_stock)::text
    from category_product cp join category c on c.id = cp.category_id
    join product_listing l using (product_id) join product_price p using (product_id)
    where cp.product_id = any (ids)
    union all
    select 'search', (product_id, published_at, words)::text from product_listing where product_id = any (ids)
  ) lines
$function$
;

CREATE OR REPLACE FUNCTION public.spelled(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN "left"(TRIM(BOTH FROM regexp_replace(lower(regexp_replace(NORMALIZE(name, NFKD), '[\u0300-\u036f]'::text, ''::text, 'g'::text)), '[^[:alnum:]]+'::text, ' '::text, 'g'::text)), 400)
;

CREATE OR REPLACE FUNCTION public.stemmed_words(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT string_agg(COALESCE((ts_lexize('english_stem'::regdictionary, w.word))[1], w.word), ' '::text ORDER BY w.place) AS string_agg FROM string_to_table(stemmed_words.words, ' '::text) WITH ORDINALITY w(word, place))
;

CREATE OR REPLACE FUNCTION public.supplement_keeps_money(o orders)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select o.supplement_cents > 0 and exists (
    select from orders s join payment p on p.order_id = s.id and p.counts
    where s.supplement_of = o.id and p.captured_cents > p.refunded_cents)
$function$
;

CREATE OR REPLACE FUNCTION public.variant_of_line(of_variant uuid)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select json_build_object('sale_starts_at', v.sale_starts_at, 'sale_ends_at', v.sale_ends_at, 'pictures', v.pictures)
  from variant v where v.id = of_variant
$function$
;

CREATE OR REPLACE FUNCTION public.word_query(typed text, is_last boolean)
 RETURNS tsquery
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  most_beginnings constant integer := 40;
  most_terms constant integer := 8;
  stem text := coalesce((ts_lexize('english_stem', typed))[1], typed);
  stemmed tsquery := plainto_tsquery('shop', typed);
  result tsquery;
  -- Shorter words are not kept.
  is_known boolean := length(typed) < 3;
  is_telling boolean;
  may_go_on boolean;
  beginnings text[] := '{}';
  meant text[] := array(
    select distinct unnest(synonyms) from search_synonym where stemmed_words(term) = stem order by 1);
  other text;
begin
  select is_known or count(*) > 0, coalesce(bool_or(in_matter > 0), false) into is_known, is_telling
  from search_word where word in (typed, stem);
  may_go_on := is_last or not is_known and meant = '{}';

  -- Whatever has the word as typed has its stem.
  result := case when numnode(stemmed) > 0 then stemmed else plainto_tsquery('shop_plain', typed) end;
  if may_go_on then
    -- What begins with a whole term by chance is not looked for in descriptions.
    beginnings := array(
      select word from search_word
      where word >= typed and word < typed || 'zzzz' and starts_with(word, typed)
        and (in_matter > 0 or meant = '{}')
      limit most_beginnings + 1);
    -- Words that are known are found faster than a beginning.
    if cardinality(beginnings) between 1 and most_beginnings then
      result := result || (
        select coalesce(string_agg(
          '''' || replace(replace(word, '\', '\\'), '''', '''''') || '''', ' | '), '')::tsquery
        from unnest(beginnings) as word
        where quote_literal((ts_lexize('english_stem', word))[1]) is distinct from stemmed::text);
    elsif meant = '{}' and (is_last or cardinality(beginnings) > 0) then
      result := result || (quote_literal(typed) || ':*')::tsquery;
    end if;
    if meant = '{}' and not is_telling and length(typed) >= 3 then
      meant := array(
        select distinct unnest(synonyms) from (
          select synonyms from search_synonym
          where term >= typed and term < typed || 'zzzz' and starts_with(term, typed)
          order by length(term), term limit most_terms) terms
        order by 1);
    end if;
  end if;
  if not is_known and beginnings = '{}' and meant = '{}' then
    for other in select nearest_words(typed) loop
      result := result || plainto_tsquery('shop', other);
      meant := meant || array(
        select unnest(synonyms) from search_synonym where stemmed_words(term) = stemmed_words(other));
    end loop;
  end if;
  foreach other in array meant loop
    result := result || plainto_tsquery('shop', other);
  end loop;
  return result;
end
$function$
;
