import { restockingFee, toReturnNumber } from '@solvane/contract/returns'
import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'
import { deliveryPart, type InvoicePart, wrappingPart } from './invoice-parts.ts'

/** The seller, as documents name it. */
interface Seller {
  name: string
  /** In lines. */
  address: string
  taxNumber: string
  registration: string
}

/** The buyer. Fields are null, like the lines of the address, once the account is closed. */
export interface InvoiceBuyer {
  name: string | null
  company: string | null
  taxNumber: string | null
  /** In lines, without the country. */
  address: string[]
}

/** A return that a credit note is for. */
interface CreditedReturn {
  /** `RE10001` */
  number: string
  /** The price paid for the goods that came back. */
  goodsCents: number
  /** The restocking fee that was deducted from it. */
  feeCents: number
}

/** The content of a document besides its number and day. */
export interface InvoiceContent {
  /** How the file is laid out; missing on older documents, whose files stay as they were. */
  layout?: 2
  seller: Seller
  buyer: InvoiceBuyer
  orderNumber: string
  /** The number of the changed order whose difference this order bills. */
  supplementOf?: string
  /** Days in the shop's time zone: `2026-03-01`. */
  orderedOn: string
  issuedOn: string
  /** Null where nothing is taxed. */
  pricesIncludeTax: boolean | null
  duties: 'DELIVERED_PAID' | 'CARRIER' | null
  parts: InvoicePart[]
  /** On a credit note: the number of the invoice, and the reason for the credit. */
  credits?: { number: string; reason: string; ofReturn?: CreditedReturn }
}

/** A document as stored. */
export interface InvoiceRow {
  id: string
  kind: 'INVOICE' | 'CREDIT_NOTE'
  series: string
  number: number
  order_id: string
  refund_id: string | null
  reverses: string | null
  issued_at: Date
  country: string
  gross_cents: number
  tax_cents: number
  content: InvoiceContent
}

/** The number as people see it: `INV-2026-000123`. */
export function toInvoiceNumber({ series, number }: Pick<InvoiceRow, 'series' | 'number'>): string {
  return series + String(number).padStart(6, '0')
}

/**
 * The next number of a series. Other transactions that want one wait until this one has ended; if it
 * is rolled back they get the same.
 */
export async function takeNumber(tx: Queryable, series: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into invoice_series as s (prefix, last) values (${series}, 1)
    on conflict (prefix) do update set last = s.last + 1 returning last`.execute(tx)
  const [taken] = rows
  if (!taken) throw new Error(`The series ${series} gave no number`)
  return taken.last
}

export async function insertInvoice(tx: Queryable, invoice: InvoiceRow): Promise<void> {
  const { content, ...row } = invoice
  await tx
    .insertInto('invoice')
    .values({ ...row, content: JSON.stringify(content) })
    .execute()
}

const documentColumns = [
  'id',
  'kind',
  'series',
  'number',
  'order_id',
  'refund_id',
  'reverses',
  'issued_at',
  'country',
  'gross_cents',
  'tax_cents',
] as const satisfies (keyof InvoiceRow)[]

const invoices = (db: Queryable) => db.selectFrom('invoice').selectAll().$castTo<InvoiceRow>()

/** The documents of an order, the invoice first. */
export function invoicesOf(db: Queryable, orderId: string): Promise<InvoiceRow[]> {
  return invoices(db)
    .where('order_id', '=', orderId)
    .orderBy(sql`kind = 'CREDIT_NOTE'`)
    .orderBy('issued_at')
    .orderBy('number')
    .execute()
}

/** A document without its content. */
export type DocumentRow = Omit<InvoiceRow, 'content'>

/** The documents of orders by order id, the invoice first. */
export async function documentsOf(
  db: Queryable,
  orderIds: string[],
): Promise<Map<string, DocumentRow[]>> {
  const rows = await db
    .selectFrom('invoice')
    .select(documentColumns)
    .where(sql<boolean>`order_id = any (${orderIds}::uuid[])`)
    .orderBy(sql`kind = 'CREDIT_NOTE'`)
    .orderBy('issued_at')
    .orderBy('number')
    .$castTo<DocumentRow>()
    .execute()
  return Map.groupBy(rows, ({ order_id }) => order_id)
}

/** A document; with `owner` only of that shopper's order. */
export function findInvoice(
  db: Queryable,
  id: string,
  owner?: { userId: string; orderId: string },
): Promise<InvoiceRow | undefined> {
  return invoices(db)
    .where('id', '=', id)
    .$if(owner !== undefined, (found) =>
      found.where('order_id', '=', owner?.orderId ?? '').where('order_id', 'in', (orders) =>
        orders
          .selectFrom('orders')
          .select('id')
          .where('user_id', '=', owner?.userId ?? ''),
      ),
    )
    .executeTakeFirst()
}

/** A part of an invoice that a return refunded, in cents; fees have no quantity. */
interface ReturnedPart {
  key: string
  cents: number
  quantity: number | null
}

/**
 * A return, how much of which part of an invoice it refunded, and the first of the orders that did. Goods
 * that came with an exchange count as the line that was paid for.
 * Read here because returns use orders, and orders use invoices.
 */
export async function returnedParts(
  db: Queryable,
  returnId: string,
): Promise<{ ofReturn: CreditedReturn; parts: ReturnedPart[]; firstOrderId: string | null }> {
  const { rows: parts } = await sql<ReturnedPart>`
    (with recursive way as (
      select l.variant_id as returned, l.variant_id as paid, r.order_id, l.value_cents, l.quantity, 1 as step
      from return_line l join return_request r on r.id = l.return_id where r.id = ${returnId}
      union all
      select w.returned, e.variant_id, f.order_id, w.value_cents, w.quantity, w.step + 1
      from way w join orders o on o.id = w.order_id join return_request f on f.id = o.exchange_of
        join lateral (
          select variant_id from return_line where return_id = f.id and exchange_variant_id = w.paid
          order by variant_id limit 1) e on true
    ), origin as (select distinct on (returned) * from way order by returned, step desc)
    select paid::text as key, sum(value_cents)::integer as cents, sum(quantity)::integer as quantity
    from origin group by 1)
    union all
    select ${deliveryPart}::text, coalesce(r.delivery_cents, 0), null from return_request r where r.id = ${returnId}
    union all
    select ${wrappingPart}::text, r.wrap_cents, null from return_request r where r.id = ${returnId}`.execute(
    db,
  )
  const { rows } = await sql<{
    number: number
    goods: number
    fee_bp: number
    first_order_id: string | null
  }>`
    select r.number, coalesce(r.fee_bp, 0) as fee_bp,
      (select o.id from orders o join payment p on p.order_id = o.id join refund f on f.payment_id = p.id
        where (o.id = r.paid_order_id or o.supplement_of = r.paid_order_id) and f.key = 'return:' || r.id
        order by o.number limit 1) as first_order_id,
      (select coalesce(sum(value_cents), 0)::integer from return_line where return_id = r.id) as goods
    from return_request r where r.id = ${returnId}`.execute(db)
  const [found] = rows
  if (!found) throw new Error(`There is no return ${returnId}`)
  const { number, goods: goodsCents, fee_bp } = found
  const feeCents = restockingFee(goodsCents, fee_bp)
  return {
    ofReturn: { number: toReturnNumber(number), goodsCents, feeCents },
    parts,
    firstOrderId: found.first_order_id,
  }
}

/** Takes a shopper out of the documents of their orders, but for those of a business. */
export async function removeBuyers(tx: Queryable, userId: string): Promise<void> {
  await sql`
    update invoice set content = jsonb_set(content, '{buyer}',
      '{"name": null, "company": null, "taxNumber": null, "address": []}')
    where order_id in (select id from orders where user_id = ${userId})
      and content #>> '{buyer,taxNumber}' is null`.execute(tx)
}

/** The filter of the list; both ends of the period are included. */
interface InvoiceFilter {
  kind?: InvoiceRow['kind'] | undefined
  from?: Date | undefined
  until?: Date | undefined
  /** A part of the number of a document, or the number of an order. */
  text: string
  orderNumber?: number | undefined
}

const matching = ({ kind, from, until, text, orderNumber }: InvoiceFilter) => sql<boolean>`
  (${kind ?? null}::text is null or i.kind = ${kind ?? null})
  and (${from ?? null}::timestamptz is null or i.issued_at >= ${from ?? null})
  and (${until ?? null}::timestamptz is null or i.issued_at <= ${until ?? null})
  and (${text} = '' or o.number = ${orderNumber ?? null}
    or strpos(i.series || lpad(i.number::text, 6, '0'), upper(${text})) > 0)`

/** A document in the list, with the number of its order. */
type ListedInvoice = InvoiceRow & { order_number: number }

/** A page of the list, and how long it is in all. */
export async function listInvoiceRows(
  db: Queryable,
  filter: InvoiceFilter,
  { limit, offset, order }: { limit: number; offset: number; order: 'asc' | 'desc' },
): Promise<{ rows: ListedInvoice[]; total: number }> {
  const direction = sql.raw(order)
  const { rows } = await sql<ListedInvoice>`
    select i.*, o.number as order_number from invoice i join orders o on o.id = i.order_id
    where ${matching(filter)}
    order by i.issued_at ${direction}, i.id ${direction} limit ${limit} offset ${offset}`.execute(
    db,
  )
  const counted = await sql<{ total: number }>`
    select count(*) as total from invoice i join orders o on o.id = i.order_id
    where ${matching(filter)}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}
