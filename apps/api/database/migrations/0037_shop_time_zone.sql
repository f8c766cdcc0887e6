-- The shop's days and times are those of one zone, which is set with the rest; until now the office hours' counted.

update content
set value = value || jsonb_build_object('timeZone', (select time_zone from chat_office_hours))
where key = 'settings' and not value ? 'timeZone';
