-- Goods that were received: the lines of a delivery are its movements of stock.
-- Works with code from 0007.
create table delivery (
  -- The key that it was sent under: sent again, it counts once.
  id uuid primary key,
  -- The supplier's: the number of a delivery note or an order.
  reference text not null,
  note text,
  actor_id uuid not null references users,
  at timestamptz not null
);
create index delivery_newest on delivery (at, id);
alter table stock_movement add column delivery_id uuid references delivery check (delivery_id is null or cause = 'ADJUSTMENT');
create index stock_movement_of_delivery on stock_movement (delivery_id) where delivery_id is not null;
