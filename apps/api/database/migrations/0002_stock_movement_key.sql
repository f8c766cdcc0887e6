-- What staff's change of stock was sent under: sent again after a lost answer, it counts once.
alter table stock_movement add column key uuid;
create unique index stock_movement_key on stock_movement (key) where key is not null;
