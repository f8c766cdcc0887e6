-- Tells every process that what it knows of an account's sessions is no longer true.
create or replace function notify_user() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'user:' || old.id);
  return null;
end
$$;
create or replace trigger users_deleted_notify after delete on users for each row execute function notify_user();
create or replace trigger users_notify after update on users for each row
  when (
    (old.role, old.staff_role, old.blocked_at, old.deleted_at)
    is distinct from (new.role, new.staff_role, new.blocked_at, new.deleted_at)
  )
  execute function notify_user();

create or replace function notify_user_of_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'user:' || old.user_id);
  return null;
end
$$;
create or replace trigger session_notifies after update on session for each row
  when (old.ended_at is distinct from new.ended_at) execute function notify_user_of_session();
create or replace trigger session_deleted_notifies after delete on session for each row
  execute function notify_user_of_session();
