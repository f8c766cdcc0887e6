-- Uploaded pictures that were replaced or removed before such pictures were deleted.
-- Works with code from 0005.
update upload u set forget_at = '-infinity'
from (select id, format('/media/uploads/%s.%s.webp', id, hash) as src from upload
  where purpose = 'PICTURE' and forget_at is null) p
where u.id = p.id
  and not exists (select from product where pictures @> jsonb_build_array(jsonb_build_object('src', p.src)))
  and not exists (select from variant where deleted_at is null and pictures <> '[]'
    and pictures @> jsonb_build_array(jsonb_build_object('src', p.src)))
  and not exists (select from category where picture ->> 'src' = p.src)
  and not exists (select from content where strpos(value::text, p.src) > 0)
  and not exists (select from order_line where picture ->> 'src' like '/media/uploads/%' and picture ->> 'src' = p.src);
