-- A payment that its payer disputes at the provider, as the newest message about it says.
-- Works with code from 0004.
create table dispute (
  provider text not null,
  provider_ref text not null,
  payment_id uuid not null references payment,
  status text not null check (status in ('OPEN', 'WON', 'LOST')),
  -- The amount in dispute; of a lost one, what the provider took back.
  amount_cents integer not null check (amount_cents >= 0),
  currency text not null,
  -- The provider's code.
  reason text not null,
  answer_by timestamptz,
  opened_at timestamptz not null,
  -- The provider's time of that message: an older one changes nothing.
  reported_at timestamptz not null,
  primary key (provider, provider_ref)
);
create index dispute_of_payment on dispute (payment_id);
