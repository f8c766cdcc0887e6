-- What each action of staff was done to, by name, and what it changed.

create table audit_subject (
  id bigint generated always as identity primary key,
  entry_id bigint not null references audit_entry on delete cascade,
  -- Such as 'PRODUCT', and the id among those.
  kind text not null,
  subject_id text not null,
  -- As it was called then.
  label text not null,
  -- Field → {before, after}, of those that are different; null where nothing is known of it.
  changes jsonb,
  -- Of the subject after the action, where it has versions.
  version integer,
  -- Whose personal data the changes hold; they go with the account.
  user_id uuid references users
);
create index audit_subject_of_entry on audit_subject (entry_id);
create index audit_subject_of_subject on audit_subject (subject_id, entry_id);
create index audit_subject_of_user on audit_subject (user_id) where user_id is not null;
create index audit_subject_label on audit_subject using gin (lower(label) gin_trgm_ops);
