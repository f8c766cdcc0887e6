-- Ends the transaction unless `is_so`, so that statements can be sent with the commit. `what` is the error's message.
create or replace function refuse_unless(is_so boolean, what text) returns void language plpgsql as $$
begin
  if is_so is not true then
    raise exception using errcode = 'SV001', message = what;
  end if;
end
$$;
