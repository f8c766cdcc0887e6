create or replace function keep_former_identifier() returns trigger
language plpgsql as $$
begin
  insert into product_former_identifier (identifier, product_id) values (old.identifier, old.id)
  on conflict (identifier) do update set product_id = excluded.product_id;
  return null;
end
$$;
create or replace trigger product_former_identifier after update of identifier on product
  for each row when (old.identifier <> new.identifier) execute function keep_former_identifier();
