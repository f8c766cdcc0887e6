-- The turning piece: pictures all around a product, evenly spaced, in order.
-- Works with code from 0132.
create table product_turn (
  product_id uuid not null references product on delete cascade,
  -- The value of its option Color; '' for a product without colors.
  color text not null default '',
  frames jsonb not null check (jsonb_array_length(frames) between 12 and 72),
  primary key (product_id, color)
);
create index product_turn_picture on product_turn using gin (frames jsonb_path_ops);
