-- Searches that find nothing: how often a term is searched for, by day. Nothing says by whom or when.
-- Works with code from 0082.
create table no_result_search (
  -- Of the shop's time zone.
  day date not null,
  -- Normalized as a search is.
  term text not null check (length(term) between 1 and 80),
  times integer not null check (times > 0),
  primary key (day, term)
);

-- Terms that staff have dismissed.
create table no_result_dismissal (
  term text primary key
);
