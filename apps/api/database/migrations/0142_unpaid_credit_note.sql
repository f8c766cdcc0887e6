-- An order that came back unpaid gets a credit note without a refund, once.
-- Works with code from 0132.
alter table invoice
  drop constraint invoice_check,
  add constraint invoice_check check (kind = 'CREDIT_NOTE' or refund_id is null),
  add constraint invoice_reverses_refund_check check (reverses is null or refund_id is not null);
create unique index credit_note_of_unpaid on invoice (order_id) where kind = 'CREDIT_NOTE' and refund_id is null;
