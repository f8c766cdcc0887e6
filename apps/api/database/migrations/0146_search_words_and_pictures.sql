-- Search finds the parts of words such as `calf/suede`, `2.0` and `A-1`: the listings of products with such words are
-- brought up to date.
-- Works with code from 0144.
create or replace function both_forms(text_value text) returns tsvector
language sql stable parallel safe as $$
  select to_tsvector('shop', words) || to_tsvector('shop_plain', words)
  from (select regexp_replace(
    coalesce(text_value, ''), '[!-,./:-@[-`{-~]|-(?=\d)|(?<=\d)-', ' ', 'g') as words) text
$$;
do $$
declare
  ids uuid[];
begin
  for ids in
    select array_agg(id) from (
      select p.id, (row_number() over (order by p.id) - 1) / 500 as batch
      from product p join product_listing l on l.product_id = p.id
      where concat_ws(' ', p.name, p.material, p.description, array_to_string(p.details, ' '),
        (select string_agg(array_to_string(o.values, ' '), ' ') from product_option o
          where o.product_id = p.id and o.name = 'Color'),
        (select string_agg(c.name, ' ') from category_product cp join category c on c.id = cp.category_id
          where cp.product_id = p.id))
        ~ '[[:alnum:]][!-&(-,./:-@[-`{-~]+[[:alnum:]]|-\d|\d-') found
    group by batch order by batch
  loop
    perform refresh_product_listing(ids, now());
  end loop;
end
$$;
-- Removed variants are shown by a picture of their product: the files of their own may be gone.
update variant set pictures = '[]' where deleted_at is not null and pictures <> '[]';
