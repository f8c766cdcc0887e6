-- Passkeys of shoppers and staff, and the challenges that they sign.
-- Works with code from 0082.
create table passkey (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- The authenticator's own name of the key.
  credential_id bytea not null unique,
  public_key bytea not null,
  -- How often it has signed; 0 where the authenticator does not count.
  counter bigint not null,
  -- How browsers reach the authenticator: 'internal', 'usb' …
  transports text[] not null,
  -- Given by its owner.
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_of_user on passkey (user_id);

-- Each is signed once.
create table passkey_challenge (
  challenge bytea primary key,
  purpose text not null check (purpose in ('ADD', 'CONFIRM', 'SIGN_IN')),
  -- Null for signing in: nobody is known yet.
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null,
  check ((purpose = 'SIGN_IN') = (user_id is null))
);
create index passkey_challenge_of_user on passkey_challenge (user_id);
create index passkey_challenge_expires on passkey_challenge (expires_at);
