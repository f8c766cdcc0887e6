-- The 360° view may open: pictures, in order, that open the product as it is seen from the front.
-- Works with code from 0143.
alter table product_turn add column opening jsonb not null default '[]' check (jsonb_array_length(opening) <= 24);
create index product_turn_opening on product_turn using gin (opening jsonb_path_ops);
