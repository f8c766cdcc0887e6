-- What a code of an e-mail is for: signing in, or deleting the account.
-- Works with code from 0082.
alter table sign_in_code add purpose text not null default 'SIGN_IN' check (purpose in ('SIGN_IN', 'DELETION'));
