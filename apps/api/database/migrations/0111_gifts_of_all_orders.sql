-- What reads all orders, without keeping new ones waiting: the check of 0110, and the index of the list of gifts.
-- Works with code from 0082.
-- Without a transaction.
drop index concurrently if exists orders_gifts;
alter table orders validate constraint orders_total_check;
create index concurrently orders_gifts on orders (created_at, id) where gift is not null;
