import { formatPrice } from '@solvane/contract/money'
import { statesDelivery } from '@solvane/contract/states-delivery'
import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { EmailRow } from '../../../platform/mail/email.ts'
import { taxFieldsOf, withGift } from '../order-shape.ts'
import type { OrderLineRow, OrderRow } from '../orders.queries.ts'
import { type ParcelItem, type ParcelRow, parcelsOfOrders } from '../parcels.queries.ts'
import { unsentItems } from '../parcels.ts'
import { emailPicture } from '../returned-orders.ts'
import type { ChangedOrder } from './order-edit-emails.ts'

type Config = AppContext['config']

/** What an e-mail about an order reports. */
export type OrderEvent =
  | { kind: 'placed' }
  | { kind: 'paid' }
  | { kind: 'accepted' }
  | { kind: 'shipped' }
  | { kind: 'delivered' }
  | { kind: 'cancelled'; isPaidBack: boolean }
  | { kind: 'refunded'; refundedCents: number }
  | { kind: 'parcel-sent'; parcel: ParcelRow }
  | { kind: 'tracking-corrected'; parcel?: ParcelRow }
  | { kind: 'details-corrected' }
  | ({ kind: 'changed' } & ChangedOrder)

/** The key that keeps an e-mail of one kind from being sent twice. */
export function emailKey(order: OrderRow, news: OrderEvent, again: string | undefined): string {
  return [order.id, keyOf(order, news), again].filter(Boolean).join(' ')
}

function keyOf(order: OrderRow, news: OrderEvent): string {
  if (news.kind === 'refunded') return String(news.refundedCents)
  if (news.kind === 'parcel-sent') return news.parcel.id
  const isOfVersion = ['tracking-corrected', 'details-corrected', 'changed'].includes(news.kind)
  return isOfVersion ? `v${order.version}` : ''
}

/**
 * The lines in the parcel that an e-mail is about, in its quantities; null for an e-mail about the whole
 * order, as one is that was sent in one parcel.
 */
export async function linesInParcel(
  tx: Queryable,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  news: OrderEvent,
): Promise<OrderLineRow[] | null> {
  if ('parcel' in news && news.parcel) return linesOf(lines, news.parcel.items)
  if (news.kind !== 'shipped' && news.kind !== 'tracking-corrected') return null
  const earlier = (await parcelsOfOrders(tx, [order.id])).get(order.id)
  return earlier ? linesOf(lines, unsentItems(lines, earlier)) : null
}

function linesOf(lines: readonly OrderLineRow[], items: readonly ParcelItem[]): OrderLineRow[] {
  return lines.flatMap((line) => {
    const quantity = items
      .filter(({ variantId }) => variantId === line.variant_id)
      .reduce((sum, item) => sum + item.quantity, 0)
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
}

/** How a parcel travels whose tracking number was corrected. */
export function correctedTracking(
  order: OrderRow,
  { parcel }: { parcel?: ParcelRow },
  isOfParcel: boolean,
): string {
  const name = isOfParcel ? 'The parcel with what is below' : 'Your parcel'
  const carrier = parcel?.carrier ?? order.tracking_carrier
  return `${name} travels with ${carrier}, number ${parcel?.number ?? order.tracking_number}.`
}

/** Items with their prices. */
export function itemRows(lines: readonly OrderLineRow[], config: Config): EmailRow[] {
  return lines.map((line) => ({
    ...itemRow(line, config),
    value: formatPrice(line.unit_cents * line.quantity),
  }))
}

/** Items and totals. */
export function rowsOf(
  order: OrderRow,
  lines: readonly OrderLineRow[],
  config: Config,
): EmailRow[] {
  const { tax } = taxFieldsOf(order, lines)
  return [
    ...itemRows(lines, config),
    { label: 'Subtotal', value: formatPrice(order.items_cents) },
    ...(order.discount_cents > 0
      ? [{ label: `Coupon ${order.coupon?.code}`, value: `−${formatPrice(order.discount_cents)}` }]
      : []),
    ...(statesDelivery(order.supplement_of !== null, order.shipping_cents)
      ? [{ label: 'Delivery', value: feeOf(order.shipping_cents) }]
      : []),
    ...(withGift(order).gift?.isWrapped
      ? [{ label: 'Gift wrapping', value: feeOf(order.wrap_cents) }]
      : []),
    ...(order.prices_include_tax === false
      ? [{ label: 'Tax', value: formatPrice(order.tax_cents) }]
      : []),
    ...(order.supplement_cents > 0
      ? [{ label: 'Billed separately', value: `−${formatPrice(order.supplement_cents)}` }]
      : []),
    { label: 'Total', value: formatPrice(order.total_cents), isTotal: true },
    ...(tax?.isIncluded && tax.amount > 0
      ? [{ label: 'Includes tax', value: formatPrice(Math.round(tax.amount * 100)) }]
      : []),
  ]
}

function feeOf(cents: number): string {
  return cents === 0 ? 'Complimentary' : formatPrice(cents)
}

/** An item without its price. */
export function itemRow({ name, attributes, quantity, picture }: OrderLineRow, config: Config) {
  return {
    picture: emailPicture(picture, config),
    label: quantity === 1 ? name : `${name} × ${quantity}`,
    note: Object.values(attributes).join(', '),
  }
}
