-- Invoices and credit notes, and the counters of their numbers.
-- Works with code from 0082.

-- The last number of each series, such as INV-2026-. The row stays locked until the transaction of a document ends: so
-- no number is missing, and none is given twice.
create table invoice_series (
  prefix text primary key,
  last integer not null check (last > 0)
);

-- Documents are never changed; only the name and address of a shopper whose account is closed are removed.
create table invoice (
  id uuid primary key,
  kind text not null check (kind in ('INVOICE', 'CREDIT_NOTE')),
  series text not null references invoice_series,
  number integer not null check (number > 0),
  order_id uuid not null references orders,
  -- What a credit note credits.
  refund_id uuid references refund,
  -- The credit note that this one takes back, because its refund failed afterwards: its amounts are negative.
  reverses uuid references invoice,
  issued_at timestamptz not null,
  -- ISO 3166-1 alpha-2: where the goods went.
  country text not null,
  gross_cents integer not null,
  -- Part of it.
  tax_cents integer not null,
  -- All that the document says: seller, buyer, and parts with their amounts.
  content jsonb not null,
  unique (series, number),
  check ((kind = 'INVOICE') = (refund_id is null)),
  check (reverses is null or kind = 'CREDIT_NOTE'),
  check (reverses is not null or gross_cents >= 0)
);
create unique index invoice_of_order on invoice (order_id) where kind = 'INVOICE';
create unique index credit_note_of_refund on invoice (refund_id) where reverses is null and refund_id is not null;
create unique index credit_note_reversed on invoice (reverses) where reverses is not null;
create index invoices_of_order on invoice (order_id, issued_at);
create index invoices_by_time on invoice (issued_at, id);
