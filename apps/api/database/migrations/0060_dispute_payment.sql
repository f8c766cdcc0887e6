-- A dispute at PayPal may cover several payments: it has a row for each.
-- Works with code from 0005, which cannot record a dispute meanwhile; the jobs with the providers' messages are
-- repeated until newer code takes them.
alter table dispute drop constraint dispute_pkey, add primary key (provider, provider_ref, payment_id);
