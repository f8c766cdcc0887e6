import type { Order } from '@solvane/contract/orders'
import type { OrderLineRow, OrderRow } from './orders.queries.ts'
import type { ParcelItem, ParcelRow } from './parcels.queries.ts'

/** The lines and quantities not yet in a parcel, in the order of the lines. */
export function unsentItems(
  lines: readonly Pick<OrderLineRow, 'variant_id' | 'quantity'>[],
  parcels: readonly Pick<ParcelRow, 'items'>[],
): ParcelItem[] {
  const sent = new Map<string, number>()
  for (const { variantId, quantity } of parcels.flatMap(({ items }) => items))
    sent.set(variantId, (sent.get(variantId) ?? 0) + quantity)
  return lines
    .map(({ variant_id: variantId, quantity }) => ({
      variantId,
      quantity: quantity - (sent.get(variantId) ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0)
}

/**
 * The unsent items after `wanted` is sent too; undefined if `wanted` is empty or exceeds what is
 * left.
 */
export function leftAfter(
  unsent: readonly ParcelItem[],
  wanted: readonly ParcelItem[],
): ParcelItem[] | undefined {
  const known = new Map(unsent.map(({ variantId, quantity }) => [variantId, quantity]))
  for (const { variantId, quantity } of wanted) {
    const left = (known.get(variantId) ?? 0) - quantity
    if (left < 0) return undefined
    known.set(variantId, left)
  }
  if (wanted.length === 0) return undefined
  return [...known]
    .map(([variantId, quantity]) => ({ variantId, quantity }))
    .filter(({ quantity }) => quantity > 0)
}

/**
 * The parcels of an order as the contract describes them, the first first. The one that completed
 * the order is stored with the order, and has no id.
 */
export function toParcels(
  order: OrderRow,
  lines: readonly OrderLineRow[],
  parcels: readonly ParcelRow[],
  shippedAt: Date | undefined,
): Order['parcels'] {
  const { tracking_carrier: carrier, tracking_number: number, tracking_url: url } = order
  const earlier = parcels.map(({ id, sent_at, items, ...tracking }) => ({
    id,
    carrier: tracking.carrier,
    number: tracking.number,
    url: tracking.url,
    sentAt: sent_at.toISOString(),
    items,
  }))
  if (!carrier || !number || !shippedAt) return earlier
  const items = unsentItems(lines, parcels)
  return [...earlier, { id: null, carrier, number, url, sentAt: shippedAt.toISOString(), items }]
}
