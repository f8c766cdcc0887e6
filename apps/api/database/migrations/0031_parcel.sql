-- A parcel that was sent of an order before the rest of it: what completes an order stays in the order itself.
-- Works with code from 0008.
create table parcel (
  id uuid primary key,
  order_id uuid not null references orders,
  carrier text not null,
  number text not null,
  url text,
  -- [{"variantId": …, "quantity": …}]
  items jsonb not null check (jsonb_typeof(items) = 'array' and jsonb_array_length(items) > 0),
  sent_at timestamptz not null
);
create index parcel_of_order on parcel (order_id, sent_at, id);
