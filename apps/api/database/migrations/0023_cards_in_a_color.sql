-- A card may show a product in another colour than its first: the one a list is narrowed to, or the one
-- that was kept as a favourite.

-- As before, and in no colour of its own.
create or replace function card_json(l product_listing, at timestamptz) returns text
language sql stable parallel safe
return l.card || (l.offers[width_bucket(at, l.offers_from)]
  || case when l.new_until > at then ',"isNew":true,"color":null}' else ',"isNew":false,"color":null}' end);

-- A product's card as a variant of it looks; as it is without one.
create function card_in_color(card text, v variant) returns jsonb
language sql stable parallel safe
return card::jsonb
  || case when jsonb_array_length(v.pictures) > 0
    then ('{' || picture_members(v.pictures) || '}')::jsonb else '{}' end
  || jsonb_build_object('color', v.attributes ->> 'Color');
