-- The state LAPSED of the waiting list and of advisers' selections is called EXPIRED. What code before this writes
-- meanwhile is renamed by the triggers; a later migration drops them and `rename_lapsed`, once no such code runs.
-- Works with code from 0132.
create function rename_lapsed() returns trigger language plpgsql as $$
begin
  new.state := 'EXPIRED';
  return new;
end
$$;

alter table waiting_list_entry
  drop constraint waiting_list_entry_state_check,
  drop constraint waiting_list_entry_check;
update waiting_list_entry set state = 'EXPIRED' where state = 'LAPSED';
alter table waiting_list_entry
  add constraint waiting_list_entry_state_check
    check (state in ('UNCONFIRMED', 'WAITING', 'OFFERED', 'ORDERED', 'EXPIRED', 'LEFT')),
  add constraint waiting_list_entry_check
    check (state not in ('OFFERED', 'ORDERED', 'EXPIRED') or offered_at is not null);
create trigger waiting_list_entry_expires before update of state on waiting_list_entry
  for each row when (new.state = 'LAPSED') execute function rename_lapsed();

alter table adviser_selection drop constraint adviser_selection_state_check;
update adviser_selection set state = 'EXPIRED' where state = 'LAPSED';
alter table adviser_selection
  add constraint adviser_selection_state_check check (state in ('OPEN', 'ORDERED', 'EXPIRED', 'TAKEN_BACK'));
create trigger adviser_selection_expires before update of state on adviser_selection
  for each row when (new.state = 'LAPSED') execute function rename_lapsed();
