-- Imports and exports of products as CSV, which run in the background.
create table csv_job (
  id uuid primary key,
  -- An import is checked first, then applied.
  step text not null check (step in ('EXPORT', 'CHECK', 'APPLY')),
  state text not null check (state in ('READING', 'QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  actor_id uuid not null references users,
  file_name text not null,
  -- Of an export: what it was asked for.
  filter jsonb,
  -- Of an import: the columns of the file, what its bytes hash to, and whether it sets stock as counted.
  columns text[] not null default '{}',
  hash text,
  sets_stock boolean not null default false,
  lines integer not null default 0,
  lines_done integer not null default 0,
  lines_failed integer not null default 0,
  -- The last identifier that is done, and whether only relations between products are left.
  position text not null default '',
  is_relating boolean not null default false,
  -- Parts of an export that are in the storage.
  parts integer not null default 0,
  report jsonb,
  failure text,
  -- The run that may write: an earlier one that is still alive stops.
  run uuid,
  -- Runs since the last progress.
  attempts integer not null default 0,
  started_at timestamptz not null,
  updated_at timestamptz not null,
  kept_until timestamptz not null
);
create index csv_job_by_start on csv_job (started_at desc, id);

-- The lines of a file that is imported.
create table csv_line (
  job_id uuid not null references csv_job on delete cascade,
  line integer not null,
  -- Of its product, as far as an index takes it.
  identifier text not null,
  -- A cell for each column, as text.
  cells jsonb not null,
  -- How many there were in the dry run, where the file does not say how many there were when it was written.
  stock_seen integer,
  -- Its relations wait until the products that it names are there.
  is_postponed boolean not null default false,
  -- Why it was not imported.
  problem text,
  primary key (job_id, line)
);
create index csv_line_by_product on csv_line (job_id, identifier, line);
