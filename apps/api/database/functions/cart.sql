-- The lines of a cart, the newest first, priced at an instant.
create or replace function cart_lines(of_cart uuid, at timestamptz) returns table (
  id uuid, quantity integer, added_cents integer, variant_id uuid, price_cents integer,
  current_cents integer, is_for_sale boolean, stock integer, attributes jsonb, picture jsonb, product_id uuid,
  identifier text, name text) language sql stable as $$
  select i.id, i.quantity, i.added_cents, v.id,
    list_price_cents(
      v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, v.prior_price_cents, at),
    current_price_cents(v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, at),
    v.is_enabled and v.deleted_at is null and is_published(p.deleted_at, p.published_at, p.withdraws_at, at), v.stock, v.attributes,
    coalesce(v.pictures -> 0, p.pictures -> 0), p.id, p.identifier, p.name
  from cart_item i
  join variant v on v.id = i.variant_id
  join product p on p.id = v.product_id
  where i.cart_id = of_cart
  order by i.added_at desc, i.id desc
$$;

-- What a line of a cart shows of its variant besides.
create or replace function variant_of_line(of_variant uuid) returns json language sql stable as $$
  select json_build_object('sale_starts_at', v.sale_starts_at, 'sale_ends_at', v.sale_ends_at, 'pictures', v.pictures)
  from variant v where v.id = of_variant
$$;

-- Puts `more` of a variant into the cart of a shopper or (`of_user` null) of a guest, and gives the
-- whole cart with what came of it:
--   added        `lines` is the cart
--   not for sale, too few (`available` is the stock), full; the cart is then as it was
-- In one round trip, because this is the write that shoppers make most. The cart's row
-- is locked first, as by every write to a cart, so each statement after it sees what others have done.
create or replace function add_to_cart(
  of_user uuid, of_guest uuid, wanted uuid, more integer, most_lines integer, at timestamptz,
  out outcome text, out available integer, out lines json
) language plpgsql as $$
declare
  mine uuid;
  last_used timestamptz;
  cents integer;
begin
  select v.stock,
    current_price_cents(v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, at)
  into available, cents
  from variant v join product p on p.id = v.product_id
  where v.id = wanted and v.is_enabled and v.deleted_at is null
    and is_published(p.deleted_at, p.published_at, p.withdraws_at, at);
  if not found then
    outcome := 'not for sale';
    return;
  end if;

  if of_user is null then
    select c.id, c.used_at into mine, last_used from cart c where c.guest_id = of_guest for no key update;
  else
    select c.id, c.used_at into mine, last_used from cart c where c.user_id = of_user for no key update;
  end if;

  if mine is not null then
    update cart_item i set quantity = i.quantity + more, added_cents = cents
    where i.cart_id = mine and i.variant_id = wanted and i.quantity + more <= available;
    if found then
      outcome := 'added';
    elsif exists (select from cart_item i where i.cart_id = mine and i.variant_id = wanted) then
      outcome := 'too few';
    elsif (select count(*) from cart_item i where i.cart_id = mine) >= most_lines then
      outcome := 'full';
    end if;
  end if;
  if outcome is null and more > available then
    outcome := 'too few';
  end if;

  if outcome is null then
    if mine is null then
      insert into cart (user_id, guest_id, used_at)
      values (of_user, case when of_user is null then of_guest end, at)
      on conflict do nothing returning id into mine;
      if mine is null then
        -- Another request has made it meanwhile.
        select * into outcome, available, lines
        from add_to_cart(of_user, of_guest, wanted, more, most_lines, at);
        return;
      end if;
    end if;
    insert into cart_item (cart_id, variant_id, quantity, added_cents, added_at)
    values (mine, wanted, more, cents, at);
    outcome := 'added';
  end if;

  if outcome = 'added' then
    -- To the day is enough, and spares the other adds a new version of the row.
    if last_used < at - interval '1 day' then
      update cart c set used_at = at where c.id = mine;
    end if;
    lines := (select json_agg(l) from (
      select l.*, variant_of_line(l.variant_id) as variant from cart_lines(mine, at) l) l);
  end if;
end
$$;
