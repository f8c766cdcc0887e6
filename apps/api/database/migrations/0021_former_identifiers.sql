-- What products were called in their address before: links to it lead on.

create table product_former_identifier (
  -- Of many products that had it one after the other, the last.
  identifier text primary key,
  product_id uuid not null references product on delete cascade
);
create index product_former_identifier_of on product_former_identifier (product_id);

create function keep_former_identifier() returns trigger
language plpgsql as $$
begin
  insert into product_former_identifier (identifier, product_id) values (old.identifier, old.id)
  on conflict (identifier) do update set product_id = excluded.product_id;
  return null;
end
$$;
create trigger product_former_identifier after update of identifier on product
  for each row when (old.identifier <> new.identifier) execute function keep_former_identifier();
