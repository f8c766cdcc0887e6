-- What staff put back into stock may name the order that it came back from.
alter table stock_movement drop constraint stock_movement_check;
alter table stock_movement add constraint stock_movement_check check (cause = 'ADJUSTMENT' or order_id is not null);
