-- Tells every process to forget an account's sessions. Its argument is the column with the account's id.
create or replace function publish_user() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'user:' || (to_jsonb(old) ->> tg_argv[0]));
  return null;
end
$$;
create or replace trigger users_updated_publishes after update on users for each row
  when ((old.role, old.staff_role, old.blocked_at, old.deleted_at)
    is distinct from (new.role, new.staff_role, new.blocked_at, new.deleted_at))
  execute function publish_user('id');
create or replace trigger users_deleted_publishes after delete on users
  for each row execute function publish_user('id');
create or replace trigger session_ended_publishes after update on session for each row
  when (old.ended_at is distinct from new.ended_at) execute function publish_user('user_id');
create or replace trigger session_deleted_publishes after delete on session
  for each row execute function publish_user('user_id');
