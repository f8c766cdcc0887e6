-- Goods that were received: the lines of a receipt are its movements of stock.
-- Works with code from 0007.
create table goods_receipt (
  -- The key that it was sent under: sent again, it counts once.
  id uuid primary key,
  -- The supplier's: the number of a delivery note or an order.
  reference text not null,
  note text,
  actor_id uuid not null references users,
  at timestamptz not null
);
create index goods_receipt_newest on goods_receipt (at, id);
alter table stock_movement add column goods_receipt_id uuid references goods_receipt check (goods_receipt_id is null or cause = 'ADJUSTMENT');
create index stock_movement_of_receipt on stock_movement (goods_receipt_id) where goods_receipt_id is not null;
