-- Since when staff have lifted the limits on orders for an account; null: they hold.
alter table users add column order_limits_lifted_at timestamptz;
