-- Advisers' selections: products put together for a shopper, and reserved until an instant.
-- Works with code from 0082.
create table adviser_selection (
  id uuid primary key,
  -- SHA-256 of the token of its link.
  token_hash bytea not null unique,
  -- OPEN: its lines are out of stock, for this selection alone.
  state text not null default 'OPEN' check (state in ('OPEN', 'ORDERED', 'LAPSED', 'TAKEN_BACK')),
  note text not null,
  adviser_id uuid not null references users,
  -- For whom: null for a guest, until someone orders it.
  user_id uuid references users on delete cascade,
  -- The conversation that it was sent in.
  room_id text references chat_room on delete set null,
  made_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > made_at),
  ended_at timestamptz,
  order_id uuid references orders,
  check ((state = 'OPEN') = (ended_at is null)),
  check ((state = 'ORDERED') = (order_id is not null))
);
create index adviser_selection_open on adviser_selection (ends_at) where state = 'OPEN';
create index adviser_selection_of_user on adviser_selection (user_id, made_at) where user_id is not null;
create index adviser_selection_of_room on adviser_selection (room_id, made_at) where room_id is not null;
create index adviser_selection_ended on adviser_selection (ended_at) where ended_at is not null;

create table adviser_selection_line (
  selection_id uuid not null references adviser_selection on delete cascade,
  position smallint not null,
  variant_id uuid not null references variant,
  quantity integer not null check (quantity > 0),
  primary key (selection_id, variant_id)
);
create index adviser_selection_line_of_variant on adviser_selection_line (variant_id);
