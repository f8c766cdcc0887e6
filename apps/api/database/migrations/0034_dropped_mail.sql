-- Why an e-mail is never sent; what it said is not kept either.
alter table mail add column dropped_reason text;
alter table mail drop constraint mail_check;
alter table mail add constraint mail_content
  check (sent_at is not null or dropped_reason is not null or (html is not null and text is not null));
