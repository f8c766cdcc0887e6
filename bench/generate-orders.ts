import type { Pool, PoolClient } from 'pg'
import { hashPassword } from '../apps/api/src/features/auth/secrets.ts'
import { searchedColumns } from '../apps/api/src/features/orders/order-updates.queries.ts'
import { cities, countries, firstNames, idOf, lastNames, pick, random } from './random-sql.ts'

const batchSize = 50_000
/** The first order was placed so many days ago. */
const days = 1_096
/** Of every customer with orders. */
export const customerPassword = 'bench-password'
const ordersOfCustomer = 4
/** Marks an order of the benchmark: no draft has it. */
const mark = `'\\x00'::bytea`

/**
 * Adds orders until `count` are there, with their customers, lines, states, payments, refunds and
 * movements of stock, as the shop itself would have left them: three years, most of them completed,
 * a twelfth cancelled, the newest under way. Triggers and constraints are on. Goes on where an
 * earlier run has ended.
 */
export async function generateOrders(
  pool: Pool,
  count: number,
  report: (line: string) => void,
): Promise<void> {
  const done = await readNumber(
    pool,
    `select count(*) as number from orders where draft_hash = ${mark}`,
  )
  const moved = `select count(*) as number from stock_movement where order_id = ${idOf(`'order 1'`)}`
  if (done >= count && (await readNumber(pool, moved)) > 0) return
  const client = await pool.connect()
  try {
    await client.query(
      `set work_mem = '128MB'; set synchronous_commit = off; set gin_pending_list_limit = '64MB'`,
    )
    await addOrders(client, done, count, report)
    report('The movements of stock')
    await moveStock(client)
  } finally {
    // Its settings and temporary tables go with it.
    client.release(true)
  }
  report('Vacuum')
  await pool.query('vacuum (analyze)')
}

async function readNumber(pool: Pool, statement: string): Promise<number> {
  const { rows } = await pool.query<{ number: number }>(statement)
  return rows[0]?.number ?? 0
}

async function addOrders(
  client: PoolClient,
  done: number,
  count: number,
  report: (line: string) => void,
): Promise<void> {
  if (done >= count) return
  const customers = Math.ceil(count / ordersOfCustomer)
  report(`${customers} customers`)
  await addCustomers(client, customers)
  await chooseVariants(client)
  const { rows } = await client.query<{ since: Date }>(
    `select min(created_at) as since from users where email like '%@customers.example.com'`,
  )
  const since = rows[0]?.since ?? new Date()
  for (let from = done + 1; from <= count; from += batchSize) {
    const until = Math.min(count, from + batchSize - 1)
    await addBatch(client, { from, until, count, customers, since })
    report(`${until} of ${count} orders`)
  }
}

async function addCustomers(client: PoolClient, customers: number): Promise<void> {
  await client.query(
    `with person as (
       select i, ${pick(firstNames, 'i', 1)} as first, ${pick(lastNames, 'i', 2)} as last,
         1 + floor(${random('i', 3)} * 10)::int as place,
         now() - ${days} * interval '1 day' * (1 - (i - 1)::float8 / $2) as at
       from generate_series(1, $2::bigint) i
     ), opened as (
       insert into users (id, email, nick_name, password_hash, email_verified_at, created_at)
       select ${idOf(`'customer ' || i`)},
         lower(first || '.' || last || '.' || i || '@customers.example.com'), first, $1, at, at
       from person
       on conflict do nothing returning id
     )
     insert into address (user_id, title, full_name, phone_number, street_address, city, postal_code,
       country, is_default, created_at)
     select opened.id, 'Home', first || ' ' || last, '+1 212555' || lpad((i % 10000)::text, 4, '0'),
       i % 900 + 1 || ' Spring Street', (string_to_array('${cities}', ','))[place],
       lpad((i % 100000)::text, 5, '0'), (string_to_array('${countries}', ','))[place], true, at
     from person join opened on opened.id = ${idOf(`'customer ' || i`)}`,
    [await hashPassword(customerPassword), customers],
  )
  await client.query('analyze users, address')
}

/** The variant that each product is shown with, of which there are some left. */
async function chooseVariants(client: PoolClient): Promise<void> {
  await client.query(
    `create temp table chosen as
       select row_number() over (order by md5(pp.product_id::text)) - 1 as n, pp.product_id,
         pp.variant_id, pp.price_cents
       from product_price pp join variant v on v.id = pp.variant_id
       where now() >= pp.from_at and now() < pp.until_at and v.stock >= 8;
     create unique index on chosen (n);
     analyze chosen`,
  )
}

interface Batch {
  from: number
  until: number
  count: number
  customers: number
  /** When the first customer came. */
  since: Date
}

async function addBatch(client: PoolClient, batch: Batch): Promise<void> {
  const { from, until, count, customers, since } = batch
  await client.query('begin')
  try {
    await client.query(
      `create temp table draft on commit drop as
         select o.*, ${idOf(`'order ' || j`)} as id, ${idOf(`'payment ' || j`)} as payment_id,
           ${idOf(`'customer ' || customer`)} as user_id,
           case
             when is_cancelled then 'CANCELLED'
             when age < interval '1 hour' then 'PENDING'
             when age < interval '2 days' then 'PROCESSING'
             when age < interval '5 days' then 'SHIPPED'
             when age < interval '14 days' then 'DELIVERED'
             else 'COMPLETED' end as status,
           case
             when is_cancelled then case when j % 2 = 0 then 2 else 1 end
             when age < interval '1 hour' then 1
             when age < interval '2 days' then 2
             when age < interval '5 days' then 3
             when age < interval '14 days' then 4
             else 5 end as steps,
           case when dice < 0.6 then 'STRIPE' when dice < 0.9 then 'PAYPAL' else 'COD' end as method
         from (
           select j, at, now() - at as age, ${random('j', 4)} as dice,
             ${random('j', 5)} < 0.08 as is_cancelled,
             1 + floor(${random('j', 6)} * j * $4 / $3)::bigint as customer,
             case when ${random('j', 7)} < 0.65 then 1 when ${random('j', 7)} < 0.9 then 2 else 3 end as lines
           from (
             select j, $5::timestamptz + (now() - $5::timestamptz) * (j::float8 / $3) as at
             from generate_series($1::bigint, $2::bigint) j
           ) placed
         ) o`,
      [from, until, count, customers, since],
    )
    for (const statement of [
      draftLines,
      insertOrders,
      insertSearched,
      copyLines,
      insertStates,
      insertPayments,
      insertPaymentStates,
      insertRefunds,
    ])
      await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

// The most wanted products are asked for most.
const draftLines = `
  create temp table draft_line on commit drop as
    select d.id as order_id, k as position, p.product_id, p.variant_id, p.price_cents,
      case when ${random('j * 3 + k', 8)} < 0.9 then 1 else 2 end as quantity
    from draft d
    cross join lateral generate_series(0, d.lines - 1) k
    cross join (select count(*) as number from chosen) variants
    join chosen p on p.n = (floor(variants.number * power(${random('j', 9)}, 2))::bigint + k * 7919) % variants.number`

const insertOrders = `
  insert into orders (id, user_id, email, status, items_cents, shipping_cents, discount_cents, total_cents,
    shipping_full_name, shipping_phone_number, shipping_street_address, shipping_city, shipping_postal_code,
    shipping_country, draft_hash, created_at, held_since, hold_ends_at, completes_at, tracking_carrier,
    tracking_number)
  select d.id, d.user_id, u.email, d.status, l.cents, 0, 0, l.cents, a.full_name, a.phone_number,
    a.street_address, a.city, a.postal_code, a.country, ${mark}, d.at,
    -- Time does not end them while they are measured.
    case when d.status = 'PENDING' then d.at end,
    case when d.status = 'PENDING' then now() + interval '10 years' end,
    case when d.status = 'DELIVERED' then now() + interval '10 years' end,
    case when d.steps >= 3 then 'UPS' end,
    case when d.steps >= 3 then '1Z' || upper(left(md5(d.id::text), 16)) end
  from draft d
  join (select order_id, sum(price_cents * quantity) as cents from draft_line group by order_id) l
    on l.order_id = d.id
  join users u on u.id = d.user_id
  join address a on a.user_id = d.user_id and a.is_default
  order by d.j`

const insertSearched = `
  insert into order_search (order_id, text)
  select o.id, lower(concat_ws(' ', ${searchedColumns}, o.tracking_number, (
    select string_agg(concat_ws(' ', p.name, p.identifier, v.sku), ' ')
    from draft_line l join variant v on v.id = l.variant_id join product p on p.id = l.product_id
    where l.order_id = d.id)))
  from draft d join orders o on o.id = d.id
  on conflict do nothing`

const copyLines = `
  insert into order_line (order_id, position, variant_id, product_id, identifier, name, attributes, picture,
    unit_cents, quantity, discount_cents)
  select l.order_id, l.position, l.variant_id, l.product_id, p.identifier, p.name, v.attributes,
    coalesce(v.pictures -> 0, p.pictures -> 0), l.price_cents, l.quantity, 0
  from draft_line l join variant v on v.id = l.variant_id join product p on p.id = l.product_id`

const insertStates = `
  insert into order_transition (order_id, from_status, to_status, actor, actor_id, reason, at)
  select d.id, s.from_status, s.to_status, s.actor,
    case s.actor when 'SHOPPER' then d.user_id
      when 'STAFF' then (select id from users where email = 'admin@example.com') end,
    s.reason, d.at + s.later
  from draft d
  join (values
    (1, null, 'PENDING', 'SHOPPER', 'Placed', interval '0'),
    (2, 'PENDING', 'PROCESSING', 'PROVIDER', 'Paid', interval '5 minutes'),
    (3, 'PROCESSING', 'SHIPPED', 'STAFF', 'Dispatched', interval '1 day'),
    (4, 'SHIPPED', 'DELIVERED', 'STAFF', 'Delivered', interval '4 days'),
    (5, 'DELIVERED', 'COMPLETED', 'SYSTEM', 'Completed', interval '14 days'),
    (11, 'PENDING', 'CANCELLED', 'SHOPPER', 'Cancelled by the shopper', interval '30 minutes'),
    (12, 'PROCESSING', 'CANCELLED', 'SHOPPER', 'Cancelled by the shopper', interval '30 minutes')
  ) s (step, from_status, to_status, actor, reason, later)
    on s.step <= d.steps or s.step = d.steps + 10 and d.status = 'CANCELLED'
  order by d.j, s.step`

const insertPayments = `
  insert into payment (id, order_id, attempt, method, status, amount_cents, provider_ref, capture_ref,
    captured_cents, refunded_cents, failure, created_at, settled_at, counts)
  select d.payment_id, d.id, 1, d.method,
    case when d.steps = 1 then 'FAILED' when d.status = 'CANCELLED' then 'REFUNDED'
      when d.method = 'COD' and d.steps < 4 then 'PENDING' else 'PAID' end,
    o.total_cents, 'bench-' || d.j, case when is_captured then 'capture-' || d.j end,
    case when is_captured then o.total_cents else 0 end,
    case when is_captured and d.status = 'CANCELLED' then o.total_cents else 0 end,
    case when d.steps = 1 then 'Expired' end, d.at + interval '1 minute',
    case when is_captured then d.at + interval '5 minutes' end, true
  from draft d join orders o on o.id = d.id
  cross join lateral (select d.steps > 1
    and (d.method <> 'COD' or d.steps > 3 or d.status = 'CANCELLED') as is_captured) c
  where d.status <> 'PENDING'
  order by d.j`

const insertPaymentStates = `
  insert into payment_transition (payment_id, from_status, to_status, reason, at)
  select p.id, s.from_status, s.to_status, s.reason, d.at + s.later
  from draft d join payment p on p.order_id = d.id
  join (values
    (null, 'PENDING', 'Started by the shopper', interval '1 minute'),
    ('PENDING', 'FAILED', 'Expired', interval '30 minutes'),
    ('PENDING', 'PAID', 'Paid', interval '5 minutes'),
    ('PAID', 'REFUNDED', 'Refunded', interval '31 minutes')
  ) s (from_status, to_status, reason, later)
    on s.to_status in ('PENDING', p.status) or s.to_status = 'PAID' and p.status = 'REFUNDED'
  order by d.j, s.later`

const insertRefunds = `
  insert into refund (id, payment_id, key, amount_cents, status, reason, provider_ref, created_at, asked_at, settled_at)
  select ${idOf(`'refund ' || d.j`)}, p.id, 'cancelled', p.refunded_cents, 'SUCCEEDED', 'Cancelled',
    'refund-' || d.j, d.at + interval '30 minutes', d.at + interval '30 minutes', d.at + interval '31 minutes'
  from draft d join payment p on p.id = d.payment_id
  where p.status = 'REFUNDED'`

/** The movements of stock that lead to what is there now, counted back from it. */
async function moveStock(client: PoolClient): Promise<void> {
  await client.query(
    `insert into stock_movement (variant_id, delta, stock_after, cause, order_id, at)
     select m.variant_id, m.delta,
       v.stock - (sum(m.delta) over of_variant - sum(m.delta) over (of_variant order by m.at, m.order_id)),
       m.cause, m.order_id, m.at
     from (
       select l.variant_id, l.order_id, -l.quantity as delta, 'HOLD' as cause, o.created_at as at
       from order_line l join orders o on o.id = l.order_id where o.draft_hash = ${mark}
       union all
       select l.variant_id, l.order_id, l.quantity, case when p.status = 'REFUNDED' then 'RESTOCK' else 'RELEASE' end,
         o.created_at + interval '30 minutes'
       from order_line l join orders o on o.id = l.order_id join payment p on p.order_id = o.id
       where o.draft_hash = ${mark} and o.status = 'CANCELLED'
     ) m join variant v on v.id = m.variant_id
     window of_variant as (partition by m.variant_id)
     order by m.at`,
  )
}
