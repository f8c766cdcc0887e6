-- What the back office needs of orders, customers and coupons.

-- What staff tell one another of an order. Shoppers never see it.
create table order_note (
  id uuid primary key,
  order_id uuid not null references orders,
  author_id uuid not null references users,
  text text not null check (text <> ''),
  at timestamptz not null
);
create index order_note_of_order on order_note (order_id, at, id);

-- Something of an attempt that needed a look, and how staff have ended it.
create table payment_review (
  id uuid primary key,
  payment_id uuid not null references payment,
  -- What `payment.review` said.
  review text not null,
  reason text not null,
  resolved_by uuid not null references users,
  at timestamptz not null
);
create index payment_review_of_payment on payment_review (payment_id, at, id);

-- The staff's list of orders: in every order it can be sorted in, and by state.
create index orders_newest on orders (created_at, id);
create index orders_of_status on orders (status, created_at, id);
create index orders_by_total on orders (total_cents, id);
-- What staff look for in orders. Beside them: a change of their state, which are most changes, must not touch this index.
create table order_search (
  order_id uuid primary key references orders,
  text text not null
);
create function keep_order_search() returns trigger language plpgsql as $$
begin
  insert into order_search (order_id, text)
  values (new.id, lower(concat_ws(' ', new.email, new.shipping_full_name, new.tracking_number)))
  on conflict (order_id) do update set text = excluded.text;
  return null;
end
$$;
create trigger orders_searched after insert or update of email, shipping_full_name, tracking_number on orders
  for each row execute function keep_order_search();
insert into order_search (order_id, text)
select id, lower(concat_ws(' ', email, shipping_full_name, tracking_number)) from orders;
create index order_search_text on order_search using gin (text gin_trgm_ops);
create index payment_reviewed on payment (order_id) where review is not null;

-- Which attempt of an order tells how it is paid (`countingPayment` says the same of rows at hand): the one
-- that pays it, else one whose money is on its way, else the last that ever took any, else the last. Kept
-- by a trigger, so that a list of orders can be narrowed by it through an index.
alter table payment add column counts boolean not null default false;
create function choose_counting_payment() returns trigger language plpgsql as $$
begin
  update payment p set counts = (p.id = chosen.id)
  from (
    select id from payment
    where order_id = new.order_id
    order by
      case
        when status in ('PAID', 'PARTIALLY_REFUNDED') then 0
        when status = 'PROCESSING' then 1
        when captured_cents > 0 then 2
        else 3 end,
      case when status in ('PROCESSING', 'PAID', 'PARTIALLY_REFUNDED') then attempt else -attempt end
    limit 1
  ) chosen
  where p.order_id = new.order_id and p.counts <> (p.id = chosen.id);
  return null;
end
$$;
create trigger payment_counts after insert or update of status, captured_cents on payment
  for each row execute function choose_counting_payment();
-- Chooses for the orders that are there.
update payment set status = status where attempt = 1;
create index payment_counting on payment (status, method, order_id) where counts;

-- Why staff have blocked an account.
alter table users add column blocked_reason text;
alter table users add constraint users_blocked_reason check (blocked_reason is null or blocked_at is not null);
-- The staff's list of customers.
create index users_customers on users (created_at, id) where role = 'USER' and deleted_at is null;
create index users_search on users
  using gin (lower(coalesce(email, '') || ' ' || coalesce(nick_name, '')) gin_trgm_ops)
  where role = 'USER' and deleted_at is null;

-- Raised by every edit: of two who edit at once, the second is told.
alter table coupon add column version integer not null default 1;
create index coupon_redemption_newest on coupon_redemption (coupon_id, redeemed_at, order_id);
create index coupon_redemption_of_user on coupon_redemption (user_id, redeemed_at);
