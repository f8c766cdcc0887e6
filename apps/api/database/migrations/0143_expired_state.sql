-- The state LAPSED of the waiting list and of advisers' selections is called EXPIRED, and jobs are named after what they do.
alter table waiting_list_entry
  drop constraint waiting_list_entry_state_check,
  drop constraint waiting_list_entry_check;
update waiting_list_entry set state = 'EXPIRED' where state = 'LAPSED';
alter table waiting_list_entry
  add constraint waiting_list_entry_state_check
    check (state in ('UNCONFIRMED', 'WAITING', 'OFFERED', 'ORDERED', 'EXPIRED', 'LEFT')),
  add constraint waiting_list_entry_check
    check (state not in ('OFFERED', 'ORDERED', 'EXPIRED') or offered_at is not null);

alter table adviser_selection drop constraint adviser_selection_state_check;
update adviser_selection set state = 'EXPIRED' where state = 'LAPSED';
alter table adviser_selection
  add constraint adviser_selection_state_check check (state in ('OPEN', 'ORDERED', 'EXPIRED', 'TAKEN_BACK'));

-- A new database has no queue yet.
do $$
begin
  if to_regclass('jobs.schedule') is not null then
    delete from jobs.schedule where name in (
      'lapse-orders', 'end-selections', 'tend-waiting-list', 'remove-lapsed-limits', 'remove-lapsed-guest-carts');
  end if;
end
$$;
