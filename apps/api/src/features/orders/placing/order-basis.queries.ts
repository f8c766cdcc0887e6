import type { Picture } from '@solvane/contract/catalog'
import type { TaxClass } from '@solvane/contract/tax'
import type { Database } from '../../../platform/database/database.ts'
import { hashToken } from '../../auth/secrets.ts'
import type { TaxRule } from '../../taxes/order-tax.ts'
import { type ShopperTrust, trustColumns } from './place-order.queries.ts'

/** The current data of a variant, with its price at an instant. */
export interface OrderableVariantRow {
  variant_id: string
  product_id: string
  identifier: string
  name: string
  attributes: Record<string, string>
  picture: Picture | null
  tax_class: TaxClass
  /** Its own weight, else the product's; 0 if neither is known. */
  weight_grams: number
  price_cents: number
  current_cents: number
  /** False if it is withdrawn; a sold-out one is for sale. */
  is_for_sale: boolean
  stock: number
  /** Reserved for this shopper by the waiting list, or by the selection that is ordered, besides the stock. */
  offered: number
}

/** The address of an order. */
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

/** The current data that an order is made of. */
export interface OrderBasis extends ShopperTrust {
  email: string
  /** Null when none of the variants exists. */
  variants: OrderableVariantRow[] | null
  /** Null if the shopper has no such address. */
  address: AddressRow | null
  /** The rule of its country; null if there is none. */
  tax_rule: TaxRule | null
  /** The stored documents that amounts and days of arrival depend on, by key. */
  documents: Record<'delivery' | 'gifts' | 'settings', unknown>
  /** The earlier request with this idempotency key; the hash in hexadecimal. */
  request: { order_id: string; body_hash: string } | null
}

// The parameters are read through `given`: a plan that depends on none of their values is made once
// per connection. Otherwise PostgreSQL plans again for each value, which takes longer than reading.
const basisStatement = `
  with given as materialized (
    select $1::uuid as user_id, $2::uuid[] as variants, $3::uuid as address, $4::text as key,
      $5::timestamptz as at, $6::bytea as selection
  )
  select u.email, ${trustColumns},
    (select json_agg(wanted) from (
      select v.id as variant_id, v.product_id, p.identifier, p.name, v.attributes,
        coalesce(v.pictures -> 0, p.pictures -> 0) as picture, p.tax_class,
        coalesce(v.weight_grams, p.weight_grams, 0) as weight_grams,
        list_price_cents(v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, v.prior_price_cents, given.at) as price_cents,
        current_price_cents(v.price_cents, v.sale_price_cents, v.sale_starts_at, v.sale_ends_at, given.at) as current_cents,
        v.is_enabled and v.deleted_at is null
          and is_published(p.deleted_at, p.published_at, p.withdraws_at, given.at) as is_for_sale, v.stock,
        (select count(*) from waiting_list_entry e where e.variant_id = v.id and e.state = 'OFFERED'
          and (e.user_id = u.id or e.user_id is null and u.email_verified_at is not null and lower(e.email) = lower(u.email))
          and (e.offer_ends_at is null or e.offer_ends_at > given.at))
        + (select coalesce(sum(l.quantity), 0) from adviser_selection s join adviser_selection_line l on l.selection_id = s.id
          where s.token_hash = given.selection and s.state = 'OPEN' and s.ends_at > given.at and l.variant_id = v.id) as offered
      from variant v join product p on p.id = v.product_id
      where v.id = any (given.variants)) wanted) as variants,
    (select row_to_json(found) from (
      select a.full_name, a.phone_number, a.street_address, a.address_line2, a.city, a.state, a.postal_code, a.country
      from address a where a.id = given.address and a.user_id = u.id) found) as address,
    (select row_to_json(rule) from (
      select t.id, t.mode, t.standard_bp, t.reduced_bp, t.delivery_class, t.duties
      from address a join tax_rule t on t.country = a.country
      where a.id = given.address and a.user_id = u.id
        and t.valid_from <= (given.at at time zone (select c.value ->> 'timeZone' from content c where c.key = 'settings'))::date
      order by t.valid_from desc, t.created_at desc limit 1) rule) as tax_rule,
    (select json_object_agg(c.key, c.value) from content c where c.key in ('delivery', 'gifts', 'settings')) as documents,
    (select row_to_json(made) from (
      select r.order_id, encode(r.body_hash, 'hex') as body_hash
      from order_request r where r.user_id = u.id and r.key = given.key) made) as request
  from given join users u on u.id = given.user_id and u.deleted_at is null`

/**
 * Reads everything that an order is made of, in one round trip; undefined if the account is closed.
 */
export async function readOrderBasis(
  db: Database,
  wanted: {
    userId: string
    variantIds: string[]
    addressId: string | null
    key: string | null
    /** The token of an adviser's selection. */
    selection?: string | null
    at: Date
  },
): Promise<OrderBasis | undefined> {
  const { userId, variantIds, addressId, key, selection, at } = wanted
  const [row] = await db.prepared<OrderBasis>('order_basis', basisStatement, [
    userId,
    variantIds,
    addressId,
    key,
    at,
    selection ? hashToken(selection) : null,
  ])
  return row
}
