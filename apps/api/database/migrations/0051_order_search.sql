-- The staff's search of orders by product, address, phone, remark and note: of orders that were placed before.
-- Works with code from 0007.
update order_search s set text = concat_ws(' ', s.text, lower(concat_ws(' ',
    o.shipping_phone_number, regexp_replace(o.shipping_phone_number, '\D', '', 'g'), o.shipping_street_address,
    o.shipping_address_line2, o.shipping_city, o.shipping_state, o.shipping_postal_code, o.remark, (
    select string_agg(concat_ws(' ', l.name, l.identifier, v.sku), ' ' order by l.position)
    from order_line l join variant v on v.id = l.variant_id where l.order_id = o.id), (
    select string_agg(n.text, ' ' order by n.at, n.id) from order_note n where n.order_id = o.id and o.email is not null))))
  from orders o where o.id = s.order_id;
