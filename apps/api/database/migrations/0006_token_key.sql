-- The keys that sign sessions' tokens, after the first, which is derived from server_key: the newest of the past
-- signs, the one before it stays valid as long as what it signed.
-- Works with code from 0005.
create table token_key (
  id uuid primary key,
  secret bytea not null check (length(secret) = 32),
  signs_from timestamptz not null
);
