-- Publishes that the sessions of an account are to be read again, in every process. The argument is the column with its id.
create or replace function publish_user() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'user:' || (to_jsonb(old) ->> tg_argv[0]));
  return null;
end
$$;
create or replace trigger users_publish after update of role, staff_role, blocked_at, deleted_at or delete on users
  for each row execute function publish_user('id');
create or replace trigger session_publishes after update of ended_at or delete on session
  for each row execute function publish_user('user_id');
