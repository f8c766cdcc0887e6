-- A product's size in millimetres and what fits inside it.
-- Works with code from 0005.
alter table product
  add column dimensions jsonb check (dimensions is null or jsonb_typeof(dimensions) = 'object'),
  add column fits_inside text not null default '';
