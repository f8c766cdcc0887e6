-- Shoppers and staff, how they are signed in, and the letters the house sends them.

-- In the plural: `user` is a word of SQL. A deleted account keeps its row for the books, without the person.
create table users (
  id uuid primary key,
  email text,
  nick_name text,
  role text not null default 'USER' check (role in ('USER', 'ADMIN')),
  password_hash text,
  email_verified_at timestamptz,
  blocked_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  check (deleted_at is not null or (email is not null and password_hash is not null)),
  check (deleted_at is null or (email is null and nick_name is null and password_hash is null))
);
-- One account an address, however its letters are written.
create unique index users_email on users (lower(email));

-- One sign-in; the family of the refresh tokens that carry it on.
create table session (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- A keyed hash of the network address: where an account signs in from is known without being kept.
  origin bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_of_user on session (user_id, origin);
create index session_expires on session (expires_at);

-- Every token given out, as its SHA-256. A token used twice tells that it was stolen.
create table refresh_token (
  hash bytea primary key,
  session_id uuid not null references session on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz
);
create index refresh_token_of_session on refresh_token (session_id);
create index refresh_token_created on refresh_token (created_at);

-- What a link in a letter allows, as the SHA-256 of its token; used once.
create table account_link (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'reset-password')),
  expires_at timestamptz not null
);
create index account_link_of_user on account_link (user_id, purpose);
create index account_link_expires on account_link (expires_at);

-- Keys that every process shares; each is made once, by the first that needs it.
create table server_key (
  name text primary key,
  secret bytea not null check (length(secret) = 32)
);

-- Letters, written in the transaction of what they tell. `key` makes a letter unique of its kind.
create table mail (
  id uuid primary key,
  kind text not null,
  key text not null,
  recipient text not null,
  subject text not null,
  -- Gone once it is sent: the letter may hold a link that opens the account.
  html text,
  text text,
  created_at timestamptz not null,
  sent_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  unique (kind, key),
  check (sent_at is not null or (html is not null and text is not null))
);
create index mail_newest on mail (created_at desc, id);
create index mail_of_recipient on mail (lower(recipient));

-- How often something was done lately, for limits. Nothing is lost when a crash empties it.
create unlogged table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limit_expires on rate_limit (expire);

-- Tells every process that what it knows of an account's sessions is no longer true.
create function notify_user() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'user:' || old.id);
  return null;
end
$$;
create trigger users_notify after update on users for each row
  when ((old.role, old.blocked_at, old.deleted_at) is distinct from (new.role, new.blocked_at, new.deleted_at))
  execute function notify_user();
create trigger users_deleted_notify after delete on users for each row execute function notify_user();

create function notify_user_of_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', 'user:' || old.user_id);
  return null;
end
$$;
create trigger session_notifies after update on session for each row
  when (old.ended_at is distinct from new.ended_at) execute function notify_user_of_session();
create trigger session_deleted_notifies after delete on session for each row
  execute function notify_user_of_session();
