import type { Picture } from '@solvane/contract/catalog'
import type { Order, OrderStatus } from '@solvane/contract/orders'
import type { Queryable } from '../../platform/database/database.ts'
import { unpaidParts } from './edits/order-edits.queries.ts'
import { toAddress } from './order-shape.ts'
import { findOrder, linesOfOrders, lockOrder, type OrderRow } from './orders.queries.ts'
import { parcelsOfOrders } from './parcels.queries.ts'
import { findOrderIdByEmail, readDeliveredAt } from './returned-orders.queries.ts'

export type { Recipient } from './returned-orders.queries.ts'

/** An order as returns see it. Amounts are cents. */
export interface ReturnedOrder {
  id: string
  number: number
  userId: string
  /** Null, like the name, once the account is closed. */
  email: string | null
  name: string | null
  status: OrderStatus
  country: string
  address: Order['address']
  shippingCents: number
  deliveredAt: Date | null
  /** Whether a parcel of it has left. */
  isSent: boolean
  /** The return that it is the exchange of. */
  exchangeOf: string | null
  lines: ReturnedOrderLine[]
}

/** A line of it, as it was when ordered. */
export interface ReturnedOrderLine {
  variantId: string
  productId: string
  identifier: string
  name: string
  attributes: Record<string, string>
  picture: Picture | null
  quantity: number
  /**
   * The amount paid for all units: less their share of the discount and of what a change billed and
   * nobody paid, with tax that was added.
   */
  paidCents: number
}

const sent: readonly OrderStatus[] = ['SHIPPED', 'DELIVERED', 'COMPLETED']

/**
 * An order; with `lock` locked until the transaction ends. Undefined if there is none, or it is not
 * this user's, or sends an exchange to someone else.
 */
export async function findReturnedOrder(
  db: Queryable,
  orderId: string,
  { userId, lock = false }: { userId?: string; lock?: boolean } = {},
): Promise<ReturnedOrder | undefined> {
  const row = await (lock ? lockOrder(db, orderId) : findOrder(db, orderId))
  if (!row) return undefined
  if (userId !== undefined && (row.user_id !== userId || row.is_for_recipient)) return undefined
  const lines = await linesOfOrders(db, [row.id])
  const parcels = await parcelsOfOrders(db, [row.id])
  const unpaid = row.supplement_cents > 0 ? (await unpaidParts(db, row.id)).lines : new Map()
  return {
    ...toFacts(row),
    deliveredAt: await readDeliveredAt(db, row.id),
    isSent: sent.includes(row.status) || parcels.has(row.id),
    exchangeOf: row.exchange_of,
    lines: (lines.get(row.id) ?? []).map((line) => ({
      variantId: line.variant_id,
      productId: line.product_id,
      identifier: line.identifier,
      name: line.name,
      attributes: line.attributes,
      picture: line.picture,
      quantity: line.quantity,
      paidCents: Math.max(
        0,
        line.unit_cents * line.quantity -
          line.discount_cents +
          (row.prices_include_tax === false ? (line.tax_cents ?? 0) : 0) -
          (unpaid.get(line.variant_id) ?? 0),
      ),
    })),
  }
}

function toFacts(row: OrderRow) {
  return {
    id: row.id,
    number: row.number,
    userId: row.user_id,
    email: row.email,
    name: row.shipping_full_name,
    status: row.status,
    country: row.shipping_country,
    address: toAddress(row),
    shippingCents: row.shipping_cents,
  }
}

/** The id of the order with this number, if this is its e-mail address. */
export function orderWithEmail(
  db: Queryable,
  wanted: { number: number; email: string },
): Promise<string | undefined> {
  return findOrderIdByEmail(db, wanted)
}
