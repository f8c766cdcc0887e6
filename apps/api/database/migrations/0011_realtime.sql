-- Messages between the processes that are too long for a notice: written, read within moments by every
-- process, and removed by any of them a minute later. The table of Socket.IO's adapter, under its names.
create unlogged table socket_io_attachments (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  payload bytea not null
);
