-- What the back office needs of products, and the pictures that people send.

-- Raised by every edit: of two who edit at once, the second is told.
alter table product add column version integer not null default 1;
alter table product add column updated_at timestamptz not null default now();
-- Since `deleted_at` a product is in no list and can not be bought. Of those, a withdrawn one is still worked
-- on: not in the shop yet, or not at the moment.
alter table product add column is_withdrawn boolean not null default false;
alter table product add constraint product_withdrawn check (not is_withdrawn or deleted_at is not null);
-- What staff look for.
create index product_staff_search on product
  using gin (lower(name || ' ' || identifier || ' ' || material) gin_trgm_ops);

-- A picture that someone has sent, as the shop keeps it; its bytes are in the storage, by its id.
create table upload (
  id uuid primary key,
  owner_id uuid not null references users,
  -- CHAT: for the people of a conversation. PICTURE: for everyone.
  purpose text not null check (purpose in ('CHAT', 'PICTURE')),
  -- The first eight digits of the hash of its bytes, which are part of its address.
  hash text not null check (hash ~ '^[0-9a-f]{8}$'),
  bytes integer not null,
  width integer not null,
  height integer not null,
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  created_at timestamptz not null,
  -- When it is forgotten; null once something shows it.
  forget_at timestamptz
);
create index upload_forgotten on upload (forget_at) where forget_at is not null;
create index upload_of_owner on upload (owner_id) where purpose = 'CHAT';
