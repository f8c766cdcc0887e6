import {
  type Order,
  type OrderCard,
  type OrderItem,
  type RefundState,
  toOrderNumber,
} from '@solvane/contract/orders'
import { placeholderPicture, toDollars } from '../catalog/to-card.ts'
import { isUnderWay, type PaymentFacts, paysOrder } from '../payments/payments.ts'
import { toOrderTax } from '../taxes/order-tax.ts'
import type { OrderLineRow, OrderRow, TransitionRow } from './orders.queries.ts'
import type { ParcelRow } from './parcels.queries.ts'
import { toParcels } from './parcels.ts'
import { mayMove } from './states/order-transitions.ts'

/**
 * The relevant attempt: the one that pays, else the one that will, else the last that received
 * money, else the last; undefined without attempts. A duplicate payment may still be being refunded
 * while the order is paid. The database marks the same one (`payment.counts`).
 */
export function countingPayment(payments: readonly PaymentFacts[]): PaymentFacts | undefined {
  return (
    payments.find(({ status }) => paysOrder(status)) ??
    payments.find(({ status }) => status === 'PROCESSING') ??
    payments.findLast(({ capturedCents }) => capturedCents > 0) ??
    payments.at(-1)
  )
}

/** Whether the payment of the order was refunded. */
export function refundStateOf(payments: readonly PaymentFacts[]): RefundState {
  const status = countingPayment(payments)?.status
  if (status === 'REFUNDED') return 'FULL'
  return status === 'PARTIALLY_REFUNDED' ? 'PARTIAL' : 'NONE'
}

/** An order as the list shows it. */
export function toOrderCard(
  row: OrderRow,
  lines: readonly OrderLineRow[],
  payments: readonly PaymentFacts[],
): OrderCard {
  const payment = countingPayment(payments)
  return {
    id: row.id,
    orderNumber: toOrderNumber(row.number),
    status: row.status,
    createdAt: row.created_at.toISOString(),
    items: lines.map(toOrderItem),
    itemsTotalPrice: toDollars(row.items_cents),
    shippingFee: toDollars(row.shipping_cents),
    couponDiscountAmount: toDollars(row.discount_cents),
    totalAmount: toDollars(row.total_cents),
    ...taxFieldsOf(row, lines),
    refundedAmount: toDollars(payment?.refundedCents ?? 0),
    refundState: refundStateOf(payments),
    paymentMethod: payment?.method ?? null,
    paymentStatus: payment?.status ?? null,
  }
}

/** An order as the contract describes it. */
export function toOrder(
  row: OrderRow,
  lines: readonly OrderLineRow[],
  payments: readonly PaymentFacts[],
  transitions: readonly Pick<TransitionRow, 'to_status' | 'at'>[],
  parcels: readonly ParcelRow[],
  documents: Order['documents'],
): Order {
  const payment = countingPayment(payments)
  const isOpen = payment?.status === 'PENDING' || payment?.status === 'PROCESSING'
  const address = toAddress(row)
  return {
    ...toOrderCard(row, lines, payments),
    delivery: toDelivery(row),
    remark: row.remark,
    ...buyerOf(row),
    holdEndsAt: row.hold_ends_at?.toISOString() ?? null,
    appliedCoupon: row.coupon,
    couponCode: row.coupon?.code ?? null,
    address,
    shippingFullName: address.fullName,
    shippingPhoneNumber: address.phoneNumber,
    shippingStreetAddress: address.streetAddress,
    shippingAddressLine2: address.addressLine2,
    shippingCity: address.city,
    shippingState: address.state,
    shippingPostalCode: address.postalCode,
    shippingCountry: address.country,
    tracking: toTracking(row),
    parcels: toParcels(row, lines, parcels, shippedAt(transitions)),
    documents,
    timeline: transitions.map(({ to_status, at }) => ({ status: to_status, at: at.toISOString() })),
    paymentUrl: isOpen ? payment.approvalUrl : null,
    canCancel:
      mayMove(row.status, 'CANCELLED') &&
      payment?.status !== 'PROCESSING' &&
      parcels.length === 0 &&
      row.exchange_of === null,
    exchangeOf: row.exchange_of,
    closedPaymentMethods: [],
    canPay: isPayable(row) && !payments.some(({ status }) => isUnderWay(status)),
    isPaymentInReview:
      isPayable(row) && payment?.status === 'PROCESSING' && payment.review !== null,
  }
}

/** The address of an order. */
export function toAddress(row: OrderRow): Order['address'] {
  return {
    fullName: row.shipping_full_name,
    phoneNumber: row.shipping_phone_number,
    streetAddress: row.shipping_street_address,
    addressLine2: row.shipping_address_line2,
    city: row.shipping_city,
    state: row.shipping_state,
    postalCode: row.shipping_postal_code,
    country: row.shipping_country,
  }
}

/** The tax and duties of an order; nothing where no rule applied. */
export function taxFieldsOf(
  { prices_include_tax, shipping_tax_bp, shipping_tax_cents, duties }: OrderRow,
  lines: readonly OrderLineRow[],
): Pick<OrderCard, 'tax' | 'duties'> {
  const taxes = [
    ...lines.map(({ tax_bp, tax_cents }) => ({ bp: tax_bp ?? 0, cents: tax_cents ?? 0 })),
    { bp: shipping_tax_bp ?? 0, cents: shipping_tax_cents },
  ]
  return {
    ...(prices_include_tax !== null && { tax: toOrderTax(prices_include_tax, taxes) }),
    ...(duties && { duties }),
  }
}

/** What a business wrote for its invoice; nothing where nothing was. */
export function buyerOf({ buyer_company, buyer_tax_number }: OrderRow): Pick<Order, 'buyer'> {
  if (buyer_company === null && buyer_tax_number === null) return {}
  return { buyer: { company: buyer_company, taxNumber: buyer_tax_number } }
}

/** How an order is delivered, and the promised days; null for orders from before there were methods. */
export function toDelivery(row: OrderRow): Order['delivery'] {
  const { delivery_method: method, arrives_from: arrivesFrom, arrives_until: arrivesUntil } = row
  const arrival = arrivesFrom && arrivesUntil ? { arrivesFrom, arrivesUntil } : null
  return method ? { method, arrival } : null
}

/** When an order was shipped as a whole. */
export function shippedAt(
  transitions: readonly Pick<TransitionRow, 'to_status' | 'at'>[],
): Date | undefined {
  return transitions.find(({ to_status }) => to_status === 'SHIPPED')?.at
}

/** The tracking of an order; null before dispatch. */
export function toTracking(row: OrderRow): Order['tracking'] {
  const { tracking_carrier: carrier, tracking_number: number, tracking_url: url } = row
  return carrier && number ? { carrier, number, url } : null
}

/** The picture of a line, as it was when ordered. */
export function toPicture({ picture }: Pick<OrderLineRow, 'picture'>) {
  return picture ?? placeholderPicture
}

/** Whether an order waits for its payment. */
export function isPayable({ status }: Pick<OrderRow, 'status'>): boolean {
  return status === 'PENDING' || status === 'UNPAID'
}

function toOrderItem(line: OrderLineRow): OrderItem {
  const picture = toPicture(line)
  const price = toDollars(line.unit_cents)
  return {
    variantId: line.variant_id,
    variant: {
      id: line.variant_id,
      price,
      attributeValues: line.attributes,
      cover: picture.src,
      picture,
      product: { id: line.product_id, identifier: line.identifier, name: line.name },
    },
    productName: line.name,
    unitPrice: price,
    quantity: line.quantity,
    totalPrice: toDollars(line.unit_cents * line.quantity),
  }
}
