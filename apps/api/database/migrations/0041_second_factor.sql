-- The second factor of staff: a time-based code (RFC 6238), recovery codes, sign-ins that still wait for one, and the
-- confirmation that some actions need. The secret must be readable to compute codes from it.
-- Works with code from 0005.
create table totp_factor (
  user_id uuid primary key references users on delete cascade,
  secret bytea,
  enabled_at timestamptz,
  -- The time step of the last code that was accepted: none is accepted twice.
  last_step bigint,
  -- Shown to the member of staff, who has not entered a code of it yet.
  pending_secret bytea,
  check ((secret is null) = (enabled_at is null) and (secret is null) = (last_step is null)),
  check (secret is not null or pending_secret is not null)
);

create table recovery_code (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade
);
create index recovery_code_of_user on recovery_code (user_id);

create table sign_in_ticket (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  attempts integer not null default 0,
  expires_at timestamptz not null
);
create index sign_in_ticket_of_user on sign_in_ticket (user_id);
create index sign_in_ticket_expires on sign_in_ticket (expires_at);

-- When, and with what, its member of staff last confirmed to be there.
alter table session add column confirmed_at timestamptz, add column confirmed_by text;
alter table audit_entry add column confirmed_by text;
