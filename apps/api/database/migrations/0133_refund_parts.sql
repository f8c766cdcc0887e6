-- What a refund pays back: cents by variant id, 'delivery' or 'wrapping'. Null where nobody has said.
-- Works with code from 0132.
alter table refund add parts jsonb;
