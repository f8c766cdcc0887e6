-- The address that a caller without an account has given, so that staff see whom a selection is for.
-- Works with code from 0132.
alter table adviser_selection add caller_email text;
