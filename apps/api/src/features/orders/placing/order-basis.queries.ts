import type { Picture } from '@solvane/contract/catalog'
import type { Database } from '../../../platform/database/database.ts'

/** A variant as it is now, priced at an instant. */
export interface PieceRow {
  variant_id: string
  product_id: string
  identifier: string
  name: string
  attributes: Record<string, string>
  picture: Picture | null
  price_cents: number
  current_cents: number
  /** False when it is withdrawn; sold out it is still for sale. */
  is_for_sale: boolean
  stock: number
}

/** Where an order goes. */
export interface AddressRow {
  full_name: string
  phone_number: string
  street_address: string
  address_line2: string | null
  city: string
  state: string | null
  postal_code: string | null
  country: string
}

/** All that an order is made of, as it is now. */
export interface OrderBasis {
  email: string
  /** What speaks for the shopper. */
  is_email_confirmed: boolean
  has_completed_order: boolean
  are_limits_lifted: boolean
  /** Null when none of the variants exists. */
  pieces: PieceRow[] | null
  /** Null when the shopper has no such address. */
  address: AddressRow | null
  /** What was made with this idempotency key before; the hash in hexadecimal. */
  request: { order_id: string; body_hash: string } | null
}

const text = `
  select u.email, u.email_verified_at is not null as is_email_confirmed,
    u.order_limits_lifted_at is not null as are_limits_lifted,
    exists (select from orders o where o.user_id = u.id and o.status = 'COMPLETED') as has_completed_order,
    (select json_agg(piece) from (
      select v.id as variant_id, v.product_id, p.identifier, p.name, v.attributes,
        coalesce(v.pictures -> 0, p.pictures -> 0) as picture, v.price_cents,
        current_price_cents(v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, $5) as current_cents,
        v.is_enabled and v.deleted_at is null and p.deleted_at is null as is_for_sale, v.stock
      from variant v join product p on p.id = v.product_id
      where v.id = any ($2)) piece) as pieces,
    (select row_to_json(found) from (
      select a.full_name, a.phone_number, a.street_address, a.address_line2, a.city, a.state, a.postal_code, a.country
      from address a where a.id = $3 and a.user_id = $1) found) as address,
    (select row_to_json(made) from (
      select r.order_id, encode(r.body_hash, 'hex') as body_hash
      from order_request r where r.user_id = $1 and r.key = $4) made) as request
  from users u where u.id = $1 and u.deleted_at is null`

/** Reads everything that an order is made of, in one journey; undefined when the account is closed. */
export async function readOrderBasis(
  db: Database,
  wanted: {
    userId: string
    variantIds: string[]
    addressId: string | null
    key: string | null
    at: Date
  },
): Promise<OrderBasis | undefined> {
  const { userId, variantIds, addressId, key, at } = wanted
  const [row] = await db.prepared<OrderBasis>('order_basis', text, [
    userId,
    variantIds,
    addressId,
    key,
    at,
  ])
  return row
}
