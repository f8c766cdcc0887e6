-- Works with code from 0143.

-- When a customer confirmed the address that was then invited to the staff: it counts again if the invitation is
-- withdrawn. While it is open the address counts as not confirmed.
alter table users add column email_verified_before_invitation timestamptz;
