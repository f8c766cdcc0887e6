-- Staff: what an administrator may do, and what was done.

-- Each may do what the one before may: support answers shoppers, a manager runs the shop, an owner
-- also decides who is staff.
alter table users add column staff_role text check (staff_role in ('SUPPORT', 'MANAGER', 'OWNER'));
update users set staff_role = 'OWNER' where role = 'ADMIN';
alter table users add constraint users_staff_role check ((role = 'ADMIN') = (staff_role is not null));

drop trigger users_notify on users;
create trigger users_notify after update on users for each row
  when (
    (old.role, old.staff_role, old.blocked_at, old.deleted_at)
    is distinct from (new.role, new.staff_role, new.blocked_at, new.deleted_at)
  )
  execute function notify_user();

-- Every call of staff that changes something: noted before it is carried out, so that nothing is done
-- unnoted, and its outcome after.
create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id uuid not null references users,
  call text not null,
  -- What it names in its path, and what was sent, without secrets and what is too long.
  target text,
  input jsonb not null,
  -- 'DONE', or the code of the refusal; null while it is under way, or when the process ended within.
  outcome text
);
create index audit_entry_of_actor on audit_entry (actor_id, id);
create index audit_entry_of_target on audit_entry (target, id);
