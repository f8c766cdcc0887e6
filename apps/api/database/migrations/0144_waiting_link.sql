-- Works with code from 0143.

-- When the newest link to confirm the address was sent: it is valid for days from then, while the place on
-- the list stays that of the first asking.
alter table waiting_list_entry add column link_sent_at timestamptz;
