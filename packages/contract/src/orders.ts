import { z } from 'zod'
import { picture, productOfVariant } from './catalog.ts'
import { appliedCoupon } from './coupons.ts'
import { orderDelivery, parcel } from './delivery.ts'
import { defineEndpoint, envelope, nestedListEnvelope } from './endpoint.ts'
import { orderGift } from './gifts.ts'
import { orderDocument } from './invoices.ts'
import { dollars, instant } from './money.ts'
import { paymentMethod, paymentStatus } from './payments.ts'
import { pagingQuery, unlessEmpty } from './query.ts'
import { orderTax, taxFields } from './tax.ts'
import { linesOfText } from './text.ts'

/** The states of an order; docs/checkout.md has the transitions. */
export const orderStatuses = [
  'UNPAID',
  'PENDING',
  'PROCESSING',
  'SHIPPED',
  'DELIVERED',
  'COMPLETED',
  'CANCELLED',
] as const
export const orderStatus = z.enum(orderStatuses)
export type OrderStatus = z.infer<typeof orderStatus>

/** Orders on a page (spec section 9). */
export const orderPageSize = 10

/** The most characters of a remark. */
export const longestRemark = 500

export const attributeValues = z.record(z.string(), z.string())

export const shippingAddress = z.object({
  fullName: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  streetAddress: z.string().nullable(),
  addressLine2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postalCode: z.string().nullable(),
  country: z.string(),
})

export const orderItem = z.object({
  variantId: z.uuid(),
  /** As it was when ordered, like everything in an order. */
  variant: z.object({
    id: z.uuid(),
    /** What one was sold for: nothing is on sale in an order. */
    price: dollars,
    salePrice: z.null(),
    saleStartDate: z.null(),
    saleEndDate: z.null(),
    attributeValues,
    cover: z.string(),
    imagesJson: z.array(z.string()),
    /** Of today, as is whether there is at least one. */
    stock: z.number().int().nonnegative(),
    isAvailable: z.boolean(),
    picture,
    product: productOfVariant,
  }),
  productName: z.string(),
  unitPrice: dollars,
  quantity: z.number().int().positive(),
  totalPrice: dollars,
})
export type OrderItem = z.infer<typeof orderItem>

/** Whether the total of an order was refunded, partially or fully. */
export const refundState = z.enum(['NONE', 'PARTIAL', 'FULL'])
export type RefundState = z.infer<typeof refundState>

/** A payment method of the shop that is not available to this shopper or for this order. */
export const closedPaymentMethod = z.object({
  paymentMethod,
  /** The error code and message of choosing it. */
  code: z.string(),
  reason: z.string(),
})
export type ClosedPaymentMethod = z.infer<typeof closedPaymentMethod>

const orderSummary = {
  id: z.uuid(),
  /** For people: `SV100001`. */
  orderNumber: z.string(),
  status: orderStatus,
  createdAt: instant,
  items: z.array(orderItem),
  itemsTotalPrice: dollars,
  shippingFee: dollars,
  couponDiscountAmount: dollars,
  totalAmount: dollars,
  ...taxFields,
  /**
   * What was refunded of the total, never more: neither duplicate payments nor what went back because a change
   * made the order cheaper.
   */
  refundedAmount: dollars,
  refundState,
  /**
   * Of the relevant attempt: the paid one, else the last; null before the first. Its status says that it was
   * refunded if something of the total was.
   */
  paymentMethod: z.enum([...paymentMethod.options, 'MANUAL']).nullable(),
  paymentStatus: paymentStatus.nullable(),
}

/** An order in the list. */
export const orderCard = z.object(orderSummary)
export type OrderCard = z.infer<typeof orderCard>

/** A business that bought. */
export const orderBuyer = z.object({
  company: z.string().nullable(),
  taxNumber: z.string().nullable(),
})
/** One side of a change by staff: the lines and sums of the order as it was, or as it is since. */
export const orderEditSide = z.object({
  items: z.array(
    z.object({
      variantId: z.uuid(),
      productName: z.string(),
      attributeValues,
      quantity: z.number().int().positive(),
      unitPrice: dollars,
    }),
  ),
  itemsTotalPrice: dollars,
  shippingFee: dollars,
  couponDiscountAmount: dollars,
  /** With what supplementary orders bill. */
  totalAmount: dollars,
  /** Missing where nothing is taxed. */
  tax: orderTax.optional(),
})
export type OrderEditSide = z.infer<typeof orderEditSide>

/** What links a supplementary order with the order whose difference it pays (docs/order-changes.md). */
export const orderLinks = {
  /** The changed order whose difference this one pays. */
  supplementOf: z.object({ id: z.uuid(), orderNumber: z.string() }).nullable(),
  /** The supplementary orders of this one, oldest first. */
  supplements: z.array(
    z.object({ id: z.uuid(), orderNumber: z.string(), status: orderStatus, totalAmount: dollars }),
  ),
  /** What supplementary orders bill of it; `totalAmount` is the rest. */
  supplementAmount: dollars,
}

export const order = z.object({
  ...orderSummary,
  /** Null for orders from before there were methods. */
  delivery: orderDelivery.nullable(),
  remark: z.string().nullable(),
  /** What a business wrote for its invoice; missing otherwise. */
  buyer: orderBuyer.optional(),
  /** Missing unless it is a gift. */
  gift: orderGift.optional(),
  /** Until when the items are reserved for payment; null unless PENDING. */
  holdEndsAt: instant.nullable(),
  appliedCoupon: appliedCoupon.nullable(),
  couponCode: z.string().nullable(),
  address: shippingAddress,
  shippingFullName: z.string().nullable(),
  shippingPhoneNumber: z.string().nullable(),
  shippingStreetAddress: z.string().nullable(),
  shippingAddressLine2: z.string().nullable(),
  shippingCity: z.string().nullable(),
  shippingState: z.string().nullable(),
  shippingPostalCode: z.string().nullable(),
  shippingCountry: z.string(),
  tracking: z
    .object({ carrier: z.string(), number: z.string(), url: z.string().nullable() })
    .nullable(),
  /** What was sent so far, the first first; `tracking` is that of the last one of a whole order. */
  parcels: z.array(parcel),
  /** Its invoice, and the credit notes of what was refunded. */
  documents: z.array(orderDocument),
  /** Every state so far, oldest first. */
  timeline: z.array(z.object({ status: orderStatus, at: instant })),
  /** The payment page of the attempt that is open or being confirmed; null without one. */
  paymentUrl: z.string().nullable(),
  canCancel: z.boolean(),
  /** The return that this order sends the exchange of. */
  exchangeOf: z.uuid().nullable(),
  ...orderLinks,
  /** The changes of its lines by staff, oldest first. */
  edits: z.array(z.object({ at: instant, before: orderEditSide, after: orderEditSide })),
  canPay: z.boolean(),
  /**
   * Payment methods that are not available for this order, with the reason; while it can be paid.
   */
  closedPaymentMethods: z.array(closedPaymentMethod),
  /** A wrong amount has arrived, and staff have to decide about it: nothing more should be sent. */
  isPaymentInReview: z.boolean(),
})
export type Order = z.infer<typeof order>

const paging = pagingQuery(orderPageSize)

/** Orders per page, from any of the three parameters. */
export const orderSizeOf = paging.sizeOf

/**
 * A day counts from its first to its last instant, in UTC for shoppers and in the shop's time zone
 * for staff; an instant counts as it is.
 */
export const dayOrInstant = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

export const listMyOrders = defineEndpoint('listMyOrders', {
  summary: 'My orders, the newest first, narrowed by state and time',
  access: 'user',
  query: z.object({
    ...paging.shape,
    status: unlessEmpty(orderStatus),
    createdAtStart: unlessEmpty(dayOrInstant),
    createdAtEnd: unlessEmpty(dayOrInstant),
  }),
  response: nestedListEnvelope(orderCard),
  errors: ['UNAUTHENTICATED'],
})

const orderId = z.object({ orderId: z.uuid() })

export const getMyOrder = defineEndpoint('getMyOrder', {
  summary: 'One of my orders',
  access: 'user',
  // Any text: an invalid id is answered like an unknown order.
  params: z.object({ orderId: z.string() }),
  response: envelope(order),
  errors: ['UNAUTHENTICATED', 'ORDER_NOT_FOUND'],
})

export const cancelMyOrder = defineEndpoint('cancelMyOrder', {
  summary: 'Cancels my order before it is dispatched; what was paid is paid back',
  access: 'user',
  params: orderId,
  body: z.strictObject({ reason: linesOfText(longestRemark).optional() }).default({}),
  response: envelope(order),
  errors: ['UNAUTHENTICATED', 'ORDER_NOT_FOUND', 'ORDER_NOT_CANCELLABLE', 'PAYMENT_IN_PROGRESS'],
})

const prefix = 'SV'
const largest = 2_147_483_647

/** The number of an order as people see it: `SV100001`. */
export function toOrderNumber(number: number): string {
  return `${prefix}${number}`
}

/** Parses an order number, with or without `SV`; undefined if it is not one. */
export function readOrderNumber(text: string): number | undefined {
  const digits = /^(?:sv)?\s*#?(\d{1,10})$/i.exec(text.trim())?.[1]
  const number = Number(digits)
  return digits && number > 0 && number <= largest ? number : undefined
}
