-- Codes for signing in that are sent by e-mail. A code counts only together with the request token, which nobody but
-- the browser that asked for it has; of both only hashes are stored.
-- Works with code from 0005.
create table sign_in_code (
  request_hash bytea primary key,
  email text not null,
  -- Null until a job has sent the code.
  code_hash bytea,
  attempts integer not null default 0,
  expires_at timestamptz not null
);
create index sign_in_code_of_email on sign_in_code (lower(email));
create index sign_in_code_expires on sign_in_code (expires_at);
