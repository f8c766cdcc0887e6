import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** The name and address of a gift's recipient who has requested an exchange. */
export interface Recipient {
  email: string
  full_name: string
  phone_number: string
  street_address: string
  address_line2: string | null
  city: string
  state: string | null
  postal_code: string | null
  country: string
}

/** The first time that an order was delivered. */
export async function readDeliveredAt(db: Queryable, orderId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from order_transition
    where order_id = ${orderId} and to_status = 'DELIVERED'`.execute(db)
  return rows[0]?.at ?? null
}

/**
 * The order with this number, if this is its e-mail address; not one that sends an exchange to the
 * recipient of a gift, whose money is not theirs.
 */
export async function findOrderIdByEmail(
  db: Queryable,
  { number, email }: { number: number; email: string },
): Promise<string | undefined> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('number', '=', number)
    .where('is_for_recipient', '=', false)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst()
  return order?.id
}

/**
 * Inserts the PENDING order that sends what a return is exchanged for, like `from` but with these
 * units, at no charge; to `recipient` if there is one.
 */
export async function insertExchangeOrder(
  tx: Queryable,
  {
    id,
    from,
    returnId,
    actorId,
    items,
    recipient,
    at,
  }: {
    id: string
    from: string
    returnId: string
    actorId: string
    items: { variantId: string; quantity: number }[]
    recipient: Recipient | null
    at: Date
  },
): Promise<void> {
  await sql`
    insert into orders (id, user_id, email, status, items_cents, shipping_cents, discount_cents, total_cents,
      shipping_full_name, shipping_phone_number, shipping_street_address, shipping_address_line2, shipping_city,
      shipping_state, shipping_postal_code, shipping_country, delivery_method, created_at, held_since, hold_ends_at,
      draft_hash, exchange_of)
    select ${id}, user_id, email, 'PENDING', 0, 0, 0, 0,
      shipping_full_name, shipping_phone_number, shipping_street_address, shipping_address_line2, shipping_city,
      shipping_state, shipping_postal_code, shipping_country, delivery_method, ${at}, ${at}, ${at},
      uuid_send(${id}::uuid), ${returnId}
    from orders where id = ${from}`.execute(tx)
  if (recipient) {
    const address = {
      shipping_full_name: recipient.full_name,
      shipping_phone_number: recipient.phone_number,
      shipping_street_address: recipient.street_address,
      shipping_address_line2: recipient.address_line2,
      shipping_city: recipient.city,
      shipping_state: recipient.state,
      shipping_postal_code: recipient.postal_code,
      shipping_country: recipient.country,
    }
    await tx
      .updateTable('orders')
      .set({ email: recipient.email, ...address, is_for_recipient: true })
      .where('id', '=', id)
      .execute()
  }
  await sql`
    insert into order_line (order_id, position, variant_id, product_id, identifier, name, attributes, picture,
      unit_cents, quantity, discount_cents)
    select ${id}, row_number() over (order by p.name, v.position, v.id) - 1, v.id, p.id, p.identifier, p.name,
      v.attributes, coalesce(v.pictures -> 0, p.pictures -> 0), 0, w.quantity, 0
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as w ("variantId" uuid, quantity integer)
    join variant v on v.id = w."variantId" join product p on p.id = v.product_id`.execute(tx)
  await sql`
    insert into order_transition (order_id, to_status, actor, actor_id, reason, at)
    values (${id}, 'PENDING', 'STAFF', ${actorId}, 'Exchange', ${at})`.execute(tx)
}

/**
 * Cancels the open returns of a locked order that is being cancelled: withdrawals from before it
 * was sent. Written here because returns use orders.
 */
export async function cancelReturnsOf(
  tx: Queryable,
  {
    orderId,
    actor,
    actorId,
    at,
  }: { orderId: string; actor: 'SHOPPER' | 'STAFF' | 'SYSTEM'; actorId: string | null; at: Date },
): Promise<void> {
  await sql`
    with open as (
      select id, status from return_request
      where order_id = ${orderId} and status in ('REQUESTED', 'APPROVED', 'IN_TRANSIT')
      for update
    ), cancelled as (
      update return_request r set status = 'CANCELLED' from open where r.id = open.id
    )
    insert into return_transition (return_id, from_status, to_status, actor, actor_id, at)
    select id, status, 'CANCELLED', ${actor}, ${actorId}::uuid, ${at} from open`.execute(tx)
}

export async function insertGiftLink(
  db: Queryable,
  link: { code_hash: Buffer; order_id: string; created_at: Date },
): Promise<void> {
  await db.insertInto('gift_link').values(link).execute()
}

/** The id of the order that a link was printed for. */
export async function findGiftOrderId(
  db: Queryable,
  codeHash: Buffer,
): Promise<string | undefined> {
  const link = await db
    .selectFrom('gift_link')
    .select('order_id')
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return link?.order_id
}

/** The id of the order whose return is exchanged. */
export async function orderIdOfReturn(db: Queryable, returnId: string): Promise<string> {
  const { order_id } = await db
    .selectFrom('return_request')
    .select('order_id')
    .where('id', '=', returnId)
    .executeTakeFirstOrThrow()
  return order_id
}
