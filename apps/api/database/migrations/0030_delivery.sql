-- Delivery in zones with methods of their own. The fee and days of the settings become the one method of one zone for
-- all countries. They stay in the settings too, for older code, which does not see later changes.
-- Works with code from 0008.
insert into content (key, value)
select 'delivery', jsonb_build_object(
  'cutOff', '14:00', 'workingDays', '[1, 2, 3, 4, 5]'::jsonb, 'holidays', '[]'::jsonb,
  'preparationDays', value ->> 'preparationDays', 'defaultDeliveryText', value -> 'defaultDeliveryText',
  'zones', jsonb_build_array(jsonb_build_object(
    'id', 'everywhere', 'name', 'All countries', 'countries', '[]'::jsonb, 'postcodes', '[]'::jsonb,
    'methods', jsonb_build_array(jsonb_build_object(
      'id', 'standard', 'name', 'Standard delivery',
      'feeCents', value -> 'shippingFeeCents', 'freeFromCents', value -> 'freeShippingFromCents',
      'transitDays', value ->> 'transitDays', 'totalDays', value ->> 'totalDays')))))
from content where key = 'settings' and value ? 'shippingFeeCents'
on conflict do nothing;

-- The method and the promised days of an order, as they were when it was placed.
alter table orders
  add column delivery_method text,
  add column arrives_from text,
  add column arrives_until text,
  add constraint orders_arrival_check check ((arrives_from is null) = (arrives_until is null)
    and (arrives_from is null or delivery_method is not null) and arrives_from <= arrives_until);
