-- The back office sorts its products by the lowest price of their variants, whose rows are wide.
-- Works with code from 0143.
create index variant_prices on variant (product_id, price_cents) where deleted_at is null and is_enabled;
