-- The members of a card that say how it is pictured.
create or replace function picture_members(pictures jsonb) returns text
language sql immutable parallel safe as $$
  select '"cover":'::text || (coalesce(pictures -> 0, placeholder_picture()) -> 'src')
  || ',"hoverCover":' || coalesce(pictures -> 1 -> 'src', 'null')
  || ',"coverPicture":' || coalesce(pictures -> 0, placeholder_picture())
  || ',"hoverPicture":' || coalesce(pictures -> 1, 'null')
$$;

-- The members of a card or a product that say what it costs.
create or replace function price_members(list_cents integer, now_cents integer, has_range boolean) returns text
language sql immutable parallel safe as $$
  select '"price":' || dollars(list_cents)
  || ',"salePrice":' || case when now_cents < list_cents then dollars(now_cents)::text else 'null' end
  || ',"isOnSale":' || (now_cents < list_cents)
  || ',"hasPriceRange":' || has_range
$$;

-- A variant as a product's page shows it at an instant.
create or replace function variant_json(v variant, at timestamptz) returns text
language sql stable parallel safe as $$
  select v.head || (',"stock":' || v.stock || ',"isAvailable":' || (v.stock > 0)
  || ',"isOnSale":' || (current_price_cents(
    v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, at) < v.price_cents)
  || ',"currentPrice":' || dollars(current_price_cents(
    v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, at)) || '}')
$$;

-- The members that a product's card and its page have in common, as long as nobody changes the product.
create or replace function common_members(p product) returns text
language sql stable parallel safe as $$
  select '"id":"' || p.id
  || '","identifier":' || to_json(p.identifier)
  || ',"name":' || to_json(p.name)
  || ',"material":' || to_json(p.material)
  || ',"colors":[' || coalesce((
    select string_agg('{"name":' || to_json(c.name) || ',"hex":"' || c.hex || '"}', ',' order by x.position)
    from product_option po, unnest(po.values) with ordinality as x (name, position)
    join color c on c.name = x.name
    where po.product_id = p.id and po.name = 'Color'), '')
  || '],"isFavorited":false'
$$;

-- The prices of these products, as steps of time.
create or replace function price_steps(ids uuid[]) returns setof price_step
language sql stable as $$
  select s.product_id, s.from_at, s.until_at, cheapest.now_cents, cheapest.price_cents,
    cheapest.highest > cheapest.now_cents, cheapest.id, cheapest.is_available
  from (
    select product_id, at as from_at,
      lead(at, 1, 'infinity') over (partition by product_id order by at) as until_at
    from (
      select id as product_id, '-infinity'::timestamptz as at from unnest(ids) as id
      union
      select product_id, bound from variant
      cross join lateral (values (sale_starts_at), (sale_ends_at + interval '1 microsecond')) as b (bound)
      where product_id = any (ids) and deleted_at is null and sale_price_cents < price_cents
        and bound is not null
    ) bounds
  ) s
  cross join lateral (
    select v.id, v.price_cents, n.now_cents, max(n.now_cents) over (partition by v.stock > 0) as highest,
      v.stock > 0 as is_available
    from variant v
    cross join lateral (select current_price_cents(
      v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, s.from_at) as now_cents) n
    where v.product_id = s.product_id and v.deleted_at is null and v.is_enabled
    order by v.stock > 0 desc, n.now_cents, v.position
    limit 1
  ) cheapest
$$;

-- The pictures of a product's variants that are not among its own, each once.
create or replace function pictures_of_variants(of_product uuid, own jsonb) returns jsonb
language sql stable as $$
  select (
  select coalesce(jsonb_agg(picture order by position, place), '[]')
  from (
    select distinct on (e.picture -> 'src') e.picture, v.position, e.place
    from variant v, jsonb_array_elements(v.pictures) with ordinality as e (picture, place)
    where v.product_id = of_product and v.deleted_at is null and v.is_enabled
      and not own @> jsonb_build_array(jsonb_build_object('src', e.picture -> 'src'))
    order by e.picture -> 'src', v.position, e.place
  ) other)
$$;

-- What lists and pages show of these products, whose prices are `steps`.
create or replace function shown_products(ids uuid[], steps price_step[])
returns table (product_id uuid, identifier text, published_at timestamptz, new_until timestamptz,
  is_available boolean, card text, head text, offers_from timestamptz[], offers text[], card_offers text[])
language sql stable as $$
  select p.id, p.identifier, p.published_at,
    case when p.is_new_flag then 'infinity'::timestamptz else p.published_at + interval '60 days' end,
    s.is_available, ascii_json('{' || common_members(p) || ',' || picture_members(p.pictures) || ','),
    ascii_json('{' || common_members(p)
      || ',"cover":' || (own.pictures -> 0 -> 'src')
      || ',"description":' || to_json(p.description)
      || ',"imagesJson":' || jsonb_path_query_array(own.pictures, '$[*].src')
      || ',"pictures":' || (own.pictures || pictures_of_variants(p.id, own.pictures))
      || ',"options":[' || coalesce((
        select string_agg('{"name":' || to_json(o.name) || ',"values":' || to_json(o.values) || '}', ','
          order by o.position)
        from product_option o where o.product_id = p.id), '')
      || '],"details":' || to_json(p.details)
      || ',"measurements":' || to_json(p.measurements)
      || ',"materialsAndCare":' || to_json(p.materials_and_care)
      || ',"sizeAndFit":' || coalesce(to_json(p.size_and_fit), 'null')
      || ',"sizeGuide":' || coalesce(to_json(p.size_guide), 'null') || ','),
    s.offers_from, s.offers, s.card_offers
  from product p
  cross join lateral (select case when p.pictures = '[]'
    then jsonb_build_array(placeholder_picture()) else p.pictures end as pictures) own
  join (
    select step.product_id, bool_or(step.is_available) as is_available,
      array_agg(step.from_at order by step.from_at) as offers_from,
      array_agg(m.offer order by step.from_at) as offers,
      array_agg(m.offer || ',"variantId":"' || step.variant_id || '"' order by step.from_at) as card_offers
    from unnest(steps) step
    cross join lateral (select '"isAvailable":' || step.is_available || ','
      || price_members(step.list_price_cents, step.price_cents, step.has_range) as offer) m
    group by step.product_id
  ) s on s.product_id = p.id
  where p.id = any (ids)
$$;

-- As before, and in no colour of its own.
create or replace function card_json(l product_listing, at timestamptz) returns text
language sql stable parallel safe as $$
  select l.card || (l.offers[width_bucket(at, l.offers_from)]
  || case when l.new_until > at then ',"isNew":true,"color":null}' else ',"isNew":false,"color":null}' end)
$$;

-- A product's card as a variant of it looks, without taking the text apart: its pictures stand between two
-- of its members, its colour at its end. Inside of a string the quotes around a member's name are escaped.
create or replace function card_shown_as(card text, v variant) returns text
language sql stable parallel safe as $$
  select left(card, strpos(card, ',"cover":'))
  || case when jsonb_array_length(v.pictures) > 0 then picture_members(v.pictures)
    else substr(card, strpos(card, ',"cover":') + 1, strpos(card, ',"isAvailable":') - strpos(card, ',"cover":') - 1) end
  || left(substr(card, strpos(card, ',"isAvailable":')), -length('null}'))
  || coalesce(to_json(v.attributes ->> 'Color')::text, 'null') || '}'
$$;

-- As before.
create or replace function card_in_color(card text, v variant) returns jsonb
language sql stable parallel safe as $$
  select card_shown_as(card, v)::jsonb
$$;

create or replace function card_in_colors(card text, of_product uuid, colors text[]) returns text
language sql stable parallel safe as $$
  select coalesce((
  select card_shown_as(card, v) from variant v
  where v.product_id = of_product and v.deleted_at is null and v.is_enabled
    and v.attributes ->> 'Color' = any (colors)
  order by v.stock > 0 desc, v.position limit 1), card)
$$;
