-- What the staff's first page, the list of their actions and the outbox are read by.

-- Sales are summed from this alone.
create index orders_sales on orders (created_at) include (total_cents, id)
  where status in ('PROCESSING', 'SHIPPED', 'DELIVERED', 'COMPLETED');
create index refund_settled on refund (settled_at) include (amount_cents) where status = 'SUCCEEDED';

create index audit_entry_newest on audit_entry (at, id);
create index audit_entry_of_call on audit_entry (call, at, id);

create index mail_unsent on mail (created_at desc, id) include (last_error) where sent_at is null;
create index mail_search on mail using gin (lower(recipient || ' ' || subject) gin_trgm_ops);
