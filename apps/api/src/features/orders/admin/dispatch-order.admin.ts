import { randomUUID } from 'node:crypto'
import type { Order } from '@solvane/contract/orders'
import type { Queryable } from '../../../platform/database/database.ts'
import { ShopError } from '../../../platform/errors/shop-error.ts'
import { hasOpenSupplement, linksOfOrders } from '../edits/order-edits.queries.ts'
import { invoiceOrder } from '../invoice-order.ts'
import { queueOrderEmail } from '../notices/order-emails.ts'
import { linesOfOrders, type OrderRow } from '../orders.queries.ts'
import {
  insertParcel,
  type ParcelItem,
  type ParcelRow,
  parcelsOfOrders,
} from '../parcels.queries.ts'
import { leftAfter, unsentItems } from '../parcels.ts'
import { foldItems } from '../placing/price-order.ts'
import { publishOrderChanged } from '../publish-changes.ts'
import { getOrder } from '../read-orders.ts'
import {
  type ChangeContext,
  changeOrder,
  checkMove,
  checkVersion,
  type Decision,
} from '../states/change-order.ts'
import { refundedOrders, withdrawalsOf } from './orders-to-review.admin.queries.ts'

/** The carrier and tracking number of a parcel. */
interface Shipment {
  orderId: string
  carrier: string
  trackingNumber: string
  trackingUrl?: string | null | undefined
  /** The version of the order that staff have seen; without, it is not checked. */
  version?: number | undefined
}

/**
 * Hands a paid order, or the unsent rest of it, to the carrier. Throws `ORDER_NOT_FOUND`,
 * `ORDER_STATE`, `STALE_EDIT`, and the errors of `blocksOfSending`.
 */
export async function shipOrder(
  ctx: ChangeContext,
  adminId: string,
  shipment: Shipment,
): Promise<Order> {
  await changeOrder(ctx, shipment.orderId, async (tx, order) => {
    checkVersion(order, shipment.version)
    await rejectBlocked(tx, order)
    return dispatched(adminId, shipment)
  })
  return getOrder(ctx, shipment.orderId)
}

/**
 * Sends a part of an order that is ready to ship, and e-mails the shopper; with the last items the
 * order is shipped. A repeated request sends no second parcel. Throws `ORDER_NOT_FOUND`,
 * `ORDER_STATE`, `STALE_EDIT`, the errors of `blocksOfSending`, and `PARCEL_ITEMS` for more items
 * than are left.
 */
export async function sendParcel(
  ctx: ChangeContext,
  adminId: string,
  { items, ...shipment }: Shipment & { items: ParcelItem[] },
): Promise<Order> {
  const { orderId, carrier, trackingNumber, trackingUrl } = shipment
  // Ids are case-insensitive; lines of the same variant are added up.
  const wanted = foldItems(items)
  const isWhole = await changeOrder(ctx, orderId, async (tx, order) => {
    checkMove(order.status, 'SHIPPED')
    await rejectBlocked(tx, order)
    const lines = (await linesOfOrders(tx, [orderId])).get(orderId) ?? []
    const earlier = (await parcelsOfOrders(tx, [orderId])).get(orderId) ?? []
    if (earlier.some((parcel) => isSameParcel(parcel, shipment, wanted))) return null
    checkVersion(order, shipment.version)
    const left = leftAfter(unsentItems(lines, earlier), wanted)
    if (!left) throw new ShopError('PARCEL_ITEMS')
    if (left.length === 0) return dispatched(adminId, shipment)
    const parcel = {
      id: randomUUID(),
      order_id: orderId,
      carrier,
      number: trackingNumber,
      url: trackingUrl ?? null,
      items: wanted,
      sent_at: ctx.clock.now(),
    }
    await insertParcel(tx, parcel)
    await invoiceOrder(ctx, tx, order, lines)
    await queueOrderEmail(ctx, tx, order, lines, { kind: 'parcel-sent', parcel })
    return null
  })
  if (!isWhole) publishOrderChanged(ctx, orderId)
  return getOrder(ctx, orderId)
}

/** Whether a parcel has this number of this carrier, and these items. */
function isSameParcel(
  { carrier, number, items }: ParcelRow,
  shipment: Shipment,
  wanted: readonly ParcelItem[],
): boolean {
  return (
    carrier === shipment.carrier &&
    number === shipment.trackingNumber &&
    items.length === wanted.length &&
    wanted.every(({ variantId, quantity }) =>
      items.some((item) => item.variantId === variantId && item.quantity === quantity),
    )
  )
}

/** Why nothing of an order is sent although it is ready to ship. */
export type SendingBlock = 'ORDER_WITHDRAWN' | 'ORDER_SUPPLEMENT_OPEN' | 'ORDER_REFUNDED'

/**
 * The orders of which nothing is sent for now, by their ids: once its shopper has withdrawn, unless that was
 * declined or cancelled; while the difference of a change can still be paid; and once all money was paid back, unless
 * something was sent already, since such an order cannot be cancelled.
 */
export async function blocksOfSending(
  db: Queryable,
  orderIds: string[],
): Promise<Map<string, SendingBlock>> {
  const [withdrawals, links, refunded, parcels] = await Promise.all([
    withdrawalsOf(db, orderIds),
    linksOfOrders(db, orderIds),
    refundedOrders(db, orderIds),
    parcelsOfOrders(db, orderIds),
  ])
  return new Map(
    orderIds.flatMap((id): [string, SendingBlock][] => {
      if (withdrawals.has(id)) return [[id, 'ORDER_WITHDRAWN']]
      if (hasOpenSupplement(links.get(id) ?? [])) return [[id, 'ORDER_SUPPLEMENT_OPEN']]
      return refunded.has(id) && !parcels.has(id) ? [[id, 'ORDER_REFUNDED']] : []
    }),
  )
}

/** Throws the error of `blocksOfSending` that a locked order has. */
async function rejectBlocked(tx: Queryable, { id }: OrderRow): Promise<void> {
  const block = (await blocksOfSending(tx, [id])).get(id)
  if (block) throw new ShopError(block)
}

function dispatched(adminId: string, shipment: Shipment): Decision {
  return {
    to: 'SHIPPED',
    actor: 'STAFF',
    actorId: adminId,
    reason: 'Dispatched',
    tracking: {
      tracking_carrier: shipment.carrier,
      tracking_number: shipment.trackingNumber,
      tracking_url: shipment.trackingUrl ?? null,
    },
    news: { kind: 'shipped' },
    isInvoiced: true,
  }
}

/** Marks an order as delivered. Throws `ORDER_NOT_FOUND`, `ORDER_STATE`. */
export async function deliverOrder(
  ctx: ChangeContext,
  adminId: string,
  orderId: string,
): Promise<Order> {
  await changeOrder(ctx, orderId, async () => ({
    to: 'DELIVERED',
    actor: 'STAFF',
    actorId: adminId,
    reason: 'Delivered',
    news: { kind: 'delivered' },
  }))
  return getOrder(ctx, orderId)
}

/** Ends an order before the days for a return are over. Throws `ORDER_NOT_FOUND`, `ORDER_STATE`. */
export async function completeOrder(
  ctx: ChangeContext,
  adminId: string,
  orderId: string,
): Promise<Order> {
  await changeOrder(ctx, orderId, async (_tx, order) => {
    // A supplementary order is complete once it is paid, and only then.
    checkMove(order.status, 'COMPLETED')
    return { to: 'COMPLETED', actor: 'STAFF', actorId: adminId, reason: 'Completed by staff' }
  })
  return getOrder(ctx, orderId)
}
