-- Which products staff have placed by hand in the list of a category, and when a product enters and leaves the shop
-- by itself.
-- Works with code from 0008.
create table category_position (
  category_id uuid not null references category on delete cascade,
  product_id uuid not null references product on delete cascade,
  -- From 1, the first.
  position integer not null check (position between 1 and 100000),
  primary key (category_id, product_id)
);
create index category_position_of_product on category_position (product_id);
-- Null where nobody has placed the product.
alter table category_product add column position integer;
create index category_product_selection on category_product (category_id, position, published_at desc, product_id desc);
alter table product
  -- From then on it is not in the shop; null: it stays.
  add column withdraws_at timestamptz,
  -- When its listing rows have to be refreshed next, because it then enters or leaves the shop.
  add column listing_due_at timestamptz,
  -- It was in the shop and is not any more: its page leads on to others.
  add column was_listed boolean not null default false;
create index product_listing_due on product (listing_due_at) where listing_due_at is not null;
