import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../../platform/database/database.ts'
import type { Tax, TaxRule } from '../../taxes/order-tax.ts'
import type { CorrectableFields } from '../order-updates.queries.ts'
import type { OrderLineRow, OrderRow } from '../orders.queries.ts'
import type { taxColumns } from '../placing/new-order.ts'

/** The lines and sums of an order, as a change found them or left them; amounts in cents. */
export interface StoredSide {
  items: {
    variantId: string
    name: string
    attributes: Record<string, string>
    quantity: number
    unitCents: number
  }[]
  itemsCents: number
  shippingCents: number
  discountCents: number
  /** With what supplementary orders bill. */
  totalCents: number
  /** Missing in changes from before there was tax; null where nothing is taxed. */
  tax?: { isIncluded: boolean; taxes: Tax[] } | null
}

/** A change of an order by staff. */
export interface OrderEditRow {
  id: string
  order_id: string
  before: StoredSide
  after: StoredSide
  supplement_id: string | null
  refund_cents: number
  actor_id: string
  at: Date
}

export async function insertEdit(tx: Queryable, edit: OrderEditRow): Promise<void> {
  const { before, after, ...rest } = edit
  const sides = { before: JSON.stringify(before), after: JSON.stringify(after) }
  await tx
    .insertInto('order_edit')
    .values({ ...rest, ...sides })
    .execute()
}

/** The changes of orders by staff, by order, each order's oldest first. */
export async function editsOfOrders(
  db: Queryable,
  orderIds: string[],
): Promise<Map<string, OrderEditRow[]>> {
  const edits = await db
    .selectFrom('order_edit')
    .selectAll()
    .where(sql<boolean>`order_id = any (${orderIds}::uuid[])`)
    .orderBy('at')
    .orderBy('id')
    .$castTo<OrderEditRow>()
    .execute()
  return Map.groupBy(edits, ({ order_id }) => order_id)
}

/** How an order is linked with a supplementary one: as its parent, or as the supplement itself. */
export interface LinkRow {
  /** The order that is asked about. */
  order_id: string
  id: string
  number: number
  status: OrderRow['status']
  total_cents: number
  shipping_cents: number
  shipping_tax_bp: number | null
  is_parent: boolean
}

/** The supplementary orders of orders, oldest first, and the orders that orders are supplements of. */
export async function linksOfOrders(
  db: Queryable,
  orderIds: string[],
): Promise<Map<string, LinkRow[]>> {
  const { rows } = await sql<LinkRow>`
    select s.supplement_of as order_id, s.id, s.number, s.status, s.total_cents, s.shipping_cents,
      s.shipping_tax_bp, false as is_parent
    from orders s where s.supplement_of = any (${orderIds}::uuid[])
    union all
    select s.id, p.id, p.number, p.status, p.total_cents, p.shipping_cents, p.shipping_tax_bp, true
    from orders s join orders p on p.id = s.supplement_of where s.id = any (${orderIds}::uuid[])
    order by number`.execute(db)
  return Map.groupBy(rows, ({ order_id }) => order_id)
}

/** Whether a supplementary order can still be paid. */
export function hasOpenSupplement(links: readonly LinkRow[]): boolean {
  return links.some(
    ({ is_parent, status }) => !is_parent && (status === 'PENDING' || status === 'UNPAID'),
  )
}

/**
 * The ids among these of orders with a supplementary order that keeps money, even if all that they
 * bill themselves was refunded.
 */
export async function whichKeepMore(
  db: Queryable,
  orders: readonly Pick<OrderRow, 'id' | 'supplement_cents'>[],
): Promise<Set<string>> {
  const changed = orders.filter(({ supplement_cents }) => supplement_cents > 0)
  if (changed.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o
    where o.id = any (${changed.map(({ id }) => id)}::uuid[]) and supplement_keeps_money(o)`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The ids of an order's supplementary orders, oldest first; with `lock` locked until the transaction ends. */
export async function supplementIds(
  db: Queryable,
  orderId: string,
  { lock = false } = {},
): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('supplement_of', '=', orderId)
    .orderBy('number')
    .$if(lock, (orders) => orders.forNoKeyUpdate())
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * The rule that taxes an order delivered to a country, at an instant: the order's own if it goes
 * there already, else the one that is valid there; null without one.
 */
export async function taxRuleFor(
  db: Queryable,
  order: Pick<OrderRow, 'shipping_country' | 'tax_rule_id'>,
  country: string,
  at: Date,
): Promise<TaxRule | null> {
  const isMoved = country !== order.shipping_country
  const { rows } = await sql<TaxRule>`
    select t.id, t.mode, t.standard_bp, t.reduced_bp, t.delivery_class, t.duties from tax_rule t
    where case when ${isMoved} then t.country = ${country}
        and t.valid_from <= (${at}::timestamptz at time zone (select c.value ->> 'timeZone' from content c where c.key = 'settings'))::date
      else t.id = ${order.tax_rule_id}::uuid end
    order by t.valid_from desc, t.created_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Whether a return of the order is under way: its lines must stay. */
export async function hasReturn(db: Queryable, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from return_request where order_id = ${orderId}
      and status not in ('DECLINED', 'CANCELLED', 'SENT_BACK') limit 1`.execute(db)
  return rows.length > 0
}

/** The columns of an order that a change of its lines writes. */
export type EditedFields = Pick<
  OrderRow,
  | 'version'
  | 'items_cents'
  | 'shipping_cents'
  | 'discount_cents'
  | 'total_cents'
  | 'supplement_cents'
  | keyof ReturnType<typeof taxColumns>
  | 'duties'
> &
  Partial<CorrectableFields> &
  Partial<Pick<OrderRow, 'delivery_method' | 'arrives_from' | 'arrives_until'>>

/** Writes the lines and sums of a changed order. */
export async function updateEdited(
  tx: Queryable,
  orderId: string,
  fields: EditedFields,
  lines: readonly OrderLineRow[],
): Promise<void> {
  await tx.updateTable('orders').set(fields).where('id', '=', orderId).execute()
  await tx.deleteFrom('order_line').where('order_id', '=', orderId).execute()
  await insertLines(tx, lines)
}

async function insertLines(tx: Queryable, lines: readonly OrderLineRow[]): Promise<void> {
  await sql`
    insert into order_line
    select line.* from jsonb_populate_recordset(null::order_line, ${JSON.stringify(lines)}::jsonb) line`.execute(
    tx,
  )
}

/** Inserts the PENDING order that bills the difference of a changed one. */
export async function insertSupplement(
  tx: Queryable,
  {
    id,
    of,
    actorId,
    lines,
    shippingCents,
    tax,
    at,
    holdEndsAt,
  }: {
    id: string
    of: string
    actorId: string
    lines: readonly OrderLineRow[]
    shippingCents: number
    tax: ReturnType<typeof taxColumns>
    at: Date
    holdEndsAt: Date
  },
): Promise<void> {
  const itemsCents = lines.reduce((sum, line) => sum + line.unit_cents * line.quantity, 0)
  await sql`
    insert into orders (id, user_id, email, status, items_cents, shipping_cents, discount_cents, total_cents,
      shipping_full_name, shipping_phone_number, shipping_street_address, shipping_address_line2, shipping_city,
      shipping_state, shipping_postal_code, shipping_country, created_at, held_since, hold_ends_at,
      draft_hash, supplement_of, tax_rule_id, prices_include_tax, tax_cents, shipping_tax_bp, shipping_tax_cents,
      buyer_company, buyer_tax_number)
    select ${id}, user_id, email, 'PENDING', ${itemsCents}, ${shippingCents}, 0, ${itemsCents + shippingCents},
      shipping_full_name, shipping_phone_number, shipping_street_address, shipping_address_line2, shipping_city,
      shipping_state, shipping_postal_code, shipping_country, ${at}, ${at}, ${holdEndsAt},
      uuid_send(${id}::uuid), id, ${tax.tax_rule_id}, ${tax.prices_include_tax}, ${tax.tax_cents},
      ${tax.shipping_tax_bp}, ${tax.shipping_tax_cents}, buyer_company, buyer_tax_number
    from orders where id = ${of}`.execute(tx)
  await insertLines(tx, lines)
  await sql`
    insert into order_transition (order_id, to_status, actor, actor_id, reason, at)
    values (${id}, 'PENDING', 'STAFF', ${actorId}, 'The difference of a changed order', ${at})`.execute(
    tx,
  )
}

/** The ids among these that `lackingSupplement` contains. */
export async function lacksSupplement(db: Queryable, orderIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from (${lackingSupplement}) o where id = any (${orderIds}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * The amounts that the last change of an order billed and that are no longer going to be paid, in
 * cents: for its lines by variant, and for its delivery.
 */
export async function unpaidParts(
  db: Queryable,
  orderId: string,
): Promise<{ lines: Map<string, number>; deliveryCents: number }> {
  const { rows } = await sql<{ variant_id: string; cents: number; shipping_cents: number }>`
    select l.variant_id, l.unit_cents * l.quantity as cents, s.shipping_cents
    from orders s join order_line l on l.order_id = s.id
    where s.status = 'CANCELLED' and s.id = (${lastSupplementOf(sql`${orderId}::uuid`)})`.execute(
    db,
  )
  return {
    lines: new Map(rows.map(({ variant_id, cents }) => [variant_id, cents])),
    deliveryCents: rows[0]?.shipping_cents ?? 0,
  }
}

/** The supplementary order of an order's last change, if that has one. */
const lastSupplementOf = (orderId: RawBuilder<unknown>) => sql`
  select e.supplement_id from order_edit e where e.order_id = ${orderId} order by e.at desc, e.id desc limit 1`

/**
 * Orders, not dispatched yet, whose last change billed an amount that is neither paid nor can be
 * paid in time: their supplementary order expired or was cancelled. With the amount in cents, and
 * its start.
 */
export const lackingSupplement = sql`
  select o.id, o.number, s.total_cents as cents, s.created_at as since
  from orders s join orders o on o.id = s.supplement_of
  where s.status in ('UNPAID', 'CANCELLED') and o.status = 'PROCESSING' and s.id = (${lastSupplementOf(sql`o.id`)})`
