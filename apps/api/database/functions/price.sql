-- The price of a variant at an instant, in cents. Lists, product pages, carts, previews and orders
-- all ask here, so they can never disagree. No dates: always on sale; both bounds belong to the
-- sale; a sale price that is not lower is no sale.
create or replace function current_price_cents(
  price integer, sale_price integer, sale_starts timestamptz, sale_ends timestamptz, at timestamptz
) returns integer language sql immutable parallel safe as $$
  select case
  when sale_price < price
    and (sale_starts is null or sale_starts <= at)
    and (sale_ends is null or at <= sale_ends)
  then sale_price
  else price
end
$$;

-- What the price of a variant is shown beside at an instant, struck, when it is lower: its normal price, or by a rule
-- of price_rule the lowest price before the reduction. Where that is no higher, there is no reduction to show.
create or replace function list_price_cents(
  price integer, sale_price integer, sale_starts timestamptz, sale_ends timestamptz, prior integer, at timestamptz
) returns integer language sql immutable parallel safe as $$
  select case
  when prior is not null and current_price_cents(price, sale_price, sale_starts, sale_ends, at) < price
  then greatest(prior, sale_price)
  else price
end
$$;
