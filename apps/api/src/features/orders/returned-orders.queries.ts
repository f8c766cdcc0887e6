import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** The first time that an order was delivered. */
export async function readDeliveredAt(db: Queryable, orderId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from order_transition
    where order_id = ${orderId} and to_status = 'DELIVERED'`.execute(db)
  return rows[0]?.at ?? null
}

/** The order with this number, if this is its e-mail address. */
export async function findOrderIdByEmail(
  db: Queryable,
  { number, email }: { number: number; email: string },
): Promise<string | undefined> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('number', '=', number)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst()
  return order?.id
}

/**
 * Inserts the PENDING order that sends what a return is exchanged for, like `from` but with these
 * units, at no charge; returns its number.
 */
export async function insertExchangeOrder(
  tx: Queryable,
  {
    id,
    from,
    returnId,
    actorId,
    items,
    at,
  }: {
    id: string
    from: string
    returnId: string
    actorId: string
    items: { variantId: string; quantity: number }[]
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
} // biome-ignore format: one column list
