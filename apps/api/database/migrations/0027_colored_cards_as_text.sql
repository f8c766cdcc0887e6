-- A product's card as a variant of it looks, without taking the text apart: its pictures stand between two
-- of its members, its colour at its end. Inside of a string the quotes around a member's name are escaped.
create function card_shown_as(card text, v variant) returns text
language sql stable parallel safe
return left(card, strpos(card, ',"cover":'))
  || case when jsonb_array_length(v.pictures) > 0 then picture_members(v.pictures)
    else substr(card, strpos(card, ',"cover":') + 1, strpos(card, ',"isAvailable":') - strpos(card, ',"cover":') - 1) end
  || left(substr(card, strpos(card, ',"isAvailable":')), -length('null}'))
  || coalesce(to_json(v.attributes ->> 'Color')::text, 'null') || '}';

-- As before.
create or replace function card_in_color(card text, v variant) returns jsonb
language sql stable parallel safe
return card_shown_as(card, v)::jsonb;

create or replace function card_in_colors(card text, of_product uuid, colors text[]) returns text
language sql stable parallel safe
return coalesce((
  select card_shown_as(card, v) from variant v
  where v.product_id = of_product and v.deleted_at is null and v.is_enabled
    and v.attributes ->> 'Color' = any (colors)
  order by v.stock > 0 desc, v.position limit 1), card);
