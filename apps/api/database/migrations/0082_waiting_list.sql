-- Who waits for variants that are sold out, and to whom what came back is offered.
-- Works with code from 0008.
create table waiting_list_entry (
  id uuid primary key,
  variant_id uuid not null references variant on delete cascade,
  -- Null for a guest, until someone signed in takes the offer up.
  user_id uuid references users on delete cascade,
  email text not null,
  -- UNCONFIRMED until the link of the first e-mail is opened. OFFERED: one unit is out of stock, for this entry alone.
  state text not null default 'UNCONFIRMED'
    check (state in ('UNCONFIRMED', 'WAITING', 'OFFERED', 'ORDERED', 'LAPSED', 'LEFT')),
  -- SHA-256 of the token in the link of the last e-mail about it.
  token_hash bytea unique,
  -- The order of the list.
  asked_at timestamptz not null,
  offered_at timestamptz,
  -- Until when the offer counts: from its e-mail on. Null until that is written.
  offer_ends_at timestamptz,
  order_id uuid references orders,
  check (state not in ('OFFERED', 'ORDERED', 'LAPSED') or offered_at is not null),
  check ((state = 'ORDERED') = (order_id is not null))
);
create unique index waiting_list_entry_open on waiting_list_entry (variant_id, lower(email))
  where state in ('UNCONFIRMED', 'WAITING', 'OFFERED');
create index waiting_list_entry_in_order on waiting_list_entry (variant_id, asked_at, id) where state = 'WAITING';
create index waiting_list_entry_offered on waiting_list_entry (offer_ends_at) where state = 'OFFERED';
create index waiting_list_entry_of_user on waiting_list_entry (user_id) where user_id is not null;
create index waiting_list_entry_by_date on waiting_list_entry (asked_at);

-- OFFER takes a unit out of stock for an entry of the list, OFFER_END puts it back or gives it to an order.
alter table stock_movement
  drop constraint stock_movement_cause_check,
  drop constraint stock_movement_check,
  add constraint stock_movement_cause_check
    check (cause in ('HOLD', 'RELEASE', 'RESTOCK', 'ADJUSTMENT', 'OFFER', 'OFFER_END')),
  add constraint stock_movement_check
    check (cause in ('ADJUSTMENT', 'OFFER', 'OFFER_END') or order_id is not null);
