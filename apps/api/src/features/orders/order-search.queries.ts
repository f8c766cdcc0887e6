import { sql } from 'kysely'
import type { Queryable } from '../../platform/database/database.ts'

/** The columns of an order `o` that staff search orders by; a phone number also without its spaces. */
export const searchedColumns = `o.email, o.shipping_full_name, o.shipping_phone_number,
  regexp_replace(o.shipping_phone_number, '\\D', '', 'g'), o.shipping_street_address, o.shipping_address_line2,
  o.shipping_city, o.shipping_state, o.shipping_postal_code, o.remark`

/**
 * Writes what staff search orders by, after a change of it; also what it was before corrections. A new
 * order comes with it.
 */
export async function refreshOrderSearch(
  tx: Queryable,
  which: { orderId: string } | { userId: string },
): Promise<void> {
  await sql`
    insert into order_search (order_id, text)
    select o.id, lower(concat_ws(' ', ${sql.raw(searchedColumns)}, o.tracking_number, (
      select string_agg(concat_ws(' ', c.before ->> 'email', c.before ->> 'fullName', c.before ->> 'number'), ' ' order by c.id)
      from order_correction c where c.order_id = o.id), (
      select string_agg(p.number, ' ' order by p.sent_at, p.id) from parcel p where p.order_id = o.id), (
      select string_agg(concat_ws(' ', l.name, l.identifier, v.sku), ' ' order by l.position)
      from order_line l join variant v on v.id = l.variant_id where l.order_id = o.id), (
      select string_agg(n.text, ' ' order by n.at, n.id)
      from order_note n where n.order_id = o.id and o.email is not null)))
    from orders o
    where ${'orderId' in which ? sql`o.id = ${which.orderId}` : sql`o.user_id = ${which.userId}`}
    on conflict (order_id) do update set text = excluded.text`.execute(tx)
}
