-- What shows an uploaded picture: one that nothing shows any more is removed.
-- Works with code from 0005.
-- Without a transaction.
drop index concurrently if exists product_picture;
drop index concurrently if exists variant_picture;
drop index concurrently if exists order_line_picture;
create index concurrently product_picture on product using gin (pictures jsonb_path_ops);
create index concurrently variant_picture on variant using gin (pictures jsonb_path_ops) where pictures <> '[]';
create index concurrently order_line_picture on order_line ((picture ->> 'src')) where picture ->> 'src' like '/media/uploads/%';
