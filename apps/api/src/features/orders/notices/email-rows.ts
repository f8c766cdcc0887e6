import { statesDelivery } from '@solvane/contract/delivery-texts'
import { formatPrice } from '@solvane/contract/money'
import { toOrderNumber } from '@solvane/contract/orders'
import type { AppContext } from '../../../context.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import type { EmailContent, EmailRow } from '../../../platform/mail/email.ts'
import type { PaymentFacts } from '../../payments/payments.ts'
import { itemRow } from '../email-item.ts'
import { countingPayment, refundedForChange } from '../order-refunds.ts'
import { taxFieldsOf, withGift } from '../order-shape.ts'
import type { OrderLineRow, OrderRow } from '../orders.queries.ts'
import { type ParcelItem, type ParcelRow, parcelsOfOrders } from '../parcels.queries.ts'
import { unsentItems } from '../parcels.ts'

type Config = AppContext['config']

/** The event that an e-mail about an order reports. */
export type OrderEvent =
  | { kind: 'placed' }
  | { kind: 'paid' }
  | { kind: 'accepted' }
  | { kind: 'shipped' }
  | { kind: 'delivered' }
  | { kind: 'cancelled'; isPaidBack: boolean }
  | ({ kind: 'refunded' } & RefundedOrder)
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

/**
 * Whether an e-mail is about a cancelled order of which something was sent: it came back unpaid,
 * since none other is cancelled after that.
 */
export async function isAboutReturnedParcel(
  tx: Queryable,
  { id, tracking_number }: OrderRow,
  { kind }: OrderEvent,
): Promise<boolean> {
  if (kind !== 'cancelled') return false
  return tracking_number !== null || (await parcelsOfOrders(tx, [id])).has(id)
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

/** The words of an e-mail about an order. */
export type Wording = Pick<EmailContent, 'subject' | 'preview' | 'paragraphs'> & { button: string }

/** The facts of an e-mail about a change of an order's lines. */
interface ChangedOrder {
  /** The lines that it had. */
  before: readonly OrderLineRow[]
  effect: 'NONE' | 'TOTAL' | 'CASH' | 'SUPPLEMENT' | 'REFUND'
  /** The difference, to be paid or refunded: see `effect`. */
  differenceCents: number
  /** The number of the order that bills the difference. */
  supplement: string | null
  /** Address or e-mail address were corrected with it. */
  isContactCorrected: boolean
}

/** The facts of an e-mail about a refund, in cents. */
interface RefundedOrder {
  /** The sum refunded of all payments. */
  refundedCents: number
  /** The part of it that was refunded because a change made the order cheaper. */
  changeCents: number
}

/** The refunds of an order with these payments, for an e-mail. */
export function refundsIn(
  { total_cents }: Pick<OrderRow, 'total_cents'>,
  payments: readonly PaymentFacts[],
): RefundedOrder {
  const counting = countingPayment(payments)
  return {
    refundedCents: payments.reduce((sum, { refundedCents }) => sum + refundedCents, 0),
    changeCents: counting ? refundedForChange(total_cents, counting) : 0,
  }
}

/** The e-mail of a supplementary order of this kind, with which nothing is sent; null: as of any order. */
export function supplementWording(order: OrderRow, kind: string): Wording | null {
  const number = toOrderNumber(order.number)
  switch (kind) {
    case 'placed':
      return {
        subject: `The difference for your changed order: ${number}`,
        preview: `${formatPrice(order.total_cents)} to pay.`,
        paragraphs: [
          `Your order was changed and now comes to ${formatPrice(order.total_cents)} more. Order ${number} is for this difference only; nothing is sent with it.`,
          'Please pay it on its page. Your pieces are sent once it is paid.',
        ],
        button: 'Pay the difference',
      }
    case 'paid':
      return {
        subject: `Order ${number} is paid`,
        preview: 'Your payment has arrived.',
        paragraphs: [
          'Your payment for the change of your order has arrived. We will e-mail you when your pieces are on their way.',
        ],
        button: 'View your order',
      }
    case 'cancelled':
      return {
        subject: `Order ${number} is cancelled`,
        preview: 'The difference is not due any more.',
        paragraphs: [
          `Order ${number}, for the difference of a changed order, has been cancelled: there is nothing to pay for it. The order that was changed has a page of its own.`,
        ],
        button: 'View your order',
      }
    default:
      return null
  }
}

/** The e-mail about a refund. */
export function refundedWording(order: OrderRow, news: RefundedOrder): Wording {
  const [change, other] = [news.changeCents, news.refundedCents - news.changeCents]
  const money =
    change === 0
      ? `For this order ${formatPrice(other)} in all has been paid back, the way it came.`
      : other === 0
        ? `Your order was changed and costs less, so ${formatPrice(change)} has been paid back, the way it came. It now comes to ${costOf(order)}.`
        : `For this order ${formatPrice(other)} in all has been paid back, the way it came, besides the ${formatPrice(change)} that it costs less since it was changed.`
  return {
    subject: `Refund for order ${toOrderNumber(order.number)}`,
    preview: `${formatPrice(other === 0 ? change : other)} has been paid back.`,
    paragraphs: [`${money} Until it shows on your side, some days may pass.`],
    button: 'View your order',
  }
}

/** The price of an order, including its supplementary orders. */
function costOf({ total_cents, supplement_cents }: OrderRow): string {
  return formatPrice(total_cents + supplement_cents)
}

/** The e-mail that an order was changed. */
export function changedWording(order: OrderRow, news: ChangedOrder): Wording {
  const number = toOrderNumber(order.number)
  const amount = formatPrice(news.differenceCents)
  const money = {
    NONE: 'The total stays the same.',
    TOTAL: `The total is now ${formatPrice(order.total_cents)}; you can pay it on the page of your order.`,
    CASH: `You now pay ${formatPrice(order.total_cents)} when it is delivered.`,
    SUPPLEMENT: `The difference of ${amount} is an order of its own, ${news.supplement}. Another e-mail says how to pay it.`,
    REFUND:
      news.differenceCents === 0
        ? `Your order now comes to ${costOf(order)}; we had paid back the difference before.`
        : `Your order now comes to ${costOf(order)}. The difference of ${amount} is being paid back the way it was paid; we will e-mail you once it is done.`,
  }[news.effect]
  const had = news.before.map(
    ({ name, attributes, quantity, unit_cents }) =>
      `${[name, ...Object.values(attributes)].join(', ')} × ${quantity}, ${formatPrice(unit_cents * quantity)}`,
  )
  return {
    subject: `Your order ${number} was changed`,
    preview: 'What is in your order now.',
    paragraphs: [
      'We have changed your order. Below is what is in it now.',
      `Before, it had: ${had.join('; ')}.`,
      money,
      ...(news.isContactCorrected
        ? ['The delivery details have been corrected, too. The page of your order shows them.']
        : []),
      'Should you not have asked for this, please tell us before the parcel leaves.',
    ],
    button: 'View your order',
  }
}
