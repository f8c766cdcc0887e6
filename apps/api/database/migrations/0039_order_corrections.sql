-- What staff correct of an order: the carrier's tracking number, the address, the e-mail address.

-- Raised by each correction: one that was made from an older one is refused.
alter table orders add column version integer not null default 0;

create table order_correction (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  kind text not null check (kind in ('TRACKING', 'ADDRESS', 'EMAIL')),
  -- The fields that have changed. The rows go when the account is closed.
  before jsonb not null,
  after jsonb not null,
  actor_id uuid not null references users,
  at timestamptz not null,
  unique (order_id, id)
);
