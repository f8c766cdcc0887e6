import type { OrderStatus } from '@solvane/contract/orders'
import type { PaymentStatus } from '@solvane/contract/payments'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/* Reads orders and accounts whole, page by page; changes nothing. */

/** A record's place in the order of their time: the time as the database writes it, to the microsecond. */
export interface Place {
  at: string
  id: string
}

/** The rows of a period after a place in it, in the order of their time. */
export interface ExportPage {
  from: Date
  until: Date
  after: Place | null
  limit: number
}

const after = ({ after }: ExportPage) =>
  after ? sql`and (o.created_at, o.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``

/** The kind of an order, and the number of the order that it belongs to. */
interface OrderKind {
  /** `supplement`: bills the difference of a changed order. `exchange`: sends what a return is exchanged for. */
  order_kind: 'order' | 'supplement' | 'exchange'
  of_order: number | null
}

const orderKind = sql`
  case when o.supplement_of is not null then 'supplement' when o.exchange_of is not null then 'exchange' else 'order' end as order_kind,
  coalesce((select of.number from orders of where of.id = o.supplement_of),
    (select of.number from return_request r join orders of on of.id = r.order_id where r.id = o.exchange_of)) as of_order`

/** An order with its payment; amounts in cents. */
export interface ExportedOrder extends OrderKind {
  id: string
  place: string
  number: number
  created_at: Date
  status: OrderStatus
  email: string | null
  shipping_full_name: string | null
  shipping_phone_number: string | null
  shipping_street_address: string | null
  shipping_address_line2: string | null
  shipping_city: string | null
  shipping_state: string | null
  shipping_postal_code: string | null
  shipping_country: string
  items_cents: number
  discount_cents: number
  shipping_cents: number
  wrap_cents: number
  tax_cents: number
  /** Null where nothing is taxed. */
  prices_include_tax: boolean | null
  total_cents: number
  supplement_cents: number
  /** The amount of the payment that counts, as are the next columns; null without one. */
  captured_cents: number | null
  refunded_cents: number | null
  method: string | null
  payment_status: PaymentStatus | null
  /** A supplementary order keeps money. */
  keeps_more: boolean
  coupon: string | null
  /** The carriers of all parcels, in the order in which they were sent. */
  carriers: string | null
  tracking_numbers: string | null
  remark: string | null
}

/** A text of each parcel of an order, those sent before the rest first: `one; other`. */
const ofParcels = (part: 'carrier' | 'number') => sql`
  nullif(concat_ws('; ', (select string_agg(${sql.ref(part)}, '; ' order by sent_at, id) from parcel where order_id = o.id),
    ${sql.ref(`o.tracking_${part}`)}), '')`

export async function nextOrders(db: Queryable, page: ExportPage): Promise<ExportedOrder[]> {
  const { rows } = await sql<ExportedOrder>`
    select o.id, o.created_at::text as place, o.number, o.created_at, o.status, o.email, o.shipping_full_name, o.shipping_phone_number,
      o.shipping_street_address, o.shipping_address_line2, o.shipping_city, o.shipping_state,
      o.shipping_postal_code, o.shipping_country, o.items_cents, o.discount_cents, o.shipping_cents, o.wrap_cents,
      o.tax_cents, o.prices_include_tax, o.total_cents, o.supplement_cents, p.captured_cents, p.refunded_cents, p.method, p.status as payment_status,
      supplement_keeps_money(o) as keeps_more,
      o.coupon ->> 'code' as coupon, ${ofParcels('carrier')} as carriers, ${ofParcels('number')} as tracking_numbers, o.remark,
      ${orderKind}
    from orders o left join payment p on p.order_id = o.id and p.counts
    where o.created_at >= ${page.from} and o.created_at <= ${page.until} ${after(page)}
    order by o.created_at, o.id limit ${page.limit}`.execute(db)
  return rows
}

/** A line of an order; amounts in cents. */
export interface ExportedLine extends OrderKind {
  /** The id of the order. */
  id: string
  place: string
  number: number
  created_at: Date
  status: OrderStatus
  shipping_country: string
  identifier: string
  name: string
  sku: string | null
  attributes: Record<string, string>
  quantity: number
  unit_cents: number
  discount_cents: number
  tax_cents: number | null
  /** The amount that supplementary orders, unless cancelled, bill for this variant. */
  billed_cents: number
  /** The amount that they bill for the whole order and its fees. */
  supplement_cents: number
  billed_fee_cents: number
  /** The order's delivery fee and gift wrapping, with tax that is added to them. */
  fee_cents: number
  prices_include_tax: boolean | null
}

/** The lines of the next orders. */
export async function nextOrderLines(db: Queryable, page: ExportPage): Promise<ExportedLine[]> {
  const { rows } = await sql<ExportedLine>`
    with next as materialized (
      select o.id, o.created_at::text as place, o.number, o.created_at, o.status, o.shipping_country, o.supplement_cents, o.prices_include_tax,
        o.shipping_cents + o.wrap_cents
          + case when o.prices_include_tax is false then o.shipping_tax_cents + o.wrap_tax_cents else 0 end as fee_cents,
        ${orderKind}
      from orders o
      where o.created_at >= ${page.from} and o.created_at <= ${page.until} ${after(page)}
      order by o.created_at, o.id limit ${page.limit}
    ), supplement as materialized (
      select s.id, s.supplement_of, s.shipping_cents from next join orders s on s.supplement_of = next.id
      where next.supplement_cents > 0 and s.status <> 'CANCELLED'
    )
    select o.*, l.identifier, l.name, v.sku, l.attributes, l.quantity, l.unit_cents, l.discount_cents, l.tax_cents,
      coalesce((select sum(s.shipping_cents) from supplement s where s.supplement_of = o.id), 0)::integer as billed_fee_cents,
      coalesce((select sum(b.unit_cents * b.quantity) from supplement s join order_line b on b.order_id = s.id
        where s.supplement_of = o.id and b.variant_id = l.variant_id), 0)::integer as billed_cents
    from next o join order_line l on l.order_id = o.id join variant v on v.id = l.variant_id
    order by o.created_at, o.id, l.position`.execute(db)
  return rows
}

/** An invoice or credit note. */
export interface ExportedInvoice {
  id: string
  place: string
  kind: 'INVOICE' | 'CREDIT_NOTE'
  number: string
  issued_on: string
  order_number: number
  country: string
  buyer: string | null
  tax_number: string | null
  /** The parts of its lines and delivery, in cents. */
  parts: { taxBp: number | null; grossCents: number; taxCents: number }[]
}

export async function nextInvoices(db: Queryable, page: ExportPage): Promise<ExportedInvoice[]> {
  const { rows } = await sql<ExportedInvoice>`
    select i.id, i.issued_at::text as place, i.kind, i.series || lpad(i.number::text, 6, '0') as number,
      i.content ->> 'issuedOn' as issued_on, o.number as order_number, i.country,
      coalesce(i.content #>> '{buyer,company}', i.content #>> '{buyer,name}') as buyer,
      i.content #>> '{buyer,taxNumber}' as tax_number, i.content -> 'parts' as parts
    from invoice i join orders o on o.id = i.order_id
    where i.issued_at >= ${page.from} and i.issued_at <= ${page.until}
      ${page.after ? sql`and (i.issued_at, i.id) > (${page.after.at}::timestamptz, ${page.after.id}::uuid)` : sql``}
    order by i.issued_at, i.id limit ${page.limit}`.execute(db)
  return rows
}

/** A term that was searched for without results. */
export interface ExportedTerm {
  term: string
  times: number
  /** The last day of the period. */
  last_day: string
  is_dismissed: boolean
}

/** The terms of a period of days, the most frequent first: at most some 180,000, all at once. */
export async function listNoResultTerms(
  db: Queryable,
  { from, until }: { from: string; until: string },
): Promise<ExportedTerm[]> {
  const { rows } = await sql<ExportedTerm>`
    select term, sum(times) as times, max(day)::text as last_day,
      exists (select from no_result_dismissal d where d.term = s.term) as is_dismissed
    from no_result_search s where day between ${from}::date and ${until}::date
    group by term order by times desc, term`.execute(db)
  return rows
}

/** A shopper's account. */
export interface ExportedCustomer {
  id: string
  place: string
  email: string
  nick_name: string | null
  created_at: Date
  email_verified_at: Date | null
  blocked_at: Date | null
}

export async function nextCustomers(db: Queryable, page: ExportPage): Promise<ExportedCustomer[]> {
  const { rows } = await sql<ExportedCustomer>`
    select o.id, o.created_at::text as place, o.email, o.nick_name, o.created_at, o.email_verified_at, o.blocked_at from users o
    where o.role = 'USER' and o.deleted_at is null
      and o.created_at >= ${page.from} and o.created_at <= ${page.until} ${after(page)}
    order by o.created_at, o.id limit ${page.limit}`.execute(db)
  return rows
}
