-- What a shopper keeps: carts, favourites, addresses.

create table cart (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references users on delete cascade,
  -- Made up by the browser of a visitor who is not signed in.
  guest_id uuid unique,
  -- Not indexed, so that every add stays a heap-only update; the daily clearing reads the whole table.
  used_at timestamptz not null,
  constraint cart_of_one_owner check (num_nonnulls(user_id, guest_id) = 1)
) with (fillfactor = 80);

-- No price counts from here: a cart shows the price now. `added_cents` tells that it has changed.
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
