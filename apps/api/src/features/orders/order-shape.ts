import {
  type Order,
  type OrderCard,
  type OrderEditSide,
  type OrderItem,
  toOrderNumber,
} from '@solvane/contract/orders'
import { placeholderPicture, toDollars } from '../catalog/to-card.ts'
import { isUnderWay, type PaymentFacts } from '../payments/payments.ts'
import { type Tax, toOrderTax } from '../taxes/order-tax.ts'
import type { LinkRow, OrderEditRow, StoredSide } from './edits/order-edits.queries.ts'
import { countingPayment, paymentFieldsOf } from './order-refunds.ts'
import type { OrderLineRow, OrderRow, TransitionRow } from './orders.queries.ts'
import type { ParcelRow } from './parcels.queries.ts'
import { toParcels } from './parcels.ts'
import { mayMove } from './states/order-transitions.ts'

/** An order as the list shows it. */
export function toOrderCard(
  row: OrderRow,
  lines: readonly OrderLineRow[],
  payments: readonly PaymentFacts[],
  keepsMore: boolean,
): OrderCard {
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
    ...paymentFieldsOf(row.total_cents, payments, keepsMore),
  }
}

/** The supplementary orders of an order, or the order whose difference it pays. */
export function toLinks({ supplement_cents }: OrderRow, links: readonly LinkRow[]) {
  const parent = links.find(({ is_parent }) => is_parent)
  return {
    supplementOf: parent ? { id: parent.id, orderNumber: toOrderNumber(parent.number) } : null,
    supplements: links
      .filter(({ is_parent }) => !is_parent)
      .map(({ id, number, status, total_cents }) => ({
        id,
        orderNumber: toOrderNumber(number),
        status,
        totalAmount: toDollars(total_cents),
      })),
    supplementAmount: toDollars(supplement_cents),
  }
}

/** One side of a change. */
export function toEditSide(side: StoredSide): OrderEditSide {
  return {
    items: side.items.map(({ variantId, name, attributes, quantity, unitCents }) => ({
      variantId,
      productName: name,
      attributeValues: attributes,
      quantity,
      unitPrice: toDollars(unitCents),
    })),
    itemsTotalPrice: toDollars(side.itemsCents),
    shippingFee: toDollars(side.shippingCents),
    couponDiscountAmount: toDollars(side.discountCents),
    totalAmount: toDollars(side.totalCents),
    ...(side.tax && { tax: toOrderTax(side.tax.isIncluded, side.tax.taxes) }),
  }
}

/** What an order consists of; a new one has none of the optional parts. */
interface OrderParts {
  row: OrderRow
  lines: readonly OrderLineRow[]
  transitions: readonly Pick<TransitionRow, 'to_status' | 'at'>[]
  payments?: readonly PaymentFacts[] | undefined
  /** A supplementary order keeps money. */
  keepsMore?: boolean
  parcels?: readonly ParcelRow[] | undefined
  documents?: Order['documents'] | undefined
  /** Links with supplementary orders. */
  links?: readonly LinkRow[] | undefined
  /** What staff have changed. */
  edits?: readonly OrderEditRow[] | undefined
}

/** An order as the contract describes it. */
export function toOrder({
  row,
  lines,
  transitions,
  payments = [],
  keepsMore = false,
  parcels = [],
  documents = [],
  links = [],
  edits = [],
}: OrderParts): Order {
  const payment = countingPayment(payments)
  const isOpen = payment?.status === 'PENDING' || payment?.status === 'PROCESSING'
  const address = toAddress(row)
  return {
    ...toOrderCard(row, lines, payments, keepsMore),
    delivery: toDelivery(row),
    remark: row.remark,
    ...buyerOf(row),
    ...withGift(row),
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
    ...toLinks(row, links),
    edits: edits.map(({ at, before, after }) => ({
      at: at.toISOString(),
      before: toEditSide(before),
      after: toEditSide(after),
    })),
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

/**
 * The tax and duties of an order; nothing where no rule applied. Tax that its prices contain is that in
 * its own total: what supplementary orders bill contains the rest.
 */
export function taxFieldsOf(
  order: OrderRow,
  lines: readonly OrderLineRow[],
): Pick<OrderCard, 'tax' | 'duties'> {
  const { prices_include_tax, total_cents, supplement_cents, duties } = order
  const isShared = prices_include_tax === true && supplement_cents > 0
  const share = isShared ? total_cents / (total_cents + supplement_cents) : 1
  const taxes = taxesOfOrder(order, lines).map(({ bp, cents }) => ({
    bp,
    cents: Math.round(cents * share),
  }))
  return {
    ...(prices_include_tax !== null && { tax: toOrderTax(prices_include_tax, taxes) }),
    ...(duties && { duties }),
  }
}

/** The taxes of an order's lines and fees, also of what supplementary orders bill. */
export function taxesOfOrder(order: OrderRow, lines: readonly OrderLineRow[]): Tax[] {
  return [
    ...lines.map(({ tax_bp, tax_cents }) => ({ bp: tax_bp ?? 0, cents: tax_cents ?? 0 })),
    { bp: order.shipping_tax_bp ?? 0, cents: order.shipping_tax_cents },
    { bp: order.wrap_tax_bp ?? 0, cents: order.wrap_tax_cents },
  ]
}

/** What a business wrote for its invoice; nothing where nothing was. */
export function buyerOf({ buyer_company, buyer_tax_number }: OrderRow): Pick<Order, 'buyer'> {
  if (buyer_company === null && buyer_tax_number === null) return {}
  return { buyer: { company: buyer_company, taxNumber: buyer_tax_number } }
}

/** The gift of an order, where it is one; of a closed account what it cost. */
export function withGift({ gift, wrap_cents }: OrderRow): Pick<Order, 'gift'> {
  if (!gift && wrap_cents === 0) return {}
  const chosen = gift ?? { isWrapped: true, message: null, sender: null, hidesPrices: false }
  return { gift: { ...chosen, wrapFee: toDollars(wrap_cents) } }
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
      salePrice: null,
      saleStartDate: null,
      saleEndDate: null,
      attributeValues: line.attributes,
      cover: picture.src,
      imagesJson: [picture.src],
      stock: line.stock,
      isAvailable: line.stock > 0,
      picture,
      product: { id: line.product_id, identifier: line.identifier, name: line.name },
    },
    productName: line.name,
    unitPrice: price,
    quantity: line.quantity,
    totalPrice: toDollars(line.unit_cents * line.quantity),
  }
}
