-- Orders that staff change before dispatch: what was changed, and the supplementary orders that a higher price makes.
-- Works with code from 0082.
alter table orders
  -- The changed order whose difference this one pays.
  add column supplement_of uuid references orders,
  -- What of the items, shipping and discount is billed by supplementary orders, not by this one.
  add column supplement_cents integer not null default 0 check (supplement_cents >= 0),
  drop constraint orders_check1,
  add constraint orders_total_check
    check (total_cents = items_cents + shipping_cents - discount_cents - supplement_cents),
  add constraint orders_total_cents_check check (total_cents >= 0),
  add constraint orders_supplement_check
    check (supplement_of is null or supplement_cents = 0 and coupon_id is null and exchange_of is null
      and status in ('PENDING', 'UNPAID', 'COMPLETED', 'CANCELLED'));
create index orders_supplement_of on orders (supplement_of) where supplement_of is not null;

create table order_edit (
  id uuid primary key,
  order_id uuid not null references orders,
  -- The lines and sums of the order, as it was and as it is since; no personal data.
  before jsonb not null,
  after jsonb not null,
  -- The order that bills the difference.
  supplement_id uuid unique references orders,
  refund_cents integer not null check (refund_cents >= 0),
  actor_id uuid not null references users,
  at timestamptz not null,
  check (supplement_id is null or refund_cents = 0)
);
create index order_edit_of_order on order_edit (order_id, at, id);

-- An attempt that was opened for an order as it was before it was changed: money for it waits for staff.
alter table payment add column is_superseded boolean not null default false;
