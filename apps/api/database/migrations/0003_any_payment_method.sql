-- The contract's list of payment methods is the only one: a new method needs no migration.
-- Works with code from 0002.
alter table payment drop constraint payment_method_check;
alter table provider_event drop constraint provider_event_provider_check;
